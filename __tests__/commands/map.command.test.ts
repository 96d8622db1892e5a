import { readFileSync } from 'node:fs'
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

test('a pipe gets where the work is and Mermaid, and nothing is written', () => {
  const folder = planning()
  const before = Object.keys(folder.contents())
  const { stdout, stderr, exitCode } = map(folder)
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
  expect(stdout).toMatch(/^Now: \*\*Planning\*\*\.\n\n```mermaid\nstateDiagram-v2\n/)
  expect(stdout).toMatch(/state "Planning" as b2\n.*\n {2}class b2 here\n```\n$/s)
  expect(Object.keys(folder.contents())).toEqual(before)
})

test('before the first piece of work it is the map of the default workflow', () => {
  expect(map(makeFolder()).stdout).toMatch(/^Nothing is under way here\.\n\n```mermaid\n/)
  const hoping = makeFolder({ '.ai/spell.json': '{ "workflow": "hope" }' })
  expect(map(hoping).stdout).toContain('state "No session"')
})

test('the map of a workflow of the repository is the same: its states in one frame', () => {
  const folder = makeFolder({
    '.ai/spell.json': '{ "workflow": "rfc" }',
    '.ai/workflows/rfc.yaml': readFileSync('docs/workflows/rfc.yaml', 'utf8'),
  })
  const { stdout } = map(folder)
  expect(stdout).toContain('  state "rfc" as p0 {\n    state "Question" as b0\n    state "Proposal" as b1\n')
  expect(stdout).toContain('\n  b0 --> b1: next\n')
})

test('the only work of another workflow is meant, and a name that is not there is an error that helps', () => {
  const folder = makeFolder(standingAt('clarification'))
  expect(map(folder).stdout).toMatch(/^Now: \*\*Clarification\*\*\.\n/)
  expect(failure(folder, '--work', 'nothing')).toMatchObject({ exitCode: 2, code: 'unknown-work' })
  expect(failure(folder, '--work', 'nothing').fix).toMatch(/^spell map --work /)
})

const testInTerminal = hasTerminal ? test : test.skip

testInTerminal('a terminal gets columns, and for TERM=dumb Mermaid', async () => {
  const folder = planning()
  const { text, raw, exitCode } = await inTerminal(folder.path, ['map'])
  expect(exitCode).toBe(0)
  expect(text).toMatch(/^Gather +Achieve +Review$/m)
  expect(text).toContain('▶ Planning')
  expect(raw).toContain('\u001b[1m')
  expect((await inTerminal(folder.path, ['map'], [], { TERM: 'dumb' })).text).toMatch(/^Now: \*\*Planning/)
})
