import { type ItemForm, itemOf } from '../../workflow/items/item'
import { mistakesIn } from '../../workflow/items/mistakes'
import { sharedFiles } from '../../workflow/items/waves'

/** How an implementation plan writes its subtasks. */
const form: ItemForm = {
  list: 'subtasks',
  one: 'subtask',
  fields: { id: 'subtask_id', needs: 'scope.depends_on_subtasks' },
}

/** The ids of the subtasks that a subtask builds on. */
export const needsOf = (subtask: unknown): readonly string[] => itemOf(form, subtask).needs

/** @returns what is wrong with the names in a list of subtasks, each with its place */
export const subtaskProblems = (subtasks: readonly unknown[]): string[] =>
  mistakesIn(
    form,
    subtasks.map((one) => itemOf(form, one)),
  )

/** @returns the subtasks that build on no other and say that they change the same file: they cannot be done side by side */
export const inOneFile = (subtasks: readonly Readonly<Record<string, unknown>>[]): string[] =>
  sharedFiles(
    subtasks
      .filter((one) => needsOf(one).length === 0)
      .map(({ subtask_id: id, location }) => ({ id: String(id), files: [fileAt(location)].filter(Boolean) })),
  ).map((clause) => `${clause}.`)

/** `src/export.ts:42`, `src/export.ts#toCsv`, `src/export.ts (toCsv)` */
const fileAt = (location: unknown): string =>
  typeof location === 'string' ? (location.trim().split(/[\s:#(]/)[0] ?? '') : ''
