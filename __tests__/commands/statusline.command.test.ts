import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { standing } from '../support/casting'
import { remembering } from '../support/collab-session'
import { standingAt } from '../support/discovery-plan'
import { makeFolder, makeRepository, plainEnv } from '../support/folder'
import { hopingAt, task } from '../support/hope-session'
import { program, spellHere } from '../support/packed-program'
import { prove } from '../support/provable-work'

const plan = (title: string) => `# ${title}\n\n- [x] a\n- [ ] b\n  - run: \`false\`\n`
const named = (name: string, files: Record<string, string>) =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [path.replace('.ai/task', `.ai/work/${name}`), text]))
const planning = { ...standing('GATHER_EDITING'), '.ai/task/plan.md': plan('CSV export') }
const executing = { ...planning, ...standing('ACHIEVE_TASK_EXECUTED') }
const past = (name: string) => ({ [`.ai/task/tasks/${name}/task.md`]: '' })
const two = { ...named('csv', planning), ...named('orders', executing) }

const ofPlans = { SPELL_WORKFLOW: 'discovery' }

type Case = [what: string, files: Record<string, string>, line: string, env?: Record<string, string>]

// biome-ignore format: a case is a line
test.each<Case>([
  ['no work', {}, ''],
  ['a context', standing('GATHER_EDITING_CONTEXT'), 'Context · You: say Accio'],
  ['a plan', planning, 'CSV export · Planning · 1 of 2 ticked · You: run spell allow'],
  ['a plan that is still a template', { ...planning, '.ai/task/plan.md': '# Plan\n' }, 'Planning · The agent is writing the plan'],
  ['the first task', executing, 'CSV export · Task 1 in progress · 1 of 2 ticked · You: run spell allow'],
  ['a later task', { ...executing, ...past('task-a-2026'), ...past('incomplete-b-2026') }, 'CSV export · Task 2 in progress · 1 of 2 ticked · You: run spell allow'],
  ['what is complete', { ...planning, ...standing('ACHIEVE_COMPLETE') }, 'CSV export · Complete · 1 of 2 ticked · You: run spell allow'],
  ['a missing file', standing('ERROR_PLAN_MISSING'), 'Plan was missing · You: bring back plan.md'],
  ['named work', named('csv', executing), 'CSV export · Task 1 in progress · 1 of 2 ticked · You: run spell allow'],
  ['several pieces of work', two, 'csv, orders · spell work use NAME'],
  ['several, of which one is named', two, 'CSV export · Task 1 in progress · 1 of 2 ticked · You: run spell allow', { SPELL_WORK: 'orders' }],
  ['several, and a name that none has', two, 'There is no piece of work “x” here; the nearest are cs… · spell lumos --work csv', { SPELL_WORK: 'x' }],
  ['discovery', standingAt('contracts'), 'csv-export · Contracts · The agent is working on the contracts'],
  ['collab', remembering('execute-batch'), 'orders · Executing a wave · The agent is executing'],
  ['hope', hopingAt('loop.wave_execution', { items: [task('a')] }), 'hope · Wave in progress · 0 of 4 passed · The agent is working on the items'],
  ['two workflows', { ...planning, ...standingAt('contracts') }, 'CSV export · Planning · 1 of 2 ticked · You: run spell allow'],
  ['two workflows, by the settings', { ...planning, ...standingAt('contracts') }, 'csv-export · Contracts · The agent is working on the contracts', ofPlans],
  ['a done plan, and other work', { ...planning, ...standingAt('verified') }, 'CSV export · Planning · 1 of 2 ticked · You: run spell allow', ofPlans],
  ['a damaged state', { '.ai/task/state.json': '{' }, '.ai/task/state.json is not valid JSON in line 1 · spell doctor --fix'],
  ['settings that are wrong', { ...planning, ...standingAt('contracts'), '.ai/spell.json': '{' }, '.ai/spell.json line 1: it is not valid JSON (Cl… · edit .ai/spell.json in line 1'],
])('the line of %s', (_, files, line, env = {}) => {
  const folder = makeFolder(files)
  const { stdout, stderr, exitCode } = spellHere(folder.path, ['statusline'], { env })
  expect({ stdout, stderr, exitCode }).toEqual({ stdout: line && `${line}\n`, stderr: '', exitCode: 0 })
})

test('a tick is not taken for a proof, and the line counts as the list of work does', async () => {
  const ticked = plan('CSV export').replace('[ ]', '[x]')
  const folder = makeRepository({ ...executing, '.ai/task/plan.md': ticked, '.ai/task/task.md': 'Write it.\n' })
  const said = () => {
    const [line, list] = [['statusline'], ['work']].map(
      (args) => JSON.parse(spellHere(folder.path, [...args, '--json']).stdout).work[0].criteria,
    )
    expect(line).toEqual(list)
    return spellHere(folder.path, ['statusline']).stdout.trim()
  }
  expect(said()).toBe('CSV export · Task 1 in progress · 2 of 2 ticked · You: run spell allow')
  for (const outcome of ['failed', 'passed'] as const) {
    await prove(folder, 2, { outcome })
    expect(said()).toBe(
      `CSV export · Task 1 in progress · ${outcome === 'passed' ? '1 of 2 passed, 1 ticked · The agent is carryi…' : '1 of 2 ticked, 1 failed · You: run spell allow'}`,
    )
  }
  // Of which files that was, git would have to be asked.
  folder.write({ 'new.ts': '' })
  expect(said()).toContain('1 of 2 passed')
})

test('tmux gets its own signs escaped', () => {
  const folder = makeFolder({ ...planning, '.ai/task/plan.md': '# #[fg=red]#(id)\n' })
  expect(spellHere(folder.path, ['statusline', '--format', 'tmux']).stdout).toBe(
    '##[fg=red]##(id) · Planning · The agent is writing the plan\n',
  )
})

test('a folder that is not there has no line', () => {
  const { stdout, exitCode } = spellHere(makeFolder().path, ['statusline', '--cwd', 'gone'])
  expect({ lines: stdout.split('\n').length, exitCode }).toEqual({ lines: 2, exitCode: 0 })
})

/** Runs it with a stdin that stays open after what is written. @returns its exit code, its signal and what it prints */
function open(cwd: string, args: readonly string[], ...written: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [program, 'statusline', ...args], { cwd, env: plainEnv })
  let said = ''
  child.stdout.on('data', (more) => {
    said += more
  })
  child.stderr.on('data', (more) => {
    said += more
  })
  for (const part of written) child.stdin.write(part)
  child.stdin.on('error', () => undefined)
  return new Promise((resolve) => {
    child.on('close', (code, signal) => {
      child.stdin.destroy()
      resolve(`${code} ${signal} ${said}`)
    })
  })
}

const line = '0 null CSV export · Task 1 in progress · 1 of 2 ticked · You: run spell allow\n'

test('a stdin that stays open is not read', async () => {
  const { path } = makeFolder(executing)
  const elsewhere = JSON.stringify({ cwd: makeFolder().path })
  for (const written of [[], [elsewhere]]) expect(await open(path, [], ...written)).toBe(line)
  expect(await open(path, ['--format', 'tmux'])).toBe(line)
})

test('Claude Code says where it works, and its stdin need not end', async () => {
  const { path } = makeFolder(executing)
  const gone = join(path, 'gone')
  const piped = (...written: readonly string[]) => open(makeFolder().path, ['--host', 'claude'], ...written)
  const said = (value: unknown) => piped(JSON.stringify(value))
  expect(await said({ workspace: { current_dir: path, project_dir: gone }, cwd: gone })).toBe(line)
  expect(await said({ workspace: { current_dir: gone, project_dir: path } })).toBe(line)
  expect(await piped('{"workspace":{}, "cw', `d":${JSON.stringify(path)}}`)).toBe(line)
  for (const nothing of ['{"cwd":7}', '{"workspace":7,"cwd":"\\u0000"}']) expect(await piped(nothing)).toBe('0 null ')
})

test('a host that neither says something nor ends is waited for no longer than it may take', async () => {
  const { path } = makeFolder(executing)
  for (const nothing of ['', 'x}', 'null', '[]}']) expect(await open(path, ['--host', 'claude'], nothing)).toBe(line)
})
