import { type HistoryLine, historyPath, printLine, statePath } from '../../../src/work/history/history-line'
import type { Tail } from '../../../src/work/history/tail'
import { hasContextDigest } from '../../../src/work/state/edited-context'
import { relationOf } from '../../../src/work/state/relation'
import { loadState } from '../../../src/work/state/state'
import { engineer } from '../../../src/workflows/engineer'
import { examine } from '../../support/doctoring'
import { walks } from '../../support/edits-after-crash'
import { type Folder, makeFolder } from '../../support/folder'
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
