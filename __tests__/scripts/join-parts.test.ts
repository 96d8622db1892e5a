import fc from 'fast-check'
import { cut } from '../../scripts/cut'
import { joinParts, type Start } from '../../scripts/join-parts'

/** Modules by name, each with what it imports and how large it is. */
const modules = (all: Record<string, { imports?: string[]; bytes: number }>) =>
  new Map(Object.entries(all).map(([id, { imports = [], bytes }]) => [id, { imports, lazy: [], bytes }]))
const start = (frequency: number, ...needs: string[]): Start => ({ needs: new Set(needs), frequency })
const files = (...given: Parameters<typeof joinParts>) =>
  joinParts(...given)
    .map((part) => [...part.modules].sort().join(' '))
    .sort()

const big = 1_000_000

test('modules that the same starts need are in one file', () => {
  const all = modules({ a: { bytes: big }, b: { bytes: big }, c: { bytes: big } })
  expect(files(all, [start(1, 'a', 'b'), start(1, 'c')])).toEqual(['a b', 'c'])
})

test('what two starts share is in a separate file, unless it is small: then both read a file less', () => {
  const starts = [start(1, 'a', 'shared'), start(1, 'b', 'shared')]
  const shared = (bytes: number) => modules({ a: { bytes: big }, b: { bytes: big }, shared: { bytes } })
  expect(files(shared(big), starts)).toEqual(['a', 'b', 'shared'])
  const small = modules({ a: { bytes: 10 }, b: { bytes: big }, shared: { bytes: 10 } })
  expect(files(small, starts)).toEqual(['a shared', 'b'])
})

test('what is often loaded is not made larger for something rare', () => {
  const all = modules({ often: { bytes: 10 }, rare: { bytes: 500 }, shared: { bytes: 10 } })
  const starts = [start(100, 'often', 'shared'), start(1, 'rare', 'shared')]
  expect(files(all, starts)).toEqual(['often shared', 'rare'])
})

test('no files require one another in a circle, whatever imports what', () => {
  const size = fc.nat({ max: 20_000 })
  // A module imports some of those before it.
  const graph = fc.array(fc.record({ bytes: size, before: fc.array(fc.nat(), { maxLength: 3 }) }), { maxLength: 12 })
  fc.assert(
    fc.property(
      graph,
      fc.array(fc.record({ from: fc.nat(), often: fc.integer({ min: 1, max: 100 }) })),
      (drawn, runs) => {
        const importsOf = (id: number) => (id === 0 ? [] : (drawn[id]?.before.map((each) => each % id) ?? []))
        const needs = (id: number): number[] => [id, ...importsOf(id).flatMap(needs)]
        const all = modules(
          Object.fromEntries(drawn.map(({ bytes }, id) => [id, { imports: importsOf(id).map(String), bytes }])),
        )
        const starts = runs.map(({ from, often }) =>
          start(often, ...needs(from % Math.max(drawn.length, 1)).map(String)),
        )
        for (const part of joinParts(all, starts)) expect(part.behind).not.toContain(part)
      },
    ),
  )
})

test('a path that begins nothing any more is named', () => {
  const entries = { spell: 'src/entry/entry.ts' }
  expect(() => cut(new Map(), entries)).toThrow(/^scripts\/cut\.ts names src\/.+\.ts, which begins nothing$/)
})
