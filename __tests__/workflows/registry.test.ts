import { type CastContext, cast } from '../../src/cast/cast'
import { check } from '../../src/check/check'
import { joinParts } from '../../src/engine/place'
import { readReport } from '../../src/show/read-report'
import { workInWorktrees } from '../../src/work/everywhere'
import { allWork } from '../../src/work/open'
import { settings } from '../../src/work/settings/settings-file'
import { refuseTaken } from '../../src/work/use-file'
import { workIn } from '../../src/work/work'
import { engineer } from '../../src/workflows/engineer'
import { states } from '../../src/workflows/engineer/states'
import { main } from '../../src/workflows/hope/session'
import { entryOf, workflows } from '../../src/workflows/registry'
import { edgeAt } from '../support/casting'
import { sketch, texts } from '../support/fifth-workflow'
import { type Folder, makeFolder } from '../support/folder'

const phaseOf = (workflow: string, state: string) => entryOf(workflow).phaseOnBoard(state)
const inHope = (state: string) => joinParts(['soul.silent_audit', state, 'idle'])

const cases = workflows.map(({ name, load }) => [name, load] as const)
test.each(cases)('%s begins with planning, and its goal is complete', async (name, load) => {
  const { initial, goal } = (await load()).open('task').definition
  expect(phaseOf(name, initial)).toBe('planning')
  for (const state of [goal].flat()) expect(phaseOf(name, name === 'hope' ? inHope(state) : state)).toBe('complete')
})

test('the six spells have the phase of each stage, a review in all of its states, and one state that is complete', () => {
  for (const [state, stage] of Object.entries(engineer.states?.stages ?? {}))
    expect([state, phaseOf('engineer', state)]).toEqual([state, state === 'ACHIEVE_COMPLETE' ? 'complete' : stage])
  for (const state of states) expect(phaseOf('engineer', state) === 'review').toBe(/_[GA]$/.test(state))
  expect(states.filter((state) => phaseOf('engineer', state) === 'complete')).toEqual(['ACHIEVE_COMPLETE'])
})

test.each([
  ['discovery', 'contracts_awaiting_ai_review', 'review'],
  ['collab', 'task-planning', 'planning'],
  ['collab', 'clear-post-batch', 'between'],
  ['hope', inHope('loop.decompose'), 'between'],
  ['hope', inHope('loop.wave_execution'), 'task'],
  ['hope', inHope('loop.expert_review'), 'review'],
])('%s is in %s: %s', (workflow, state, phase) => {
  expect(phaseOf(workflow, state)).toBe(phase)
})

test('in hope another region never decides', () => {
  for (const state of main)
    expect(phaseOf('hope', joinParts(['soul.check_marker', state, 'consult.panel']))).toBe(
      phaseOf('hope', inHope(state)),
    )
})

/** What a fifth workflow gets by its entry alone: nothing else in the program knows its name. */
jest.mock('../../src/workflows/registry', () => {
  const actual = jest.requireActual('../../src/workflows/registry')
  const { entry } = jest.requireActual('../support/fifth-workflow')
  const workflows = [...actual.workflows, entry]
  const entryOf = (name: string) => workflows.find((known) => known.name === name)
  return { ...actual, workflows, entryOf }
})

const edge = (folder: Folder): CastContext => ({ ...edgeAt(folder), texts })

/** A folder in which the sketch is half drawn, or whole. */
async function drawn(times: number): Promise<Folder> {
  const folder = makeFolder()
  for (let step = 0; step < times; step++) await cast(workIn(folder.path, sketch), 'draw', edge(folder))
  return folder
}

test('the registry of this file has it', () => {
  expect(workflows.map(({ name }) => name)).toEqual(['engineer', 'discovery', 'collab', 'hope', 'sketch'])
})

test('the list of all work has it, with its phase on the board', async () => {
  const { path } = await drawn(1)
  const { work } = await workInWorktrees(path, () => texts, edgeAt(makeFolder()).now)
  expect(work.map(({ workflow, name, phase }) => [workflow, name, phase])).toEqual([['sketch', 'sketch', 'review']])
})

test('its report has its own part, and its decisions', async () => {
  const folder = await drawn(2)
  const work = (await allWork(folder.path)).find(({ flow }) => flow.definition.name === 'sketch')
  if (!work) throw new Error('the sketch is not there')
  const { title, phase, verdict, byHand } = await readReport(work, edge(folder))
  expect([title, phase, verdict.text]).toEqual(['A house', 'complete', 'Complete: 2 of 2 items built'])
  expect(byHand.map(({ text }) => text)).toEqual(['Drawn: Draw', 'Drawn: Draw'])
})

test.each([
  [1, ['work-not-complete', 'nothing-to-compare']],
  [2, ['nothing-to-compare']],
])('`check --require complete` asks for its goal, after %i steps', async (times, expected) => {
  const { path } = await drawn(times)
  const request = { requirement: 'complete', noOverrides: false } as const
  const { findings } = await check(path, {}, edgeAt(makeFolder()).now, request, (_, state) => state)
  expect(findings.map(({ rule }) => rule)).toEqual(expected)
})

test('its folder’s name is taken, and the settings may name it', async () => {
  await expect(refuseTaken(makeFolder().path, 'engineer', 'sketch')).rejects.toThrow(
    '“sketch” is the piece of work that needs no name here already',
  )
  expect(settings.find(({ key }) => key === 'workflow')?.right('sketch')).toBe(true)
})
