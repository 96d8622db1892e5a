import type { ItemForm } from '../../workflow/items/item'

/** How a session has its tasks. */
export const taskForm: ItemForm = {
  list: 'tasks',
  one: 'task',
  fields: { id: 'id', text: 'description', needs: 'dependsOn', files: 'files', serves: 'serves', run: 'run' },
  same: ['run'],
}
