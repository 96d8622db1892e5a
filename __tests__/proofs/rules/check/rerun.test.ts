import { readFileSync } from 'node:fs'
import { type Folder, makeFolder } from '../../../support/folder'
import { spellHere } from '../../../support/packed-program'
import { checked, provable, settingsFile, spellIn, tickOnly } from '../../../support/packed-provable'
import { prove } from '../../../support/provable-work'
import { planFile } from '../../../support/team-repository'

const again = ['--rerun', '--allow-commands']
const ci = { CI: 'true' }
const rerun = (folder: Folder, ...args: string[]) => checked(folder, [...again, ...args], ci)

/** What is said of the commands that were run again: in the log of CI and on the page of the run, as text, and in JSON. */
function reports(folder: Folder): unknown[] {
  const summary = `${makeFolder().path}/summary.md`
  const inFormat = (format: string) =>
    spellHere(folder.path, ['check', ...again, '--format', format], { env: { ...ci, GITHUB_STEP_SUMMARY: summary } })
  const said = /^.*(?:run again|ran nothing).*$/m
  const [log = ''] = said.exec(inFormat('github').stdout) ?? []
  for (const text of [inFormat('text').stdout, readFileSync(summary, 'utf8')])
    expect(said.exec(text)?.[0].replaceAll('`', '')).toBe(log)
  return [log, JSON.parse(inFormat('json').stdout).rerun]
}

describe('running the commands of the plan again', () => {
  test('agrees with proofs that hold, keeps nothing and changes nothing', async () => {
    const folder = await provable('done')
    expect(spellIn(folder, 'prove').exitCode).toBe(0)
    const before = folder.contents()
    expect(rerun(folder)).toMatchObject({ exitCode: 0, rules: [], noted: [] })
    expect(reports(folder)).toEqual(['2 commands were run again, and all passed.', { ran: 2, passed: 2 }])
    expect(folder.contents()).toEqual(before)
  })

  test('names what is ticked and does not pass here, in each format', async () => {
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
    const inFormat = (format: string) =>
      spellHere(folder.path, ['check', ...again, '--format', format], { env: ci }).stdout
    expect(inFormat('github')).toContain(
      `::error file=${planFile},line=6,title=spell check%3A rerun-failed::${message} → spell prove 2\n`,
    )
    expect(inFormat('junit')).toMatch(
      /<testcase [^>]*name="rerun-failed: [^>]*><failure message="Criterion 2 is ticked/,
    )
  })

  test('says nothing of an open criterion that does not pass, and notes one that does', async () => {
    const folder = await provable('done')
    folder.write({ 'import.mjs': 'nothing yet' })
    const { exitCode, rules, noted } = rerun(folder)
    expect({ exitCode, rules, noted }).toEqual({ exitCode: 0, rules: [], noted: ['criterion-not-proven'] })
    expect(reports(folder)).toEqual(['2 commands were run again, and 1 passed.', { ran: 2, passed: 1 }])
    expect(spellHere(folder.path, ['check', ...again], { env: ci }).stdout).toContain(
      'Criterion 1 holds here, but no proof of it was kept.',
    )
  })

  test.each([
    ['needs a shell', '- [ ] a\n  - run: `true && true`\n', 2],
    ['is misspelled', '- [ ] a\n  - Run: `true`\n', 2],
    ['has a wrong limit', '- [ ] a\n  - run: `true`\n  - within: soon\n', 3],
  ])('names an item that %s with its line', async (_, plan, line) => {
    const folder = await provable('planned', { [planFile]: plan })
    expect(rerun(folder)).toMatchObject({
      exitCode: 10,
      rules: ['rerun-failed'],
      findings: [{ where: planFile, message: expect.stringContaining(`${planFile}:${line}`) }],
    })
  })

  test.each([
    ['cannot be started', 'run: `no-such-program-at-all`', /cannot be found|not be started|no-such-program/],
    ['takes too long', 'run: `node -e "setInterval(() => {}, 9)"`\n  - within: 1s', /more than 1 s/],
    ['changes files', "run: `node -e \"require('fs').writeFileSync('made.txt', String(process.pid))\"`", /changed/],
  ])('a ticked command that %s does not pass', async (_, item, because) => {
    const folder = await provable('planned', { [planFile]: `- [ ] a\n  - ${item}\n` })
    await prove(folder, 1)
    tickOnly(folder, 1)
    const { findings } = rerun(folder)
    expect(findings).toMatchObject([{ rule: 'rerun-failed', message: expect.stringMatching(because) }])
  })

  test('asks of the commands of the settings only what was proven', async () => {
    const always = JSON.stringify({ proof: { always: ['node test.cjs all'] } })
    const folder = await provable('done', { [settingsFile]: always })
    expect(rerun(folder).rules).toEqual([])
    await prove(folder, 'node test.cjs all')
    expect(rerun(folder).findings).toMatchObject([
      {
        where: settingsFile,
        message:
          '`node test.cjs all`, which the settings ask for, has passed before, but does not pass here: it ended with 1, not 0.',
      },
    ])
  })

  test('of no commands is a check', async () => {
    const folder = await provable('done', { [planFile]: '- [ ] a\n' })
    expect(rerun(folder)).toMatchObject({ exitCode: 0, rules: [], noted: [] })
    expect(reports(folder)).toEqual(['--rerun ran nothing: there is no command to run.', { ran: 0, passed: 0 }])
    expect(JSON.parse(spellHere(folder.path, ['check', '--json']).stdout).rerun).toBeNull()
  })
})

describe('nothing runs', () => {
  test.each([
    ['without consent', ['--rerun'], ci, 3, 'needs consent'],
    ['on a machine of a developer', again, {}, 3, '`spell prove` asks you first'],
    ['where CI is off', again, { CI: 'false' }, 3, '`spell prove` asks you first'],
    ['with secrets', again, { ...ci, GITHUB_EVENT_NAME: 'pull_request_target' }, 3, 'pull_request_target'],
    ['for consent alone', ['--allow-commands'], ci, 2, '--allow-commands is for --rerun'],
  ])('%s', async (_, args, env, exitCode, said) => {
    const folder = await provable('planned', { [planFile]: '- [ ] a\n  - run: `touch ran`\n' })
    expect(spellHere(folder.path, ['check', ...args], { env })).toMatchObject({
      exitCode,
      stderr: expect.stringContaining(said),
    })
    expect(() => folder.read('ran')).toThrow()
  })
})
