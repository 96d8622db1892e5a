import { readyItems } from '../../../src/flows/hope/formulas'
import type { Task } from '../../../src/flows/hope/session'
import { strayFiles } from '../../../src/flows/hope/wave'
import { makeFolder } from '../../support/folder'
import { hoped, hopingAt, savedHope, task } from '../../support/hope-session'

const idsOf = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id)
const a = task('a', { files: ['src/csv.js'] })
const b = task('b', { files: ['src/**'] })
const c = task('c', { files: ['docs'] })

test('items that share files go one after the other', () => {
  expect(idsOf(readyItems([a, b, c]))).toEqual(['a', 'c'])
  expect(idsOf(readyItems([{ ...a, done: true }, b, c]))).toEqual(['b', 'c'])
  expect(idsOf(readyItems([a, task('d')]))).toEqual(['a', 'd'])
})

const straysOf = (items: readonly Task[], done: readonly Task[], changed?: readonly string[]) =>
  strayFiles({ items, strays: [] }, { done, ...(changed && { changed }) })

test('a wave is held against the files that git sees changed', () => {
  expect(straysOf([a, c], [a, c], ['src/csv.js', 'docs/a.md'])).toEqual([])
  expect(straysOf([a, c], [a, c], ['src/csv.js', 'package.json'])).toEqual([
    'No item names this changed file: package.json.',
    'c is reported as done, and git sees no change in docs.',
  ])
  expect(straysOf([a, task('d')], [a, task('d')], ['x'])).toEqual([
    'a is reported as done, and git sees no change in src/csv.js.',
  ])
  expect(straysOf([a], [a])).toEqual([])
  // What is carried on may have changed its files.
  expect(straysOf([a, c], [a], ['src/csv.js', 'docs/a.md'])).toEqual([])
})

test('what a wave has brought is kept with its items and in the history', async () => {
  const folder = makeFolder(
    hopingAt('loop.wave_execution', { round: 1, items: [a, c, task('d', { dependsOn: ['a'], files: ['lib'] })] }),
  )
  const { warnings } = await hoped(folder, {
    verb: 'wave',
    done: [{ id: 'a', reason: 'quotes are doubled' }],
    carry: [{ id: 'c', reason: 'no time' }],
    changed: ['src/csv.js', 'x.js'],
  })
  expect(warnings).toEqual(['No item names this changed file: x.js.'])
  expect(savedHope(folder).session.items[0]).toMatchObject({ done: true, wave: 1, outcome: 'quotes are doubled' })
  expect(JSON.parse(folder.read('.ai/hope/history.jsonl')).about).toEqual({
    done: [{ id: 'a', reason: 'quotes are doubled' }],
    carry: [{ id: 'c', reason: 'no time' }],
  })

  // What was told is not told again.
  const next = await hoped(folder, {
    verb: 'wave',
    done: [{ id: 'c' }],
    carry: [{ id: 'd' }],
    changed: ['src/csv.js', 'docs/x.md', 'x.js', 'y.js'],
  })
  expect(next.warnings).toEqual(['No item names this changed file: y.js.'])
})
