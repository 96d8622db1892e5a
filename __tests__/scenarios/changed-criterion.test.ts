import { makeRepository } from '../support/folder'
import { commitAll } from '../support/git'
import { sessionIn } from '../support/packed-words'
import { prove } from '../support/provable-work'

// A criterion says something else than when it failed: the last line asks the developer to look at it, in every answer.

const criteria = (...expected: readonly string[]) =>
  `# Slugs\n\n${expected.map((text, at) => `- [ ] Rule ${at}\n  - run: \`node slug.mjs ${at}\`\n  - expect: stdout contains \`${text}\`\n`).join('')}`

/** Work with two criteria that have failed, in a conversation that spell sees. */
async function failed() {
  const folder = makeRepository({ 'slug.mjs': '' })
  commitAll(folder)
  const { says, runs } = sessionIn(folder)
  for (const files of [{}, { '.ai/task/context.md': 'Titles become slugs.\n' }]) {
    folder.write(files)
    says('accio')
    runs(['accio'])
  }
  folder.write({ '.ai/task/plan.md': criteria('a-b', 'c-d') })
  await prove(folder, 1, { outcome: 'failed', exit: 0 })
  await prove(folder, 2, { outcome: 'failed', exit: 0 })
  return { folder, runs, says }
}

test.each<[what: string, plan: string, look: string]>([
  ['a weaker expectation', criteria('a-b', '-'), 'criterion 2. **Accio** agrees to the change.'],
  ['two of them', criteria('b', '-'), 'criteria 1, 2. **Accio** agrees to the changes.'],
  ['one that is gone', criteria('a-b'), 'what was taken out. **Accio** agrees to the change.'],
  ['both', criteria('b'), 'criterion 1 and what was taken out. **Accio** agrees to the changes.'],
])('%s', async (_, plan, look) => {
  const { folder, runs, says } = await failed()
  says('accio')
  runs(['lumos'])
  runs(['accio'])
  const last = () => runs(['lumos', '--for', 'developer']).stdout.trimEnd().split('\n').at(-1)
  expect(last()).not.toContain('You: look at')
  folder.write({ '.ai/task/plan.md': plan })
  expect(last()).toBe(`You: look at ${look}`)
})

test('two spaces in a code span stay two, wherever it is printed', async () => {
  const { folder, runs } = await failed()
  const plan = criteria('a-b').replace('Rule 0', 'It reads `5  m`').replace('slug.mjs 0', 'slug.mjs "a  b"')
  folder.write({ '.ai/task/plan.md': plan })
  for (const args of [['prove', '--list'], ['allow', '--list'], ['prove', '--list'], ['report'], ['lumos']]) {
    const { stdout } = runs(args)
    expect([args, stdout]).toEqual([args, expect.stringContaining('`5  m`')])
    expect([args, stdout]).toEqual([args, expect.not.stringMatching(/5 m|a b/)])
  }
})
