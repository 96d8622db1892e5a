import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { followHistory } from '../../../src/work/history/chain'
import { settle } from '../../../src/work/state/settle'
import { loadState } from '../../../src/work/state/state'
import { engineer } from '../../../src/workflows/engineer'
import { castIn } from '../../support/casting'
import { dieBefore } from '../../support/crash-points'
import { type Folder, makeFolder, untouched } from '../../support/folder'

const now = new Date('2026-08-20T15:30:00Z')
const state = '.ai/task/state.json'
const history = '.ai/task/history.jsonl'
const settleIn = async ({ path }: Folder) => (await settle(path, engineer, loadState(path, engineer), now)).byHand

/** A folder in which a task was put away: files were moved, and one was created. */
async function archived(): Promise<Folder> {
  const folder = makeFolder({ '.ai/task/plan.md': '- [ ] one\n', [state]: '{"current_state":"ACHIEVE_TASK_EXECUTED"}' })
  folder.write({ '.ai/task/task.md': '---\ntask_name: a\n---\n', '.ai/task/task-results.md': 'done' })
  await castIn(folder, 'accio')
  return folder
}

async function expectSound(folder: Folder): Promise<void> {
  const { broken, unchained, illegal, torn } = await followHistory(folder.path, engineer)
  expect({ broken, unchained, illegal, torn }).toEqual({ torn: false })
  expect(loadState(folder.path, engineer)).toMatchObject({ unlogged: [], byHand: false })
}

test('where state and history fit nothing is touched', async () => {
  const folder = await archived()
  expect(await untouched(folder, () => settleIn(folder))).toBe(false)
})

test('an unknown piece of a line goes aside, and files that were moved back by hand stay', async () => {
  const folder = await archived()
  const before = folder.contents()
  const [{ from, to }] = JSON.parse(folder.read(history)).moved
  folder.write({ [from]: 'moved back' })
  folder.remove(to)
  appendFileSync(join(folder.path, history), '{"timestamp":"2026')
  expect(await settleIn(folder)).toBe(false)
  expect(folder.read(from)).toBe('moved back')
  expect(folder.read(history)).toBe(before[history])
  expect(folder.read(`.ai/.local/aside/history-fragment-${Buffer.byteLength(before[history] ?? '')}`)).toBe(
    '{"timestamp":"2026',
  )
})

test('a second piece at the same place goes aside too, and the first one stays', async () => {
  const folder = await archived()
  const aside = `.ai/.local/aside/history-fragment-${Buffer.byteLength(folder.read(history))}`
  for (const piece of ['{"timestamp":"2025', '{"timestamp":"2026']) {
    appendFileSync(join(folder.path, history), piece)
    await settleIn(folder)
  }
  expect([folder.read(aside), folder.read(`${aside}-2`)]).toEqual(['{"timestamp":"2025', '{"timestamp":"2026'])
})

test('a state that was changed by hand gets a line that says so', async () => {
  const folder = await archived()
  folder.write({ [state]: folder.read(state).replace('"ACHIEVE_TASK_DRAFTING"', '"GATHER_EDITING"') })
  expect(await settleIn(folder)).toBe(true)
  const line = loadState(folder.path, engineer).history.at(-1)
  expect(line).toMatchObject({
    transition: 'ACHIEVE_TASK_DRAFTING → GATHER_EDITING',
    trigger: 'Doctor',
    row: 'adopted',
  })
  // Only a workflow that cannot do without its memory keeps that in the line.
  expect(line).not.toHaveProperty('about')
  await expectSound(folder)
})

test('a state written again by hand keeps the history that there is', async () => {
  const folder = await archived()
  const before = folder.read(history)
  folder.write({ [state]: '{"current_state":"ACHIEVE_COMPLETE","history":[]}' })
  expect(await settleIn(folder)).toBe(true)
  expect(folder.read(history).startsWith(before)).toBe(true)
  expect(loadState(folder.path, engineer)).toMatchObject({
    current: 'ACHIEVE_COMPLETE',
    history: [{ number: 1 }, { number: 2 }],
  })
  await expectSound(folder)
})

test('a history written by hand is carried over and chained', async () => {
  const line = (transition: string) => ({ timestamp: '2026-08-20T15:30:00Z', transition, trigger: 'Accio' })
  const lines = [line('GATHER_NEEDS_CONTEXT → GATHER_EDITING_CONTEXT'), line('GATHER_EDITING_CONTEXT → GATHER_EDITING')]
  const folder = makeFolder({ [state]: JSON.stringify({ current_state: 'GATHER_EDITING', history: lines }) })
  await settleIn(folder)
  expect(loadState(folder.path, engineer).history).toMatchObject(lines)
  await expectSound(folder)
})

const begun = async (): Promise<Folder> => {
  const folder = makeFolder()
  await castIn(folder, 'accio')
  return folder
}

const told = async (folder: Folder) => {
  const { from, spells, developer } = await castIn(folder, 'lumos')
  return { from, spells, developer }
}

test('a look at a step that was stopped sees the files that it is about to create, with their texts', async () => {
  const [whole, stopped] = [await begun(), await begun()]
  await castIn(whole, 'accio')
  // The first one keeps the state before.
  await dieBefore(stopped, (folder) => castIn(folder, 'accio'), 'linkOrCopy', 2)
  expect(stopped.contents()).not.toHaveProperty(['.ai/task/plan.md'])
  expect(await told(stopped)).toEqual(await told(whole))
})
