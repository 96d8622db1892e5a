import { stateFile } from '../support/casting'
import { makeRepository, wholeTree } from '../support/folder'
import { sessionIn } from '../support/packed-words'

/** Work that a developer has begun by a word, which is used. */
function begun() {
  const folder = makeRepository()
  const one = sessionIn(folder)
  one.says('accio')
  one.asks('accio')
  return { folder, one }
}
const refusal = { ok: false, code: 'no-word' }

test('no agent gives itself a word or a grant, and the guard asks about the hook’s command', () => {
  const { one } = begun()
  for (const given of ['accio until complete', 'accio']) expect(one.runs(['say', given]).exitCode).not.toBe(0)
  expect(one.asks('accio')).toMatchObject(refusal)
  const command = 'spell word --agent claude < message.json'
  const call = JSON.stringify({ tool_name: 'Bash', tool_input: { command } })
  expect(one.runs(['guard', 'tool', '--agent', 'claude'], call).stdout).toContain('"permissionDecision":"ask"')
})

test('the doctor repairs nothing without its word', () => {
  const { folder, one } = begun()
  folder.write({ [stateFile]: '{' })
  one.says('Accio.')
  const before = [wholeTree(folder.path), wholeTree(one.env.XDG_STATE_HOME)]
  expect(one.asks('doctor', '--fix')).toMatchObject(refusal)
  expect([wholeTree(folder.path), wholeTree(one.env.XDG_STATE_HOME)]).toEqual(before)
  one.says('doctor, please')
  expect(one.asks('doctor', '--fix')).toMatchObject({ ok: true })
})

test('a command that waits for the developer is refused with each way in which they allow it', () => {
  const { folder, one } = begun()
  folder.write({ '.ai/task/context.md': '# Context\n\nOrders are copied by hand.\n' })
  one.says('accio')
  one.asks('accio')
  folder.write({ '.ai/task/plan.md': '# Orders\n\n- [ ] a file\n  - run: `node --version`\n' })
  const told = 'Only the developer can allow it: their next Accio does, or they do it in a terminal.'
  expect(one.asks('prove').message).toContain(told)
  one.asks('lumos')
  one.says('accio')
  one.asks('accio')
  expect(one.asks('prove')).toMatchObject({ ok: true })
})
