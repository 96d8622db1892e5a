import type { Kind } from '../../../src/engine/definition'
import type { RowText } from '../../../src/workflow/texts'
import { definition } from '../../../src/workflows/hope'
import { hopeTexts } from '../../support/hope-session'

test('every cycle that the specification caps is capped', () => {
  expect(definition.caps?.map(({ counter, most }) => [counter, most])).toEqual([
    ['rounds', 3],
    ['returns', 3],
    ['repairs', 3],
    ['stalls', 3],
    ['wave', undefined],
  ])
})

const required: Readonly<Partial<Record<Kind, readonly (keyof RowText)[]>>> = {
  advance: ['summary'],
  stay: ['summary'],
  block: ['because', 'next'],
  'no-op': ['because', 'next'],
  invalid: ['refusal'],
  // Who acts is in the last line.
  show: ['title', 'ai', 'where'],
}

test('every row has a text with all that its kind needs, and every text has its row', () => {
  const lacking = definition.rows.flatMap(({ id, kind }) =>
    (required[kind] ?? []).filter((part) => !hopeTexts.rows.get(id)?.[part]).map((part) => `${id}: ${part}`),
  )
  expect(lacking).toEqual([])
  const ids = new Set(definition.rows.map(({ id }) => id))
  expect([...hopeTexts.rows.keys()].filter((id) => !ids.has(id))).toEqual(['undo'])
})
