import { castWith } from '../../src/intake/cast-with'
import { workIn } from '../../src/work/work'
import { engineer } from '../../src/workflows/engineer'
import { sourceOf } from '../../src/workflows/engineer/taken-over'
import { edgeAt, standing } from '../support/casting'
import { bring } from '../support/collab-session'
import { begun, planned, walkTo } from '../support/discovery-plan'
import { type Folder, makeFolder } from '../support/folder'
import { hopingAt } from '../support/hope-session'
import { failing } from '../support/posix'

/** What a plan, a session and a round hand over to the six spells. */

const takeOver = (folder: Folder, from: string) =>
  castWith(workIn(folder.path, engineer), 'accio', edgeAt(folder), { from })

const verified = async () => {
  const folder = makeFolder()
  await walkTo(folder, 'verified')
  return folder
}
const collected = async () => {
  const folder = makeFolder()
  await bring(folder, { verb: 'start' })
  await bring(folder, { verb: 'add', title: 'Export orders as CSV' })
  return folder
}
const shaped = async () =>
  makeFolder(
    hopingAt('loop.wave_execution', {
      shape: {
        criteria: [{ id: 'C1', text: 'a header row', verify: 'npm test' }],
        mustNot: ['change an order'],
        premortem: [],
        tensions: [],
        evidence: [],
      },
    }),
  )

describe.each([
  ['discovery', 'csv-export', verified, /^- \[ \] /m],
  ['collab', 'orders', collected, /Export orders as CSV/],
  ['hope', 'hope', shaped, /^- \[ \] a header row.*\n +- run: `npm test`/m],
] as const)('Accio from %s', (workflow, name, makeWork, criterion) => {
  test('begins with what was agreed on there, and the source: in planning, or with the first task', async () => {
    const folder = await makeWork()
    const before = folder.contents()
    const isPlanned = workflow === 'discovery'
    const wanted = isPlanned ? { row: 'GC1t', to: 'ACHIEVE_TASK_DRAFTING' } : { row: 'GC1f', to: 'GATHER_EDITING' }
    expect(await takeOver(folder, name)).toMatchObject({ ...wanted, warnings: [] })
    expect(sourceOf(folder.read('.ai/task/context.md'))).toEqual({ workflow, name })
    expect(folder.read('.ai/task/plan.md')).toMatch(criterion)
    expect(folder.contents()).toMatchObject(before)
  })

  test('is for new work only', async () => {
    const folder = await makeWork()
    folder.write(standing('GATHER_EDITING_CONTEXT'))
    const before = folder.contents()
    expect(await failing(() => takeOver(folder, name))).toMatchObject({ exitCode: 3, code: 'work-begun' })
    expect(folder.contents()).toEqual(before)
  })
})

test('the title of a plan names it, too', async () => {
  expect(await takeOver(await verified(), 'CSV export')).toMatchObject({ row: 'GC1t' })
})

test('a plan that is not verified hands nothing over', async () => {
  const folder = makeFolder()
  await planned(folder, 'start', begun)
  expect(await failing(() => takeOver(folder, 'csv-export'))).toMatchObject({
    exitCode: 3,
    code: 'nothing-agreed',
    fix: 'spell discovery status --work csv-export',
  })
})

test('an unknown name is told with the nearest', async () => {
  const folder = await verified()
  const { message, ...failure } = await failing(() => takeOver(folder, 'csv-exprot'))
  expect(failure).toMatchObject({ exitCode: 2, code: 'unknown-work', fix: 'spell work' })
  expect(message).toContain('csv-export')
})
