import { standing } from '../support/casting'
import { standingAt } from '../support/discovery-plan'
import { type Folder, makeFolder } from '../support/folder'
import { hasTerminal, inTerminal } from '../support/packed-in-terminal'
import { spellHere } from '../support/packed-program'

const map = (folder: Pick<Folder, 'path'>, ...args: string[]) => spellHere(folder.path, ['map', ...args])
const failure = (folder: Folder, ...args: string[]) => {
  const { stdout, exitCode } = map(folder, '--json', ...args)
  const { code, fix } = JSON.parse(stdout)
  return { exitCode, code, fix }
}

const planning = () => makeFolder({ ...standing('GATHER_EDITING'), '.ai/task/plan.md': '# A\n\n- [ ] b\n' })

test('a pipe gets a list that begins with where the work is, and nothing is written', () => {
  const folder = planning()
  const before = Object.keys(folder.contents())
  const { stdout, stderr, exitCode } = map(folder)
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
  expect(stdout).toMatch(/^- Now: Planning\.\n/)
  expect(stdout).toContain('Can be said now: Accio (next), to Task draft')
  expect(stdout).toContain('\n- Gather: Not started, Context, Planning.\n')
  expect(Object.keys(folder.contents())).toEqual(before)
})

test('before the first piece of work it is the map of the default workflow', () => {
  expect(map(makeFolder()).stdout).toMatch(/^Nothing is under way here\.\n\n- Gather: /)
  const hoping = makeFolder({ '.ai/spell.json': '{ "workflow": "hope" }' })
  expect(map(hoping).stdout).toContain('\n- Start: No session, How you take part.\n')
})

test('the only work of another workflow is meant, and a name that is not there is an error that helps', () => {
  const folder = makeFolder(standingAt('clarification'))
  expect(map(folder).stdout).toMatch(/^- Now: Clarification\.\n/)
  expect(failure(folder, '--work', 'nothing')).toMatchObject({ exitCode: 2, code: 'unknown-work' })
  expect(failure(folder, '--work', 'nothing').fix).toMatch(/^spell map --work /)
})

const testInTerminal = hasTerminal ? test : test.skip

testInTerminal('a terminal gets frames, and for TERM=dumb the list', async () => {
  const folder = planning()
  const { text, raw, exitCode } = await inTerminal(folder.path, ['map'])
  expect(exitCode).toBe(0)
  expect(text).toMatch(/^╭─ Gather ─+╮/m)
  expect(text).toContain('▶ Planning')
  expect(raw).toContain('\u001b[1m')
  expect((await inTerminal(folder.path, ['map'], [], { TERM: 'dumb' })).text).toMatch(/^- Now: Planning/)
})
