import type { ItemForm } from '../../workflow/items/item'

/** How a session has its items, as they are handed in and as they are stored. */
export const itemForm: ItemForm = {
  list: 'items',
  one: 'item',
  fields: {
    id: 'id',
    text: 'text',
    needs: 'dependsOn',
    files: 'files',
    serves: 'criteria',
    run: 'run',
    isDone: 'done',
    settles: 'blocker',
  },
}
