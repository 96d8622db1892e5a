import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { work } from '../../support/casting'
import { type Folder, makeRepository, plainEnv } from '../../support/folder'
import { program, spellHere } from '../../support/packed-program'
import { describeOnPosix } from '../../support/posix'
import { prove } from '../../support/provable-work'

/** What Claude Code does: it reads its settings, and runs their hooks in a shell, with JSON on stdin. */

const settings = '.claude/settings.json'
const events = ['Stop', 'TaskCompleted'] as const
type Event = (typeof events)[number]

const hooksIn = (folder: Folder): Record<string, { hooks: { command: string }[] }[]> =>
  JSON.parse(folder.read(settings)).hooks ?? {}
const commandsOf = (folder: Folder, event: Event): string[] =>
  (hooksIn(folder)[event] ?? []).flatMap(({ hooks }) => hooks.map(({ command }) => command))

/** @param spell what `spell` is; null if it is missing */
function call(folder: Folder, event: Event, input: object = {}, spell: string | null = started) {
  const bin = join(folder.path, 'bin')
  mkdirSync(bin, { recursive: true })
  if (spell !== null) writeFileSync(join(bin, 'spell'), `#!/bin/sh\n${spell}\n`, { mode: 0o755 })
  return commandsOf(folder, event).map((command) => {
    const { stdout, stderr, status } = spawnSync('sh', ['-c', command], {
      cwd: folder.path,
      encoding: 'utf8',
      input: JSON.stringify({ session_id: 's', cwd: folder.path, hook_event_name: event, ...input }),
      env: { ...plainEnv, CLAUDE_PROJECT_DIR: folder.path, PATH: `${bin}${delimiter}${process.env.PATH}` },
    })
    return { stdout, stderr, status }
  })
}
const started = `exec '${process.execPath}' '${program}' "$@"`

const silent = [{ stdout: '', stderr: '', status: 0 }]
const plan = (box: string) => `# Orders\n\n- [${box}] a header row\n  - run: \`npm test\`\n- [ ] a row each\n`

/** A first task that is being carried out, with the hooks. */
async function executing(box = 'x'): Promise<Folder> {
  const folder = await work(makeRepository({ '.gitignore': 'bin\n' }))
  folder.write({ '.ai/task/plan.md': plan(box) })
  expect(spellHere(folder.path, ['init', '--yes', '--agents', 'claude', '--guard', 'none']).exitCode).toBe(0)
  return folder
}

describeOnPosix('the hooks of Claude Code at its stop', () => {
  test('keep it from stopping with what is not proven, once, until it is', async () => {
    const folder = await executing()
    const stderr = expect.stringMatching(/^1 ticked criterion is not proven[\s\S]*Run `spell prove 1`\./)
    expect(call(folder, 'TaskCompleted')).toEqual([{ stdout: '', stderr, status: 2 }])
    expect(call(folder, 'TaskCompleted')).toEqual(silent)
    const stopped = { stdout: expect.stringMatching(/^\{"decision":"block","reason":"1 ticked/), stderr: '', status: 0 }
    expect(call(folder, 'Stop', { stop_hook_active: false })).toEqual([stopped])
    expect(call(folder, 'Stop', { stop_hook_active: true })).toEqual(silent)
    await prove(folder, 1)
    for (const event of events)
      expect(call(folder, event, { session_id: 't', stop_hook_active: false })).toEqual(silent)
    folder.write({ 'a.ts': '', '.ai/task/task-results.md': 'Done.\n' })
    expect(call(folder, 'Stop', { stop_hook_active: false })).toEqual([
      { ...stopped, stdout: expect.stringContaining('passed before files changed') },
    ])
  })

  test('say nothing without a plan', () => {
    const folder = makeRepository({ '.gitignore': 'bin\n' })
    spellHere(folder.path, ['init', '--yes', '--agents', 'claude', '--guard', 'none'])
    for (const event of events) expect(call(folder, event)).toEqual(silent)
  })

  test.each<[what: string, spell: string | null, stderr: RegExp]>([
    ['is missing', null, /not found/],
    ['knows no such hook yet, and calls that an error of usage', 'echo which hook? >&2; exit 2', /which hook/],
    ['crashes', 'kill -9 $$', /./],
    ['cannot read the state', 'exit 5', /^$/],
  ])('let it stop if spell %s', async (_, spell, stderr) => {
    const folder = await executing()
    for (const event of events)
      expect(call(folder, event, {}, spell)).toEqual([{ stdout: '', stderr: expect.stringMatching(stderr), status: 0 }])
  })
})
