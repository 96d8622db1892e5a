import type { PlanOfLine } from '../../../src/work/history/history-line'
import { criteriaAfter, type KnownCriteria } from '../../../src/work/history/known-criteria'
import { castIn, linesOf, stateFile, stateOf } from '../../support/casting'
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

test('ten thousand criteria make a line long only when they are others', async () => {
  const boxes = (last: string) =>
    `${Array.from({ length: 10_000 }, (_, index) => `- [ ] criterion ${index}`).join('\n')}\n${last}\n`
  const folder = await planned(boxes('- [ ] last'))
  await stepWith(folder, boxes('- [x] last'))
  await stepWith(folder, boxes('- [x] last'))
  const lengths = linesOf(folder)
    .slice(-3)
    .map((line) => line.length)
  expect(lengths[0]).toBeGreaterThan(190_000)
  expect(lengths[1]).toBeLessThan(11_000)
  expect(lengths[2]).toBeLessThan(1_000)
  expect(folder.read(stateFile).length).toBeLessThan(250_000)
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
  expect(criteriaAfter(first, { ...counted, ...plan } as PlanOfLine)).toEqual(expected)
})
