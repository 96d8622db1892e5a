import { rmSync } from 'node:fs'
import { type Folder, makeFolder, makeRepository } from '../support/folder'
import { commitAll } from '../support/git'
import { spellHere } from '../support/packed-program'
import { sessionIn } from '../support/packed-words'
import { prove } from '../support/provable-work'

// A criterion says something else than when it failed: the last line asks the developer to look at it, in every answer.

const criteria = (...expected: readonly string[]) =>
  `# Slugs\n\n${expected.map((text, at) => `- [ ] Rule ${at}\n  - run: \`node slug.mjs ${at}\`\n  - expect: stdout contains \`${text}\`\n`).join('')}`

/** As if no host had reported a message here. */
const forgetHosts = ({ path }: Folder) => rmSync(`${path}/.git/spell-host`)

/** Work with two criteria that have failed, in a conversation that spell sees. */
async function failed(surface: Readonly<Record<string, string>> = {}) {
  const folder = makeRepository({ 'slug.mjs': '' })
  commitAll(folder)
  const { says, runs } = sessionIn(folder, 'one', makeFolder().path, surface)
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
  runs(['lumos'])
  says('accio')
  runs(['accio'])
  const last = (command = 'lumos') => runs([command, '--for', 'developer']).stdout.trimEnd().split('\n').at(-1)
  expect(last()).not.toContain('You: look at')
  folder.write({ '.ai/task/plan.md': plan })
  expect(last()).toBe(`You: look at ${look}`)
  expect(last('prove')).toBe(`You: look at ${look}`)
  expect(runs(['prove', '--for', 'ai']).stdout).toContain('Show the developer what was changed')
})

/** The same in a task, after its command has passed with a weaker expectation. */
async function weakened(surface = {}) {
  const work = await failed(surface)
  const { folder, runs, says } = work
  for (const files of [{}, { '.ai/task/task.md': '---\ntask_name: dashes\n---\n\n# Task\n\nDashes.\n' }]) {
    folder.write(files)
    runs(['lumos'])
    says('accio')
    runs(['accio'])
  }
  folder.write({ '.ai/task/plan.md': criteria('a-b', '-'), '.ai/task/task-results.md': 'Done.\n' })
  await prove(folder, 2)
  return work
}

const change = 'expect: stdout contains `c-d` → `-`'
const recorded = ({ contents }: Pick<Folder, 'contents'>) =>
  Object.entries(contents()).find(([path]) => path.endsWith('/proofs.md'))?.[1]

test('an Accio before it was shown says so in its answer and in proofs.md, and the next one tells what it agrees to', async () => {
  const { folder, runs, says } = await weakened()
  says('accio')
  const archived = runs(['accio', '--for', 'developer']).stdout
  expect(archived).toContain(`   - ${change} (it failed before)\n`)
  expect(archived).toMatch(/\n\nYou: look at criterion 2\. \*\*Accio\*\* agrees to the change\.\n$/)
  expect(recorded(folder)).toContain(`${change}; the developer has not agreed to it.`)
  folder.write({ '.ai/task/task.md': '# Task\n\nMore.\n' })
  says('accio')
  const begun = runs(['accio', '--for', 'developer']).stdout
  expect(begun).toContain('Agreed on your word, as you saw it: criterion 2.\n')
  expect(begun).not.toContain('look at')
  says('accio')
  rmSync(`${folder.path}/.ai/task/task-results.md`, { force: true })
  expect(runs(['finite', '--for', 'developer']).stdout).not.toContain('Agreed on your word')
})

test('proofs.md of the task that the agreeing Accio archives says that it was agreed to', async () => {
  const { folder, runs, says } = await weakened()
  runs(['lumos'])
  says('accio')
  runs(['accio'])
  expect(recorded(folder)).toMatch(/ → `-`; agreed to \d{4}-\d\d-\d\d \d\d:\d\d, on the developer's word\.\n$/)
})

test('where no word is seen, none is said to agree', async () => {
  const { folder } = await weakened()
  const unseen = (command: string) => spellHere(folder.path, [command, '--for', 'developer']).stdout
  forgetHosts(folder)
  for (const command of ['lumos', 'accio', 'lumos']) {
    expect(unseen(command)).toContain(`Not agreed to:\n\n2. Rule 1\n   - ${change} (it failed before)\n`)
    expect(unseen('lumos')).toMatch(/\n\nYou: look at criterion 2 in a terminal: `spell lumos`\.\n$/)
  }
})

test('while every word is refused, none is said to agree to it', async () => {
  const { folder, runs } = await weakened()
  folder.write({ '.ai/task/plan.md': `<<<<<<< HEAD\n${criteria('a-b')}=======\n${criteria('-')}>>>>>>> b\n` })
  const told = runs(['lumos', '--for', 'developer']).stdout
  expect(told).not.toContain('New since')
  expect(told).toMatch(/\n\nYou: run `spell doctor`\.\n$/)
})

test('what the host shows when the agent stops ends with it, too', async () => {
  const { runs } = await weakened({ CLAUDE_CODE_ENTRYPOINT: 'cli' })
  const input = JSON.stringify({ hook_event_name: 'Stop', session_id: 'one', stop_hook_active: false })
  const { systemMessage } = JSON.parse(runs(['guard', 'stop', '--agent', 'claude'], input).stdout)
  expect(systemMessage).toMatch(
    /\nSlugs · Task 1 in progress · 0 of 2 passed, 1 failed\nYou: look at criterion 2\. Accio agrees to the change\.$/,
  )
  expect(runs(['prove', '--for', 'ai']).stdout).not.toContain('Show the developer what was changed')
})
