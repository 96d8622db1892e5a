import type { ItemForm } from '../../../src/workflow/items/item'
import { handedInAgain } from '../../../src/workflow/items/item'

const form: ItemForm = {
  list: 'items',
  one: 'item',
  fields: { id: 'id', text: 'text', run: 'run', isDone: 'done', settles: 'fixes' },
}
const open = { id: 'rows', text: 'Write the rows', run: 'npm test' }
const done = { ...open, done: true, outcome: 'seen' }
const fix = { id: 'fix', text: 'Mend the zone', fixes: 'B1' }

// biome-ignore format: one case a line
test.each([
  ['what is done stays as it was', [done], [{ ...open, text: 'write the rows.' }], [done]],
  ['what is done stays, if it is left out, too', [done], [{ ...open, id: 'b' }], [done, { ...open, id: 'b' }]],
  ['with another text it is to be done again', [done], [{ ...open, text: 'Write the header' }], [{ ...open, text: 'Write the header' }]],
  ['with another command it is to be done again', [done], [{ ...open, run: 'make' }], [{ ...open, run: 'make' }]],
  ['what is open is replaced', [open], [{ ...open, id: 'b' }], [{ ...open, id: 'b' }]],
  ['what settles a finding stays, whatever has its id now', [fix], [{ ...open, id: 'fix' }, open], [open, fix]],
])('%s', (_, before, now, all) => {
  expect(handedInAgain<object>(form, before, now, 9)).toEqual(all)
})

test('if there are too many, those that were done first go', () => {
  const before = ['a', 'b', 'c'].map((id) => ({ ...done, id }))
  expect(handedInAgain<object>(form, before, [open], 2)).toEqual([before[2], open])
})
