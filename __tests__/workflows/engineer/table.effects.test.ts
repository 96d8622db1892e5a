import { engineer } from '../../../src/workflows/engineer'

const { rows } = engineer.definition

test('every list that a row shows is one that the facts can make', () => {
  const lists = rows
    .flatMap((row) => row.effects ?? [])
    .flatMap((effect) => (effect.do === 'list' ? [effect.list] : []))
  expect(new Set(lists)).toEqual(new Set(Object.keys(engineer.effects?.lists ?? {})))
})

test('every file that can be opened is one of those looked for', () => {
  expect(Object.keys(engineer.probes)).toEqual(expect.arrayContaining(Object.keys(engineer.files?.key ?? {})))
})
