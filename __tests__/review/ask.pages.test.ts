import { allOf } from '../../src/review/ask'
import { failing } from '../support/posix'

const page = (nodes: (number | null)[] | null, endCursor: string | null) => ({
  nodes,
  pageInfo: { hasNextPage: endCursor !== null, endCursor },
})

test('pages are put together; what cannot be seen is left out', async () => {
  const pages: Record<string, ReturnType<typeof page>> = { a: page(null, 'b'), b: page([3, null], null) }
  expect(await allOf(async (after) => (after ? pages[after] : page([1, null, 2], 'a')))).toEqual([1, 2, 3])
})

test('pages that lead in a circle end', async () => {
  expect(await failing(() => allOf(async () => page([1], 'a')))).toMatchObject({ code: 'endless' })
})

test('pages that lead nowhere are not the last', async () => {
  const nowhere = { nodes: [1], pageInfo: { hasNextPage: true, endCursor: null } }
  expect(await failing(() => allOf(async () => nowhere))).toMatchObject({ code: 'endless' })
})
