import { compileTexts } from '../../../scripts/compile-texts'
import { definition } from '../../../src/flows/collab'

test('every row has a text, and every text a row or a verb', () => {
  const { rows } = compileTexts('templates/collab')
  const ids = new Set(definition.rows.map(({ id }) => id))
  expect([...ids].filter((id) => !rows.has(id))).toEqual([])
  expect([...rows.keys()].filter((id) => !ids.has(id))).toEqual(['undo'])
})
