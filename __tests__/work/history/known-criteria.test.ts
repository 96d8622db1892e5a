import fc from 'fast-check'
import { stepsText } from '../../../src/show/report-words'
import { compareCriteria, type ListedCriterion } from '../../../src/work/history/compare-criteria'
import type { HistoryLine, PlanOfLine } from '../../../src/work/history/history-line'
import { criteriaAfter, type KnownCriteria } from '../../../src/work/history/known-criteria'
import { readTail } from '../../../src/work/history/tail'
import { linesOf as textLinesOf, withoutBlankLines } from '../../../src/work/history/text-lines'
import { wordCounts } from '../../../src/work/history/word-counts'
import { proofsPath, readProofs } from '../../../src/work/proof-log'
import { engineer } from '../../../src/workflows/engineer'
import { addProof, sampleProof } from '../../support/add-proof'
import { castIn, historyFile, linesOf, stateOf, work } from '../../support/casting'
import { type Folder, makeFolder } from '../../support/folder'

const planFile = '.ai/task/plan.md'
const plansOf = (folder: Folder) => linesOf(folder).flatMap((line): PlanOfLine[] => JSON.parse(line).plan ?? [])

/** A folder whose plan has been read once. */
async function planned(text: string): Promise<Folder> {
  const folder = makeFolder()
  await castIn(folder, 'accio')
  folder.write({ '.ai/task/context.md': 'Why' })
  await castIn(folder, 'accio')
  await stepWith(folder, text)
  return folder
}

/** A step with another plan: to planning, or from there. */
async function stepWith(folder: Folder, text: string): Promise<PlanOfLine | undefined> {
  folder.write({ [planFile]: text })
  await castIn(folder, stateOf(folder).current_state === 'GATHER_EDITING' ? 'accio' : 'finite')
  return plansOf(folder).at(-1)
}

test('a line lists the criteria only if they are others, and what is ticked only if the plan was changed', async () => {
  const folder = await planned('- [ ] one\n- [ ] two\n')
  expect(plansOf(folder)).toMatchObject([
    { texts: [expect.stringMatching(/^[0-9a-f]{16}$/), expect.anything()], ticked: '--' },
  ])
  const has = async (text: string) => Object.keys((await stepWith(folder, text)) ?? {}).slice(3)
  expect(await has('- [ ] one\n- [ ] two\n')).toEqual([])
  expect(await has('# Words\n\n* [ ] one\n* [ ] two\n')).toEqual(['ticked'])
  expect(await has('# Words\n\n* [x] one\n* [ ] two\n')).toEqual(['ticked'])
  expect(await has('# Words\n\n* [x] one\n* [ ] three\n')).toEqual(['texts', 'said', 'ticked'])
})

test('one of the lines that the state has always lists them', async () => {
  const folder = await planned('- [ ] one\n')
  for (let step = 0; step < 60; step++) await stepWith(folder, '- [ ] one\n')
  const lists = plansOf(folder).filter(({ texts }) => texts)
  expect(lists.length).toBe(2)
  expect(stateOf(folder).history.some(({ plan }: { plan?: PlanOfLine }) => plan?.texts)).toBe(true)
})

const first: KnownCriteria = { digest: '1', texts: ['a', 'b'], ticked: '--' }
const counted = { criteria: 2, open: 2 }

// biome-ignore format: a case is a line
test.each<[what: string, plan: object, expected: KnownCriteria | undefined]>([
  ['of the same plan', { digest: '1' }, first],
  ['of another plan with the same criteria', { digest: '2', ticked: 'x-' }, { digest: '2', texts: ['a', 'b'], ticked: 'x-' }],
  ['of other criteria', { digest: '2', texts: ['c'], ticked: '-' }, { digest: '2', texts: ['c'], ticked: '-' }],
  ['that only counts them', { digest: '2' }, undefined],
  ['that do not fit together', { digest: '2', ticked: '-' }, undefined],
  ['that no step writes', { digest: '2', texts: 'ab', ticked: 7 }, undefined],
])('what lines say of the criteria %s', (_, plan, expected) => {
  expect(criteriaAfter(first, { plan: { ...counted, ...plan } as PlanOfLine })).toEqual(expected)
})

/** A plan of criteria such as `x one`, `- two: npm test`. */
const plan = (...items: readonly string[]) => ({
  digest: items.join(),
  texts: items.map((item) => item.slice(2).split(': ')[0] ?? ''),
  ticked: items.map((item) => item.slice(0, 1)).join(''),
  ...(items.some((item) => item.includes(': ')) && { commands: items.map((item) => item.split(': ')[1] ?? '') }),
})

const inShort = (one: ListedCriterion | undefined) =>
  one ? `${one.number}${one.isTicked ? 'x' : '-'}${one.commands}` : 'none'

const told = (before: readonly string[], now: readonly string[]) =>
  compareCriteria(plan(...before), plan(...now))
    .filter(({ was, now }) => was?.key !== now?.key || inShort(was).slice(1) !== inShort(now).slice(1))
    .map(({ was, now }) => `${inShort(was)} → ${inShort(now)}`)

// biome-ignore format: a case is a line
test.each<[what: string, before: readonly string[], now: readonly string[], expected: readonly string[]]>([
  ['nothing', ['- a', 'x b'], ['- a', 'x b'], []],
  ['another order', ['- a', 'x b'], ['x b', '- a'], []],
  ['a tick', ['- a', '- b'], ['- a', 'x b'], ['2- → 2x']],
  ['a tick that moved', ['x a', '- b'], ['- a', 'x b'], ['1x → 1-', '2- → 2x']],
  ['two texts that changed places under their ticks', ['x a', '- b'], ['x b', '- a'], ['1x → 2-', '2- → 1x']],
  ['other words', ['- a', '- b', '- c'], ['- a', '- B', '- c'], ['2- → 2-']],
  ['one less', ['- a', '- b', '- c'], ['- a', '- c'], ['2- → none']],
  ['one more', ['- a'], ['- b', '- a'], ['none → 1-']],
  ['the first taken out, and the third reworded', ['- a', '- b', '- c'], ['- b', '- C'], ['1- → none', '3- → 2-']],
  ['a copy', ['- a'], ['- a', 'x a'], ['1- → 2x', 'none → 1-']],
  ['one of two that are the same', ['x a', '- a'], ['x a'], ['2- → none']],
  ['commands, wherever they are and whether ticked', ['- a: x', '- b: y', '- c'], ['x c', '- b: y', '- a: x'], ['3- → 1x']],
  ['other commands', ['- a: x'], ['- a: y'], ['1-x → 1-y']],
  ['commands that are none any more', ['- a: x', '- b: x'], ['- a: x', '- b'], ['2-x → 2-']],
  ['commands for the first time', ['- a'], ['- a: x'], ['1- → 1-x']],
  ['commands of another criterion', ['- a: x', '- b: y'], ['- a: y', '- b: x'], ['1-x → 1-y', '2-y → 2-x']],
])('%s', (_, before, now, expected) => {
  expect(told(before, now)).toEqual(expected)
})

test('whatever was changed, what is told leads from the one to the other', () => {
  const items = fc.array(
    fc.tuple(fc.constantFrom('x', '-'), fc.constantFrom('a', 'b', 'c', 'd')).map(([tick, text]) => `${tick} ${text}`),
    { maxLength: 8 },
  )
  fc.assert(
    fc.property(items, items, (before, now) => {
      const changes = compareCriteria(plan(...before), plan(...now))
      const sideOf = (side: 'was' | 'now') =>
        changes
          .flatMap((change) => change[side] ?? [])
          .toSorted((one, other) => one.number - other.number)
          .map(({ isTicked, text }) => `${isTicked ? 'x' : '-'} ${text}`)
      expect(sideOf('was')).toEqual(before)
      expect(sideOf('now')).toEqual(now)
    }),
  )
})

const endings = ['\n', '\n\n\n', '\r\n', '\r\n\r\n', '  \n', '\n\t', ' '.repeat(2000), '\n'.repeat(2000)]

test.each([
  ['a\n\n', 'a\n'],
  ['a\r\n\r\n', 'a\r\n'],
  ['a\n  ', 'a\n'],
  ['a\n\nb\n', 'a\n\nb\n'],
  ['\n \n', ''],
  // A torn line may end with a space.
  ['a\nb ', 'a\nb '],
  ['a \n', 'a \n'],
])('%j without its blank lines is %j', (text, written) => {
  expect(withoutBlankLines(text)).toBe(written)
})

const cases = endings.map((ending) => [JSON.stringify(ending).slice(0, 20), ending])
describe.each(cases)('a history to which %s was added', (_, ending) => {
  test('has the same lines and the same end, and the next step drops it', async () => {
    const folder = await work()
    const before = folder.read(historyFile)
    const { isPadded, ...end } = readTail(folder.path, historyFile) ?? {}
    const lines = [...textLinesOf(folder.path, historyFile)]
    expect(isPadded).toBe(false)

    folder.write({ [historyFile]: before + ending })
    expect(readTail(folder.path, historyFile)).toEqual({ ...end, isPadded: true })
    expect([...textLinesOf(folder.path, historyFile)]).toEqual(lines)

    folder.write({ '.ai/task/task-results.md': 'Done.\n' })
    await castIn(folder, 'accio')
    const after = folder.read(historyFile)
    expect(after.slice(0, before.length)).toBe(before)
    expect(after.slice(before.length).split('\n')).toHaveLength(2)
  })
})

test.each(endings)('proofs to which %j was added are the same, and the next one drops it', (ending) => {
  const folder = makeFolder({ '.ai/task/plan.md': '', '.ai/.local/.gitignore': '*\n' })
  const path = proofsPath(engineer)
  addProof(folder.path, engineer, sampleProof)
  const before = folder.read(path)
  folder.write({ [path]: before + ending })
  expect(readProofs(folder.path, engineer, '0123abcd')).toMatchObject({ proofs: [{ ms: 12 }] })
  expect(readProofs(folder.path, engineer, '0123abcd').fault).toBeUndefined()
  const second = addProof(folder.path, engineer, sampleProof)
  expect(folder.read(path)).toBe(`${before}${JSON.stringify(second)}\n`)
})

const steps = (words: string) => words.split(' ').map((word) => ({ word }) as HistoryLine)

test.each([
  ['- -', '2 steps'],
  ['said', "1 step: 1 on the developer's word"],
  ['typed said said granted', "4 steps: 4 on the developer's word"],
  ['unseen said', "2 steps: 1 on the developer's word, 1 not seen"],
  ['said - typed doctor', "4 steps, 2 of them for the developer to say: 2 on the developer's word"],
])('steps with the words %s are told as %s', (words, expected) => {
  const lines = steps(words)
  const counts = wordCounts(lines)
  expect(stepsText(lines.length, counts)).toBe(expected)
  expect(wordCounts(lines.slice(1), wordCounts(lines.slice(0, 1)))).toEqual(counts)
})
