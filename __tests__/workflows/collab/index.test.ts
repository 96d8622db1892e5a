import { compileTexts } from '../../../scripts/compile-texts'
import { verify } from '../../../src/engine/verify'
import { definition } from '../../../src/workflows/collab'

test('keeps every promise, over every state, event and combination of facts', () => {
  const { states, rows, findings } = verify(definition)
  expect({ states, rows, findings }).toEqual({ states: 31, rows: definition.rows.length, findings: [] })
})

test('every row has a text, and every text a row or a verb', () => {
  const { rows } = compileTexts('templates/collab')
  const ids = new Set(definition.rows.map(({ id }) => id))
  expect([...ids].filter((id) => !rows.has(id))).toEqual([])
  expect([...rows.keys()].filter((id) => !ids.has(id))).toEqual(['undo'])
})
