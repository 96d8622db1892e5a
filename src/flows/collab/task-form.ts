import type { ItemForm } from '../../workflow/items/item'

/** How a session has its tasks; one that is only described otherwise is the same. */
export const taskForm: ItemForm = {
  list: 'tasks',
  one: 'task',
  fields: { id: 'id', needs: 'dependsOn', files: 'files', serves: 'serves', run: 'run' },
}
