import { readFileSync } from 'node:fs'
import { type Folder, makeFolder } from '../../support/folder'
import { spellHere } from '../../support/packed-program'
import { accio, checked, provable, settingsFile, spellIn, tickOnly } from '../../support/packed-provable'
import { prove } from '../../support/provable-work'
import { planFile } from '../../support/team-repository'

const again = ['--rerun', '--allow-commands']
const ci = { CI: 'true' }
const rerun = (folder: Folder, ...args: string[]) => checked(folder, [...again, ...args], ci)

/** What is said of the commands that were run again: in the log of CI and on the page of the run, as text, and in JSON. */
function reports(folder: Folder): unknown[] {
  const summary = `${makeFolder().path}/summary.md`
  const inFormat = (...format: string[]) =>
    spellHere(folder.path, ['check', ...again, ...format], { env: { ...ci, GITHUB_STEP_SUMMARY: summary } })
  const said = /^.*(?:Run again|ran nothing).*$/m
  const [log = ''] = said.exec(inFormat('--format', 'github').stdout) ?? []
  for (const text of [inFormat('--format', 'text').stdout, readFileSync(summary, 'utf8')])
    expect(log).toContain(said.exec(text)?.[0].replaceAll('`', ''))
  return [
    log,
    JSON.parse(inFormat('--json').stdout).rerun.map(({ command, isPassed }: { command: string; isPassed: boolean }) => [
      command,
      isPassed,
    ]),
  ]
}

describe('running the commands of the plan again', () => {
  test('agrees with proofs that hold, keeps nothing and changes nothing', async () => {
    const folder = await provable('done')
    expect(spellIn(folder, 'prove').exitCode).toBe(0)
    const before = folder.contents()
    expect(rerun(folder)).toMatchObject({ exitCode: 0, rules: [], noted: [] })
    expect(reports(folder)).toEqual([
      'Run again: 2, passed: 2. - node test.cjs export (expected: stdout contains export ok) passed (task) - node test.cjs import passed (task)',
      [
        ['node test.cjs export', true],
        ['node test.cjs import', true],
      ],
    ])
    expect(folder.contents()).toEqual(before)
  })

  test('names what is ticked and does not pass here', async () => {
    const folder = await provable('done')
    await prove(folder, 2)
    tickOnly(folder, 2)
    folder.write({ 'import.mjs': 'nothing yet' })
    const message = 'Criterion 2 is ticked, but `node test.cjs import` does not pass here: it ended with 1, not 0.'
    expect(rerun(folder)).toMatchObject({
      exitCode: 10,
      rules: ['rerun-failed'],
      findings: [{ where: planFile, line: 6, message, fix: 'spell prove 2' }],
    })
  })

  test('runs nothing of an open criterion while the work is under way', async () => {
    const folder = await provable('done')
    folder.write({ 'import.mjs': 'nothing yet' })
    const { exitCode, rules, noted } = rerun(folder)
    expect({ exitCode, rules, noted }).toEqual({ exitCode: 0, rules: [], noted: [] })
    expect(reports(folder)).toEqual(['--rerun ran nothing: no work that is judged has a command to run.', []])
  })

  test('asks for the commands of the settings once the work is complete', async () => {
    const always = JSON.stringify({ proof: { always: ['node test.cjs all'] } })
    const folder = await provable('done', { [settingsFile]: always })
    expect(rerun(folder).rules).toEqual([])
    tickOnly(folder, 1, 2, 3)
    for (const which of [1, 2, 3, 'node test.cjs all']) await prove(folder, which)
    expect(accio(folder)).toBe('ACHIEVE_COMPLETE')
    expect(rerun(folder).findings).toMatchObject([
      {
        where: settingsFile,
        message:
          '`node test.cjs all`, which the settings ask for, has to pass, but `node test.cjs all` does not pass here: it ended with 1, not 0.',
      },
    ])
  })

  test('runs one command once, however many criteria name it', async () => {
    const items = ['a', 'b'].map((text) => `- [ ] ${text}\n  - run: \`node test.cjs export\`\n`).join('')
    const folder = await provable('done', { [planFile]: items })
    for (const number of [1, 2]) await prove(folder, number)
    tickOnly(folder, 1, 2)
    const { stderr } = spellHere(folder.path, ['check', ...again], { env: ci })
    expect(stderr.match(/^spell: .* …$/gm)).toHaveLength(1)
  })
})

test.each([
  ['without consent', ['--rerun'], ci, 3, 'needs consent'],
  ['on a machine of a developer', again, {}, 3, '`spell prove` asks you first'],
  ['where CI is off', again, { CI: 'false' }, 3, '`spell prove` asks you first'],
  ['with secrets', again, { ...ci, GITHUB_EVENT_NAME: 'pull_request_target' }, 3, 'pull_request_target'],
  ['for consent alone', ['--allow-commands'], ci, 2, '--allow-commands is for --rerun'],
])('nothing runs: %s', async (_, args, env, exitCode, said) => {
  const folder = await provable('planned', { [planFile]: '- [ ] a\n  - run: `touch ran`\n' })
  expect(spellHere(folder.path, ['check', ...args], { env })).toMatchObject({
    exitCode,
    stderr: expect.stringContaining(said),
  })
  expect(() => folder.read('ran')).toThrow()
})
