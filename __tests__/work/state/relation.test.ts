import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { followHistory } from '../../../src/work/history/chain'
import { type HistoryLine, historyPath, printLine, statePath } from '../../../src/work/history/history-line'
import type { Tail } from '../../../src/work/history/tail'
import { hasContextDigest } from '../../../src/work/state/edited-context'
import { relationOf } from '../../../src/work/state/relation'
import { settle } from '../../../src/work/state/settle'
import { loadState } from '../../../src/work/state/state'
import { engineer } from '../../../src/workflows/engineer'
import { castIn } from '../../support/casting'
import { dieBefore } from '../../support/crash-points'
import { examine } from '../../support/doctoring'
import { walks } from '../../support/edits-after-crash'
import { type Folder, makeFolder, untouched } from '../../support/folder'
import { failing } from '../../support/posix'

const line = (number: number, more: Partial<HistoryLine> = {}): HistoryLine => ({
  timestamp: '2026-08-20T12:00:00.000Z',
  transition: `${number === 1 ? 'GATHER_NEEDS_CONTEXT' : 'GATHER_EDITING'} → GATHER_EDITING`,
  trigger: 'Finite',
  number,
  ...(number > 1 && { previous: `${number - 1}`.repeat(64) }),
  digest: `${number}`.repeat(64),
  ...more,
})
const [first, second, third] = [line(1), line(2), line(3)]
const state = (...history: HistoryLine[]) => ({ current: 'GATHER_EDITING', context: {}, history, rest: {} })
const endOf = (last: HistoryLine | undefined, fragment = ''): Tail => ({
  size: 0,
  isPadded: false,
  fragment,
  ...(last?.digest && { digest: last.digest }),
})
const relation = (of: ReturnType<typeof state>, tail: Tail | undefined, ...lines: HistoryLine[]) =>
  relationOf(engineer.definition, of, tail, () => lines.map(printLine))

describe('state and history', () => {
  test.each([
    ['agree if both end with the same entry', relation(state(first, second), endOf(second)), 'agree', 0],
    ['agree if neither has an entry', relation(state(), undefined), 'agree', 0],
    ['agree if a further line is torn', relation(state(first), endOf(first, '{"timestamp":"20')), 'agree', 0],
    ['are those of an interrupted step', relation(state(first, second), endOf(first)), 'interrupted', 1],
    ['and of a first one', relation(state(first), undefined), 'interrupted', 1],
    ['and of two', relation(state(second, third), endOf(first)), 'interrupted', 2],
  ])('%s', (_, found, kind, unlogged) => {
    expect(found).toMatchObject({ relation: kind })
    expect(found.unlogged).toHaveLength(unlogged)
  })

  test('the state is older by as many steps as follow its last entry', () => {
    const lines = [first, second, third]
    expect(relation(state(first, second), endOf(third), ...lines)).toEqual({
      relation: 'older',
      unlogged: [],
      behind: 1,
    })
    expect(relation(state(first), endOf(third), ...lines)).toMatchObject({ relation: 'older', behind: 2 })
  })

  test.each([
    ['another history', relation(state(first), endOf(third), second, third)],
    ['an entry that was changed', relation(state(line(1, { note: 'x' })), endOf(third), first, second, third)],
    ['an entry without a digest', relation(state({ ...first, digest: undefined } as never), endOf(first), first)],
    ['no entries', relation(state(), endOf(first), first)],
    ['another state', relation({ ...state(first), current: 'ACHIEVE_COMPLETE' }, endOf(second), first, second)],
  ])('a state with %s is edited', (_, found) => {
    expect(found.relation).toBe('edited')
  })

  test('the lines of the history are read only if its end is not an entry of the state', () => {
    const texts = jest.fn(() => [])
    relationOf(engineer.definition, state(first), endOf(first), texts)
    relationOf(engineer.definition, state(first, second), endOf(first), texts)
    expect(texts).not.toHaveBeenCalled()
  })
})

describe.each(Object.keys(walks))('an older state in %s', (name) => {
  const walk = walks[name]
  if (!walk) throw new Error(name)
  const { workflow, steps, next, repair } = walk
  const [path, log] = [statePath(workflow), historyPath(workflow)]
  const read = (folder: Folder, file: string) => folder.contents()[file]
  const codes = async ({ path: root }: Folder) =>
    (await examine({ root, workflow, env: {}, now: new Date() })).map(({ code }) => code)

  test('is refused by every step, and goes on where the history ends', async () => {
    const folder = makeFolder()
    const states: string[] = []
    let tried = 0
    for (const { act, writes = {} } of steps) {
      folder.write(writes)
      await act(folder)
      const [now, lines] = [read(folder, path), read(folder, log)?.split('\n').length]
      if (now === undefined) break
      const older = states.at(-1)
      if (older !== undefined) {
        folder.write({ [path]: older })
        expect(loadState(folder.path, workflow)).toMatchObject({ relation: 'older', behind: 1, unlogged: [] })
        const before = folder.contents()
        for (const other of next)
          expect(await failing(() => other(folder))).toMatchObject({
            exitCode: 5,
            code: 'state-older',
            fix: 'spell doctor --fix',
          })
        expect(folder.contents()).toEqual(before)
        expect(await codes(folder)).toEqual(['state-older'])

        await repair(folder)
        expect(await codes(folder)).toEqual([])
        expect(read(folder, log)?.split('\n')).toHaveLength((lines ?? 0) + 1)
        const saved = loadState(folder.path, workflow)
        const { current_state, regions, context } = JSON.parse(now)
        expect(JSON.parse(folder.read(path))).toMatchObject({ context, ...(regions ? { regions } : { current_state }) })
        expect(hasContextDigest(workflow, saved)).toBe(true)
        tried++
      }
      states.push(folder.read(path))
    }
    expect(tried).toBeGreaterThan(1)
  })
})

describe('settling', () => {
  const now = new Date('2026-08-20T15:30:00Z')
  const state = '.ai/task/state.json'
  const history = '.ai/task/history.jsonl'
  const settleIn = async ({ path }: Folder) =>
    (await settle({ root: path, flow: engineer, saved: loadState(path, engineer) }, now)).byHand

  /** A folder in which a task was archived: files were moved, and one was created. */
  async function archived(): Promise<Folder> {
    const folder = makeFolder({
      '.ai/task/plan.md': '- [ ] one\n',
      [state]: '{"current_state":"ACHIEVE_TASK_EXECUTED"}',
    })
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
    const lines = [
      line('GATHER_NEEDS_CONTEXT → GATHER_EDITING_CONTEXT'),
      line('GATHER_EDITING_CONTEXT → GATHER_EDITING'),
    ]
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
})
