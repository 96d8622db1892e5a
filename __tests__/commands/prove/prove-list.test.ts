import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { standing } from '../../support/casting'
import { type Folder, makeFolder, makeRepository } from '../../support/folder'
import { commitAll, git } from '../../support/git'
import { spellHere } from '../../support/packed-program'
import { testOnPosix } from '../../support/posix'
import { prove } from '../../support/provable-work'

const plan = `# Orders

- [x] Orders are exported
  - run: \`npm test -- export\`
- [ ] The old endpoint is gone
  - run: \`node smoke.mjs old\`
  - shell: \`node smoke.mjs | grep 410\`
  - in: \`scripts\`
- [x] The page reads well
  - by: developer
- [x] The notes say so
- [ ] The help says so
`
const log = '.ai/task/proofs.jsonl'
const working = (text = plan, more = {}) => ({
  ...standing('ACHIEVE_TASK_EXECUTED'),
  '.ai/.local/.gitignore': '*\n',
  '.ai/task/plan.md': text,
  'a.ts': 'a',
  ...more,
})
const run = ({ path }: Folder, ...args: string[]) => spellHere(path, ['prove', '--list', ...args])
const read = (folder: Folder) => JSON.parse(run(folder, '--json').stdout)
const standings = (folder: Folder) => read(folder).criteria.map((each: { standing: string }) => each.standing)
const lasts = (folder: Folder) =>
  read(folder).criteria.flatMap(({ commands }: { commands: { last: object }[] }) => commands.map(({ last }) => last))

test('each criterion is listed with its commands, and what came of them', async () => {
  const folder = makeRepository(working())
  await prove(folder, 1, { tests: { passed: 12, failed: 0, skipped: 1 } })
  await prove(folder, 2, { outcome: 'failed', exit: 3, ms: 340, command: 1 })
  commitAll(folder)
  const at = `at ${git(folder, 'rev-parse', '--short=7', 'HEAD').trim()}`
  const { stdout, stderr, exitCode } = run(folder)
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
  expect(stdout).toBe(`### Criteria

Of 5 criteria: 2 done, 1 of them only ticked · 1 failed · 2 open

- 1. Orders are exported: done
  - \`npm test -- export\`: passed, 12 tests, 1 skipped; 2026-08-20 16:00, 1.2 s, ${at} (not allowed yet)
- 2. The old endpoint is gone: failed
  - \`node smoke.mjs old\`: failed, exit 3; 2026-08-20 16:00, 0.3 s, ${at} (not allowed yet)
  - \`node smoke.mjs | grep 410\` in \`scripts\` (not allowed yet)
- 3. The page reads well: open, for the developer to see
- 4. The notes say so: done, only ticked
- 5. The help says so: open, no command
`)
  expect(run(folder, '5').stdout).toMatch(/^### Criteria\n\n.*\n\n- 5\. The help says so: open, no command\n$/)
})

test('of archived work nobody asks which files are here now, so none are said to be of others', async () => {
  const folder = makeRepository({ 'a.ts': 'a' })
  spellHere(folder.path, ['accio'])
  folder.write({ '.ai/task/plan.md': plan })
  await prove(folder, 1)
  commitAll(folder)
  const [commit, before] = [git(folder, 'rev-parse', '--short=7', 'HEAD').trim(), lasts(folder)]
  expect(before).toContainEqual(expect.objectContaining({ isFresh: true }))
  folder.write({ 'a.ts': 'other' })
  expect(spellHere(folder.path, ['new', '--yes']).exitCode).toBe(0)
  const [name = ''] = readdirSync(join(folder.path, '.ai/archive'))
  const { stdout } = run(folder, '--work', name)
  expect(stdout).toContain(`, at ${commit} (`)
  expect(stdout).not.toContain('of other files')
  const { criteria } = JSON.parse(run(folder, '--work', name, '--json').stdout)
  expect(criteria[0].commands[0].last).toMatchObject({ outcome: 'passed', isFresh: null, commit: expect.any(String) })
})

test('a change of any file but those of spell makes a proof stale, and taking it back makes it fresh again', async () => {
  const folder = makeRepository(working())
  await prove(folder, 1)
  for (const [files, expected] of [
    [{ '.ai/task/task-results.md': 'Done' }, 'proven'],
    [{ 'a.ts': 'b' }, 'stale'],
    [{ 'a.ts': 'a' }, 'proven'],
    [{ 'new.ts': '' }, 'stale'],
  ] as const) {
    folder.write(files)
    expect(standings(folder)[0]).toBe(expected)
  }
  expect(run(folder).stdout).toContain(
    'open (passed before files changed)\n  - `npm test -- export`: passed; 2026-08-20 16:00, 1.2 s, files that no commit here has',
  )
})

test('so does a change of a file that the command names and no tree has', async () => {
  const folder = makeRepository(working())
  await prove(folder, 1, { files: { '.ai/task/context.md': 'gone' } })
  expect(standings(folder)[0]).toBe('proven')
  folder.write({ '.ai/task/context.md': 'x' })
  expect(standings(folder)[0]).toBe('stale')
})

testOnPosix('a device that a line names is no file', async () => {
  const folder = makeRepository(working())
  await prove(folder, 1, { files: { [`${'../'.repeat(12)}dev/zero`]: '0123456789abcdef' } })
  expect(standings(folder)[0]).toBe('stale')
})

test('each outcome has its word; the last run of a command counts', async () => {
  const folder = makeRepository(working('- [x] a\n  - run: `a`\n'))
  for (const [more, said] of [
    [{ outcome: 'timed out', exit: undefined }, 'failed\n  - `a`: timed out;'],
    [{ outcome: 'killed', exit: undefined, signal: 'SIGKILL' }, 'failed\n  - `a`: killed, SIGKILL;'],
    [{ outcome: 'failed', exit: 1, ms: 125_000 }, 'failed\n  - `a`: failed, exit 1; 2026-08-20 16:00, 2 min 5 s,'],
    [{ outcome: 'passed' }, 'done\n  - `a`: passed;'],
    [
      { treeAll: undefined, tree: undefined },
      'open (passed before files changed)\n  - `a`: passed; 2026-08-20 16:00, 1.2 s, of other files',
    ],
  ] as const) {
    await prove(folder, 1, more)
    expect(run(folder).stdout).toContain(said)
  }
})

test.each<[items: string[], more: object, said: string]>([
  [['expect: stdout contains `410`'], {}, 'failed, its output does not contain `410`'],
  [['expect: tests >= 3 in `r.xml`'], {}, 'failed, `r.xml` is not newly written as JUnit XML of at most 64 MB'],
  [
    ['expect: tests >= 3 in `r.xml`', 'expect: stdout contains `a`'],
    { tests: { passed: 0, failed: 0, skipped: 4 } },
    'failed, 0 passed tests, 3 are needed, 4 skipped',
  ],
  [
    ['expect: exit 3', 'expect: stdout contains `a`', 'expect: stdout contains `b`'],
    { exit: 3 },
    'failed, its output does not contain `a` or `b`',
  ],
  [['expect: exit 3', 'expect: stdout contains `a`'], { exit: 0 }, 'failed, exit 0'],
])('a command with %j that ended as it should, and failed, says why', async (items, more, said) => {
  const folder = makeRepository(
    working(`- [x] a\n  - run: \`a\`\n${items.map((item) => `  - ${item}\n`).join('')}`, { '.gitignore': 'r.xml\n' }),
  )
  await prove(folder, 1, { outcome: 'failed', ...more })
  const expected = items.map((item) => item.replace('expect: ', '')).join(', ')
  expect(run(folder).stdout).toContain(`failed\n  - \`a\` (expected: ${expected}): ${said}; 2026-08-20 16:00,`)
})

test('commands that the settings ask for come last', async () => {
  const folder = makeRepository(working('- [x] a\n', { '.ai/spell.json': '{"proof":{"always":["npm run lint"]}}' }))
  expect(run(folder).stdout).toContain('- 2. Asked by the settings: open\n  - `npm run lint` (not allowed yet)\n')
  await prove(folder, 'npm run lint')
  expect(run(folder).stdout).toContain(
    '- 2. Asked by the settings: done\n  - `npm run lint`: passed; 2026-08-20 16:00, 1.2 s, files not committed yet',
  )
})

test('runs of commands that no criterion has now are counted', async () => {
  const folder = makeRepository(working())
  await prove(folder, 1)
  folder.write({ '.ai/task/plan.md': plan.replace('-- export', '-- none') })
  const { stdout } = run(folder)
  expect(stdout).toContain('- 1. Orders are exported: open\n  - `npm test -- none` (not allowed yet)\n')
  expect(stdout).toContain('1 more run is of commands that no criterion has now.')
})

test('without git a proof is of no version', async () => {
  const folder = makeFolder(working())
  await prove(folder, 1)
  expect(run(folder).stdout).toContain('done\n  - `npm test -- export`: passed; 2026-08-20 16:00, 1.2 s, no version (')
})

describe('a log with a fault', () => {
  const faulty = async () => {
    const folder = makeRepository(working())
    await prove(folder, 1)
    folder.write({ [log]: `${folder.read(log)}{"outcome":"passed"}\n` })
    return folder
  }

  test('is told with its line and the way out, and no run counts', async () => {
    const folder = await faulty()
    const { stdout, exitCode } = run(folder)
    expect(exitCode).toBe(5)
    expect(stdout).toMatch(
      /\*\*\.ai\/task\/proofs\.jsonl:2 is not what spell wrote there\.\*\* No run counts\. The way out: `spell doctor --fix`\n/,
    )
    expect(stdout).not.toMatch(/: done$/m)
  })
})
