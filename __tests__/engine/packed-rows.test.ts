import { packRows, unpackRows } from '../../src/engine/packed-rows'
import { startsIn } from '../../src/engine/place'
import { engineer } from '../../src/workflows/engineer'
import { definition as hope } from '../../src/workflows/hope'

const { rows, states } = engineer.definition
const unpacked = () => {
  const packed = packRows(rows)
  if (!packed) throw new Error('this table can be packed')
  return unpackRows(packed)
}

test('a table is the same after packing, for whoever looks at all of it', () => {
  const again = unpacked()
  expect([...again]).toEqual(rows)
  expect(again.length).toBe(rows.length)
  expect(again.filter(({ on }) => on === 'lumos')).toEqual(rows.filter(({ on }) => on === 'lumos'))
  expect(again.indexOf(again[3] as never)).toBe(3)
  expect(again.at(-1)).toEqual(rows.at(-1))
})

test.each(states)('the rows that start in %s are known, in their order', (state) => {
  const again = unpacked()
  const starting = again.startingIn?.(state)
  expect(starting).toEqual(rows.filter((row) => startsIn(row, state)))
  for (const row of starting ?? []) expect(again).toContain(row)
})

test('of a state that there is not, it is not said which rows start there', () => {
  expect(unpacked().startingIn?.('toString')).toBeUndefined()
  expect(unpacked().startingIn?.('LUNCH')).toBeUndefined()
})

test('a table that names states by a pattern is left as it is', () => {
  expect(packRows(hope.rows)).toBeUndefined()
  const [row] = rows
  if (!row) throw new Error('there is a row')
  expect(packRows([{ ...row, from: '*' }])).toBeUndefined()
  expect(packRows([{ ...row, from: ['loop.*'] }])).toBeUndefined()
  expect(packRows([{ ...row, from: { except: ['GATHER_EDITING'] } }])).toBeUndefined()
})
