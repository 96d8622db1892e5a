import { workEverywhere } from '../../src/work/everywhere'
import { manyBranches, textsOf } from '../support/branch-folders'
import { plainEnv, untouched } from '../support/folder'
import { randomFrom } from '../support/random'

const count = 1_000
/** What becomes of a state, and what is then said of it. */
const damages: readonly (readonly [make: (text: string) => string, where: RegExp])[] = [
  [(text) => text.slice(0, 30), /is not valid JSON in line/],
  [() => '', /is empty/],
  [(text) => text.replaceAll('"layout":1', '"layout":9'), /was written by a newer version of spell/],
  [(text) => `<<<<<<< HEAD\n${text}`, /conflict markers/],
  [() => ' '.repeat(5_000_000), /is too large/],
]

test('a thousand branches, local and remote, some of them damaged, are listed as each would be alone', async () => {
  const random = randomFrom(7)
  const kinds = Array.from({ length: count }, () => random.below(damages.length * 20))
  const folder = await manyBranches(
    count,
    { '.ai/task/state.json': (number, usual) => damages[kinds[number] ?? -1]?.[0](usual) ?? usual },
    (number) => `refs/${number % 2 ? 'heads' : 'remotes/origin'}/topic/${number}`,
  )
  const { work, branches, unread } = await untouched(folder, () =>
    workEverywhere(folder.path, plainEnv, textsOf, new Date('2026-08-21T00:00:00Z')),
  )
  expect({ branches, unread }).toEqual({ branches: count, unread: [] })
  for (const { where, id, places } of work) {
    const numbers = places.map(({ branch }) => Number(/\d+$/.exec(branch ?? '')?.[0]))
    const wrong = [...new Set(numbers.map((number) => kinds[number] ?? -1))]
    if (where === 'Task in progress') expect(id).toBe(numbers[0]?.toString(16).padStart(8, '0'))
    else expect(wrong.map((kind) => damages[kind]?.[1].test(where))).toEqual([true])
  }
  expect(work.flatMap(({ places }) => places)).toHaveLength(count)
  expect(work).toHaveLength(kinds.filter((kind) => kind >= damages.length).length + damages.length)
})
