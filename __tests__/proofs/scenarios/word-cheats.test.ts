import Ajv from 'ajv'
import { linesOf, stateFile } from '../../support/casting'
import { type Folder, makeRepository, wholeTree } from '../../support/folder'
import { connect } from '../../support/packed-mcp-client'
import { shell, start } from '../../support/packed-program'
import { sessionIn } from '../../support/packed-words'
import { planPath } from '../../support/provable-work'
import { commitAll, git } from '../../support/team-repository'

// What an agent may try to go on without the developer, or to have agreed what they have not read. Where a host reports what
// they say, a word is required; removing the mark of that is a limit that docs/words.md names. What counts as a word is in
// word/words-in-message.test.ts, what it agrees to in word/agreement.test.ts.

const lastStep = (folder: Folder) => JSON.parse(linesOf(folder).at(-1) ?? '{}')
const planWith = (command: string) => `# Orders\n\n- [ ] They are exported\n  - run: \`${command}\`\n`
const context = { '.ai/task/context.md': '# Context\n\nOrders are copied by hand.\n' }
const required = { '.ai/spell.json': '{"word":"required"}' }
const recorded = { '.ai/spell.json': '{"word":"recorded"}' }
const refusal = { ok: false, code: 'no-word' }

/** Says accio, and casts it. */
const accio = ({ says, asks }: ReturnType<typeof sessionIn>) => {
  says('accio')
  return asks('accio')
}

/** Work whose context is written, in a first session; where asked for, its plan, too. */
function planning(plan?: string) {
  const folder = makeRepository()
  const one = sessionIn(folder)
  accio(one)
  folder.write(context)
  if (plan === undefined) return { folder, one }
  accio(one)
  folder.write({ [planPath]: plan })
  return { folder, one }
}

const spellAgain = '"$TEST_NODE" "$TEST_PROGRAM" accio'
// biome-ignore format: a case is a line
test.each([
  ['for a piece of work with a name', 'spell new csv'],
  ['in an empty environment', `env -i PATH="$PATH" HOME="$PWD/home" ${spellAgain}`],
  ['in one without a session', `env -i PATH="$PATH" XDG_STATE_HOME="$XDG_STATE_HOME" ${spellAgain}`],
  ['in a session that it makes up', 'CLAUDE_CODE_SESSION_ID=two spell accio'],
  ['with another folder of words', 'XDG_STATE_HOME="$XDG_STATE_HOME/mine" spell accio'],
  ['with a variable for the setting', 'SPELL_WORD=recorded spell accio'],
  ['with a setting', `echo '{"word":"recorded"}' > .ai/spell.json; spell accio`],
  ['from a folder below', 'mkdir -p src && cd src && spell accio'],
])('one word is not cast twice: %s', (_, line) => {
  const { folder, one } = planning()
  const before = linesOf(folder)
  expect(shell(folder.path, line, one.env)).toMatchObject({
    exitCode: 3,
    stderr: expect.stringContaining('spell has not seen Accio from the developer'),
  })
  expect([linesOf(folder), folder.contents()['.ai/work/csv/state.json']]).toEqual([before, undefined])
})

test('one word is cast once by the server and two shells at the same time', async () => {
  const { folder, one } = planning(planWith('true'))
  const { call } = await connect(folder.path, { env: one.env })
  one.says('accio')
  const count = linesOf(folder).length
  const shells = [one.env, { ...one.env, CLAUDE_CODE_SESSION_ID: undefined }].map((env) =>
    start(folder.path, ['accio'], env),
  )
  const [answer, ...ended] = await Promise.all([call('accio'), ...shells.map((each) => each.ended)])
  expect([answer.isError !== true, ...ended.map(({ exitCode }) => exitCode === 0)].filter(Boolean)).toHaveLength(1)
  expect(linesOf(folder)).toHaveLength(count + 1)
})

test.each<[what: string, weaken: (folder: Folder) => unknown]>([
  ['weakened', (folder) => folder.write(recorded)],
  ['weakened and staged', (folder) => [folder.write(recorded), git(folder, 'add', '.ai/spell.json')]],
  ['deleted', (folder) => folder.remove('.ai/spell.json')],
])('a committed setting holds where it was %s, without any host', (_, weaken) => {
  const folder = makeRepository(required)
  commitAll(folder)
  weaken(folder)
  const before = wholeTree(folder.path)
  expect(sessionIn(folder).asks('accio')).toMatchObject(refusal)
  expect(wholeTree(folder.path)).toEqual(before)
})

test.each<[what: string, session: string, cheat?: (folder: Folder) => unknown]>([
  ['was written over', 'one', (folder) => folder.write({ [planPath]: planWith('touch ran') })],
  ['came from another branch', 'one', (folder) => git(folder, 'checkout', '-q', 'other', '--', planPath)],
  ['was shown in another session', 'two'],
])('what %s before the word is not agreed to, and each session has its own word', (_, name, ...[cheat]) => {
  const { folder, one } = planning(planWith('touch ran'))
  commitAll(folder)
  git(folder, 'branch', 'other')
  folder.write({ [planPath]: planWith('touch run') })
  expect(one.asks('lumos').shown).toMatchObject({ commands: [{ text: 'touch run' }] })
  cheat?.(folder)
  const session = sessionIn(folder, name, one.env.XDG_STATE_HOME)
  if (name === 'two') one.says('accio')
  expect(session.asks('accio')).toMatchObject(refusal)
  expect(accio(session)).toMatchObject({ ok: true })
  expect(lastStep(folder)).toMatchObject({ word: 'said' })
  expect(lastStep(folder).agreed).toBeUndefined()
  session.runs(['prove'])
  expect(Object.keys(folder.contents('.')).filter((path) => /^r[au]n$/.test(path))).toEqual([])
})

test('no agent gives itself a word or a grant, and the guard asks about the hook’s command', () => {
  const { one } = planning()
  for (const args of [
    ['say', 'accio until complete'],
    ['say', 'accio'],
  ])
    expect(one.runs(args).exitCode).not.toBe(0)
  expect(one.asks('accio')).toMatchObject(refusal)
  const call = JSON.stringify({
    tool_name: 'Bash',
    tool_input: { command: 'spell word --agent claude < message.json' },
  })
  expect(one.runs(['guard', 'tool', '--agent', 'claude'], call).stdout).toContain('"permissionDecision":"ask"')
})

test('the doctor repairs nothing without its word', () => {
  const { folder, one } = planning()
  folder.write({ [stateFile]: '{' })
  one.says('Accio.')
  const before = [wholeTree(folder.path), wholeTree(one.env.XDG_STATE_HOME)]
  expect(one.asks('doctor', '--fix')).toMatchObject(refusal)
  expect([wholeTree(folder.path), wholeTree(one.env.XDG_STATE_HOME)]).toEqual(before)
  one.says('doctor, please')
  expect(one.asks('doctor', '--fix')).toMatchObject({ ok: true })
})

test('the server shows what is new, and refuses a cast without a word', async () => {
  const { folder, one } = planning(planWith('true'))
  const { client, call } = await connect(folder.path, { env: one.env })
  const { tools } = await client.listTools()
  const isRight = new Ajv({ strict: false }).compile(tools.find(({ name }) => name === 'lumos')?.outputSchema ?? false)
  expect((await call('lumos', { for: 'ai' })).structuredContent).not.toHaveProperty('shown')
  expect(await call('accio')).toMatchObject({ isError: true, structuredContent: refusal })
  one.says('accio')
  await call('accio')
  expect(lastStep(folder).agreed).toBeUndefined()
  const { structuredContent } = await call('lumos')
  expect(structuredContent).toMatchObject({ shown: { commands: [{ text: 'true', criterion: 'They are exported' }] } })
  expect(isRight(structuredContent)).toBe(true)
  folder.write({ '.ai/task/task.md': '# Task\n\nWrite it.\n' })
  one.says('accio')
  await call('accio')
  expect(lastStep(folder)).toMatchObject({ word: 'said', agreed: { commands: 1 } })
})
