import { castIn, standing } from '../../../support/casting'
import { makeFolder, makeRepository } from '../../../support/folder'
import { commitAll } from '../../../support/git'
import { spellHere } from '../../../support/packed-program'
import { consent, criterion, makeProvable, type ProvableWork, planPath } from '../../../support/provable-work'

// What is said of proving: how it is summed up, why it was refused, what the agent is to do.

const run = ({ path, state }: ProvableWork, ...args: string[]) =>
  spellHere(path, ['prove', ...args], { env: { XDG_STATE_HOME: state } })
/** The line that sums up what was proven: nothing stands below it. */
const summary = (work: ProvableWork, ...args: string[]) => {
  return run(work, '--for', 'developer', ...args)
    .stdout.trimEnd()
    .split('\n')
    .at(-1)
}
const agent = (work: ProvableWork, ...args: string[]) => JSON.parse(run(work, ...args, '--json').stdout).ai
const passing = (text: string) => `- [ ] ${text}\n  - shell: \`true ${text}\`\n`
const failing = (text: string) => `- [ ] ${text}\n  - shell: \`false ${text}\`\n`
const node = 'node --version'

describe('the summary counts criteria as criteria, and names commands of the settings', () => {
  const four = ['a', 'b', 'c', 'd'].map(passing).join('')
  // biome-ignore format: a case is a line
  test.each<[what: string, plan: string, always: string[], said: string]>([
    [
      'four that are proven, one that is claimed, and a command',
      `${four}- [x] e\n`,
      [node],
      '4 criteria have passed for the files that are here now, and the command that the settings ask for has passed. Of all 5 criteria: 5 done, 1 of them only ticked',
    ],
    ['one', passing('a'), [], 'Criterion 1 has passed for the files that are here now.'],
    ['a command alone', '- [x] a\n', [node], 'The command that the settings ask for has passed.'],
    ['two commands', passing('a'), [node, 'node -v'], 'Criterion 1 has passed for the files that are here now, and the 2 commands that the settings ask for have passed.'],
    ['one of three that fails', passing('a') + failing('b') + passing('c'), [node], 'Criterion 2 has not passed. Of 3 criteria: 2 done · 1 failed'],
    [
      'two that fail, and a command',
      failing('a') + failing('b'),
      ['node --no-such-option'],
      '2 criteria have not passed, and the command that the settings ask for has not passed. Of 2 criteria: 2 failed',
    ],
    ['one command of two that fails', passing('a'), [node, 'node --no-such-option'], '1 of the 2 commands that the settings ask for has not passed.'],
  ])('%s', async (_, plan, always, said) => {
    expect(summary(await makeProvable(plan, {}, always))).toBe(said)
  })

  test('also of those that were chosen', async () => {
    const work = await makeProvable(passing('a') + passing('b') + passing('c'))
    expect(summary(work, '2')).toBe(
      'Criterion 2 has passed for the files that are here now. Of all 3 criteria: 1 done · 2 open',
    )
    expect(summary(work, '1', '3')).toMatch(/^2 criteria have passed for the files that are here now\. /)
  })
})

test('what passes before any work is named in a task, too, until a file has changed', async () => {
  const early = 'Passed before any work, so it may not show the criterion: 1.'
  const work = { ...makeRepository({ 'a.ts': '' }), state: makeFolder().path }
  commitAll(work)
  const plan = { [planPath]: passing('a') + failing('b') }
  for (const files of [{}, { '.ai/task/context.md': 'Rows.\n' }, plan, { '.ai/task/task.md': '# Rows\n' }]) {
    work.write(files)
    spellHere(work.path, ['accio'])
  }
  await consent(work, work.state)
  expect(run(work).stdout).toContain(early)
  work.write({ 'a.ts': 'changed' })
  expect(run(work, '--all').stdout).not.toContain(early)
})

test('what is stale when nothing else is left is named to both, and no answer before says that the work is complete', async () => {
  const work = await makeProvable(passing('a') + passing('b'))
  const spell = (...args: string[]) => spellHere(work.path, args, { env: { XDG_STATE_HOME: work.state } }).stdout
  for (const _ of [1, 2]) spell('accio')
  work.write({ '.ai/task/task.md': '# Rows\n\nWrite them.\n' })
  spell('accio')
  run(work, '1')
  work.write({ 'new.ts': '', '.ai/task/task-results.md': 'The rows are written.\n' })
  const proven = run(work, '2').stdout
  expect(proven).toContain('Run `spell prove 1`, as files have changed since. Put these results')
  const archived = spell('accio')
  expect(archived).toContain('1 done · 1 open (passed before files changed)')
  expect(archived).toContain('completes the work, once all is met')
  expect(archived).toContain('Then run `spell prove`: not all has passed for the files that are here now.')
  // What it said is what happens, and what Lumos says.
  const look = spell('lumos')
  expect(look).toContain('1 done · 1 open (passed before files changed)')
  expect(look).toContain('**Accio** (criterion 1 has not passed …)')
  expect(spell('accio')).toContain('criterion 1 has not passed')
  expect(run(work).stdout).toContain('Criterion 1 has passed')
  expect(spell('accio')).toContain('The work is complete.')
})

test('what was proven for other files is open, and which have changed', async () => {
  const work = await makeProvable(passing('a') + passing('b'))
  run(work, '1')
  work.write({ 'new.ts': '' })
  const why = 'Passed before `new.ts` changed: 1.'
  expect(run(work, '--list').stdout).toContain(`${why}\n\n- 1. a: open (passed before files changed)\n`)
  expect(run(work, '2').stdout).toMatch(
    new RegExp(`\n\n${why}\n\n[^\n]*Of all 2 criteria: 1 done · 1 open \\(passed before files changed\\)\n$`),
  )
})

test('what is not allowed waits, and all else runs', async () => {
  const work = await makeProvable(passing('a') + passing('b') + failing('c'))
  work.write({ [planPath]: work.read(planPath).replace('true b', 'true other') })
  const { exitCode, stdout, stderr } = run(work)
  expect([exitCode, stderr.replace(/ after .*/g, '')]).toEqual([
    3,
    'spell: 1. true a …\nspell: passed\nspell: 3. false c …\nspell: failed\n',
  ])
  expect(stdout).toContain('- ✗ 2. b\n  - `true other` was not started: not allowed yet\n')
  expect(stdout).toMatch(/Ask the developer to run `spell allow` in a terminal\. .*Say in a sentence what is wrong/)
  expect(stdout).toContain('2 criteria have not passed. Of 3 criteria: 1 done · 1 failed · 1 open')
  expect(stdout).toMatch(/\n\nYou: run `spell allow`\.\n$/)
  // Alone it is refused.
  expect(run(work, '2')).toMatchObject({ exitCode: 3, stdout: '', stderr: expect.stringContaining('nothing was run') })
})

describe('the agent', () => {
  test.each(['no-such-program', 'node -v | cat'])('is not sent to the work for `%s` in the settings', async (said) => {
    const work = await makeProvable(passing('a'), {}, [said])
    expect(agent(work)).toContain(
      'What cannot be run (2) says nothing of the work: tell the developer, who fixes the command or what it lacks.',
    )
    expect(agent(work)).not.toContain('what fails')
  })

  test('is sent to the work once a task has begun', async () => {
    const work = await makeProvable(failing('a'))
    work.write({ '.ai/task/context.md': '# Context\n\nWords.\n' })
    for (const _ of ['the plan', 'the draft']) await castIn(work, 'accio')
    work.write({ '.ai/task/task.md': 'Do it.\n' })
    await castIn(work, 'accio')
    const sent =
      'Fix the work that your task is about, not the command: change criteria or their commands only as the developer decided. Then run `spell prove 1` again.'
    expect(agent(work)).toContain(sent)
  })

  test.each(['node --test a.js', './a.js'])('writes what is missing in the task, not before: %s', async (said) => {
    const work = await makeProvable(`- [ ] a\n  - run: \`${said}\`\n`)
    const write = `rite what is missing (${said.split(' ').at(-1)}), and run this again before the work.`
    expect(agent(work)).toContain(`In the task, first w${write}`)
    work.write(standing('ACHIEVE_TASK_EXECUTED'))
    expect(agent(work)).toContain(`W${write}`)
  })

  test('is sent to both if both are wrong', async () => {
    const said = agent(await makeProvable(failing('a'), {}, ['no-such-program']))
    expect(said).toMatch(
      /^What cannot be run \(2\) .* what fails is for the next one, and the commands stay as they are\./,
    )
  })
})

test('what passes before the first task, and was never seen failing, is named to both', async () => {
  const early = 'Passed before any work, so it may not show the criterion: 1.'
  const work = await makeProvable(passing('a') + criterion('test -e made'))
  run(work)
  work.write({ made: '' })
  // The second was seen failing.
  const both = run(work).stdout
  expect(both.split(early)).toHaveLength(3)
  // The agent is told what to do about it.
  expect(both.split('With `red: first` below it')).toHaveLength(2)
  const begun = await makeProvable(passing('a'))
  begun.write(standing('ACHIEVE_TASK_EXECUTED'))
  const after = run(begun).stdout
  expect(after).toContain('Criterion 1 has passed')
  expect(after).not.toContain('Passed before any work')
  // Nothing can be seen failing first any more.
  const over = await makeProvable(passing('a'))
  over.write(standing('ACHIEVE_COMPLETE'))
  expect(run(over).stdout).not.toContain('Passed before any work')
})

test('what failed is counted the same wherever it is shown', async () => {
  const work = await makeProvable(failing('a') + failing('b'))
  work.write(standing('GATHER_EDITING'))
  run(work, '1')
  const asked = [['lumos'], ['report'], ['work'], ['statusline'], ['prove', '--list']]
  const shown = asked.map((args) => spellHere(work.path, args, { env: { XDG_STATE_HOME: work.state } }).stdout)
  expect(shown.map((text) => /\b1 failed\b/.test(text))).toEqual(asked.map(() => true))
  expect(shown[0]).toMatch(/1\. a · failed\n.*\n2\. b\n/)
})
