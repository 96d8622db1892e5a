import { items } from '../../../templates/discovery/workflow.yaml'
import { itemOf } from '../../workflow/items/item'
import { sharedFiles } from '../../workflow/items/waves'

/** How an implementation plan writes its subtasks. */
export const subtaskForm = items

/** The ids of the subtasks that a subtask builds on. */
export const needsOf = (subtask: unknown): readonly string[] => itemOf(subtaskForm, subtask).needs

/** @returns the subtasks that build on no other and say that they change the same file: they cannot be done side by side */
export const inOneFile = (subtasks: readonly Readonly<Record<string, unknown>>[]): string[] =>
  sharedFiles(
    subtaskForm,
    // `src/export.ts:42`, `src/export.ts#toCsv`, `src/export.ts (toCsv)`
    subtasks.flatMap(({ location, ...one }) =>
      needsOf(one).length > 0
        ? []
        : {
            ...one,
            location: String(location ?? '')
              .trim()
              .split(/[\s:#(]/)[0],
          },
    ),
  ).map((clause) => `${clause}.`)
