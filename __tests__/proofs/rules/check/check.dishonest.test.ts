import { readFileSync } from 'node:fs'
import { kinds } from '../../../support/dishonest-kinds'
import { findable, standing, unfindable, walk, walksWith } from '../../../support/dishonest-walks'
import { some } from '../../../support/proving'
import { randomFrom } from '../../../support/random'

// Real repositories on slow machines.
jest.setTimeout(60_000)

test('there are enough ways to cheat', () => {
  expect(findable.length).toBeGreaterThanOrEqual(80)
})

// Each of them, and what is composed of several: proofs/dishonest-walks.
test.each(some(findable))('%s: it is found', async (name) => {
  const [{ found }] = await walksWith(name, 1)
  expect(found.filter((rule) => kinds[name]?.rules.includes(rule))).not.toEqual([])
})

test.each(some(unfindable))('%s: no check can find it', async (name) => {
  const [{ found }] = await walksWith(name, 1)
  expect(found.filter((rule) => !standing.includes(rule))).toEqual([])
})

test('what no check can find is what the page says that no check can find', () => {
  const [, after = ''] = readFileSync('docs/check.md', 'utf8').split('## What no check can find')
  const [section = ''] = after.split('\n## ')
  const said = [...section.matchAll(/^- \*\*(.+?)\.\*\*/gm)].map(([, words]) => words)
  expect(said.sort()).toEqual([...new Set(unfindable.map((name) => kinds[name]?.says))].sort())
})

test.each([1, 2, 3, 4, 5])('on an honest walk nothing is found (%i)', async (seed) => {
  for (const isProven of [false, true])
    expect(await walk([], randomFrom(seed), isProven)).toMatchObject({ found: [], told: [] })
})
