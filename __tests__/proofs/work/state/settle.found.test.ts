import { check } from '../../../../src/check/check'
import { disk } from '../../../../src/disk/disk'
import { engineer } from '../../../../src/workflows/engineer'
import { castIn, edgeAt, linesOf, work } from '../../../support/casting'
import { type Act, dieBefore } from '../../../support/crash-points'
import { artifactFile, artifacts, begun, edgeOfPlan, plan, planned, submitted } from '../../../support/discovery-plan'
import { examine, repair } from '../../../support/doctoring'
import { archiveWork, takeBack } from '../../../support/engineer-acts'
import { type Folder, makeFolder } from '../../../support/folder'

const [task, results] = ['.ai/task/task.md', '.ai/task/task-results.md']
const archived = '.ai/task/tasks/task-untitled-2026-08-20-1530/task-results.md'

const accio: Act = (folder) => castIn(folder, 'accio')
const archive: Act = (folder) => archiveWork(folder)

async function checked({ path }: Folder) {
  const request = { requirement: 'any', noOverrides: false } as const
  const { findings, noted } = await check(path, {}, new Date('2026-08-22'), request, (_, state) => state)
  return { findings, noted: noted.map(({ message }) => message) }
}

const newestOf = (folder: Folder) => JSON.parse(linesOf(folder).at(-1) ?? '')

/** Work whose task is being archived by a process that died. */
async function stopped(at: 'move' | 'append' = 'move'): Promise<Folder> {
  const folder = await work()
  folder.write({ [results]: 'Written.\n' })
  await dieBefore(folder, accio, at)
  return folder
}

describe('a file that is edited between a crash and the next spell', () => {
  test('is archived as it is then, and the history, the spell and check say so', async () => {
    const folder = await stopped()
    folder.write({ [results]: 'Written.\nOne more line.\n' })
    const { warnings } = await castIn(folder, 'finite')
    expect(warnings).toEqual([`${archived} was edited while a step was stopped half-way; the history says so now.`])
    expect(folder.read(archived)).toBe('Written.\nOne more line.\n')
    expect(await checked(folder)).toEqual({
      findings: [],
      noted: [`${archived} was edited while this step was stopped half-way.`],
    })
    expect(await examine({ root: folder.path, workflow: engineer, env: {}, now: new Date() })).toEqual([])
  })

  test('that is taken away is reported, and undo says that it cannot come back', async () => {
    const folder = await stopped()
    folder.remove(results)
    expect(await repair(engineer, edgeAt(folder))).toEqual([
      `The history says now that ${archived} was edited while a step was stopped half-way.`,
      'What had been begun is finished.',
      'The lock that was left behind is taken away.',
    ])
    expect(newestOf(folder)).toMatchObject({ row: 'A2', edited: [{ path: archived }] })
    expect(await checked(folder)).toEqual({
      findings: [],
      noted: [`${archived} was taken away while this step was stopped half-way.`],
    })
    const { warnings } = await takeBack(folder)
    expect(warnings).toEqual([`${archived} is gone, so ${results} could not come back.`])
    expect(await checked(folder)).toMatchObject({ findings: [] })
  })

  test('and that was not edited leaves the line as it was', async () => {
    const folder = await stopped()
    const { history } = JSON.parse(folder.read('.ai/task/state.json'))
    folder.write({ [task]: folder.read(task).replaceAll('\n', '\r\n') })
    await castIn(folder, 'finite')
    expect(linesOf(folder).map((line) => JSON.parse(line))).toEqual([...history, newestOf(folder)])
  })

  test('finishes an archive with it, also if that has its last line already', async () => {
    for (const at of ['append', 'move'] as const) {
      const folder = await work()
      await dieBefore(folder, archive, at)
      folder.write({ '.ai/task/context.md': 'Rewritten.\n' })
      folder.remove(task)
      await accio(folder)
      const place = '.ai/archive/export-2026-08-20-1530-00000000'
      expect(folder.read(`${place}/context.md`)).toBe('Rewritten.\n')
      expect(await checked(folder)).toEqual({
        findings: [],
        noted: [
          `${place}/context.md was edited while this step was stopped half-way.`,
          `${place}/task.md was taken away while this step was stopped half-way.`,
        ],
      })
    }
  })

  test('in the place of an archive leaves that another one, from which the work can come back', async () => {
    const folder = await work()
    await dieBefore(folder, archive, 'move')
    folder.write({ '.ai/archive/export-2026-08-20-1530-00000000/plan.md': 'Mine.\n' })
    await repair(engineer, edgeAt(folder))
    expect(folder.read('.ai/archive/export-2026-08-20-1530-2-00000000/context.md')).toContain('Orders')
    expect(await checked(folder)).toMatchObject({ findings: [], noted: [] })
    expect((await takeBack(folder)).to).toBe('ACHIEVE_TASK_EXECUTED')
    expect(await checked(folder)).toMatchObject({ findings: [] })
  })

  test('and a state that was changed by hand are reported, both, and the step is finished before', async () => {
    const folder = await stopped()
    const state = folder.read('.ai/task/state.json')
    folder.write({
      '.ai/task/state.json': state.replace(
        '"current_state": "ACHIEVE_TASK_DRAFTING"',
        '"current_state": "GATHER_EDITING"',
      ),
      [results]: 'Rewritten.\n',
    })
    await accio(folder)
    expect(folder.read(archived)).toBe('Rewritten.\n')
    expect(await checked(folder)).toMatchObject({
      findings: [],
      noted: [expect.stringContaining(archived), expect.stringContaining('changed by hand')],
    })
  })
})

describe('what a user writes in the place of a submitted text', () => {
  const file = artifactFile('discovery')
  const submit: Act = (folder) => submitted(folder, artifacts.discovery)

  test('makes room for it', async () => {
    const folder = makeFolder()
    await planned(folder, 'start', begun)
    await submit(folder)
    await planned(folder, 'revise', { feedback: ['Name the callers.'] })
    const again = { ...artifacts.discovery, relevant_files: ['b'] }
    await dieBefore(folder, (one) => submitted(one, again), 'append')
    folder.remove(file)
    folder.write({ [file]: 'Mine.\n' })
    await repair(plan, edgeOfPlan(folder))
    expect(JSON.parse(folder.read(file))).toMatchObject(again)
    expect(folder.read(file.replace('.json', '.by-hand.json'))).toBe('Mine.\n')
    expect(await checked(folder)).toMatchObject({ findings: [] })
  })
})

test('each state that gets its name is on the disk before anything else happens', async () => {
  const folder = await stopped()
  folder.write({ [results]: 'Written.\nOne more line.\n' })
  const made: string[] = []
  const note = (what: string) => void made.push(what)
  const { replace, sync } = disk
  jest.spyOn(disk, 'replace').mockImplementation((from, to) => {
    if (to.endsWith('/state.json')) note('state')
    replace(from, to)
  })
  jest.spyOn(disk, 'sync').mockImplementation((path) => {
    if (path.endsWith('/.ai/task')) note('sync')
    sync(path)
  })
  await castIn(folder, 'finite')
  jest.restoreAllMocks()
  expect(made.filter((what) => what === 'state').length).toBeGreaterThan(1)
  expect(made.map((what, index) => what === 'state' && made[index + 1])).not.toContain('state')
  expect(made.at(-1)).toBe('sync')
})
