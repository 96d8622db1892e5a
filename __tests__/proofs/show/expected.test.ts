import { commitAll } from '../../support/git'
import { spellHere } from '../../support/packed-program'
import { accio, provable, spellIn } from '../../support/packed-provable'
import { planFile } from '../../support/team-repository'

// A stranger runs a command that is shown to them, and has to know what of it counts.

const text = "node -e 'console.log(`gone   for ever`); process.exit(3)'"
const plan = `- [ ] It is gone\n  - run: \`\` ${text} \`\`\n  - expect: exit 3\n  - expect: stdout contains \`gone   for\`\n`
const expected = ['exit 3', 'stdout contains `gone   for`']

test.each([
  ['task', 'Put these results into the results file.'],
  ['done', 'Tell the developer in a sentence what has passed.'],
] as const)('of what has passed in the stage %s the agent hears: %s', async (stage, said) => {
  const folder = await provable(stage, { [planFile]: '- [ ] a\n  - run: `node --version`\n' })
  expect(spellIn(folder, 'prove').stdout).toContain(said)
})

test('what a command has to come to is said wherever the command is', async () => {
  const folder = await provable('done', { [planFile]: plan })
  const shown = `\`\` ${text.replace('gone   for', 'gone[3 spaces]for')} \`\` (expected: exit 3, stdout contains \`gone[3 spaces]for\`)`
  const inJson = (kind: string, ...args: string[]) => {
    const { criteria, reports, rerun } = JSON.parse(
      spellHere(folder.path, [...args, '--json'], { env: { CI: '1' } }).stdout,
    )
    const [one] = rerun ?? (criteria ?? reports[0].criteria)[0].commands
    expect([kind, one.expect]).toEqual([kind, expected])
  }
  const again = ['check', '--rerun', '--allow-commands']
  for (const args of [['prove', '--list'], ['prove', '1'], ['report']]) {
    expect(spellIn(folder, ...args).stdout).toContain(shown)
    inJson(args.join(' '), ...args)
  }
  expect(accio(folder)).toBe('ACHIEVE_COMPLETE')
  commitAll(folder)
  expect(spellHere(folder.path, again, { env: { CI: '1' } }).stdout).toContain(`${shown} passed`)
  inJson('check', ...again)
  expect(spellIn(folder, 'report', '--html', 'page.log').exitCode).toBe(0)
  expect(folder.read('page.log')).toMatch(
    /\(expected: .*exit 3.*<code[^>]*>gone\[3 spaces\]for<\/code>.*\)|\(expected: .*<code[^>]*>gone {3}for/,
  )
})
