import type { TransitionInput, WantedChange } from '../flow'
import { file } from './files'

/** @returns where a context came from, by its front matter; undefined if it was written here */
export function sourceOf(context = ''): { readonly workflow: string; readonly name: string } | undefined {
  const [, workflow, name] = /^---\r?\nfrom: (\S+) (\S+)\r?\n/.exec(context) ?? []
  return workflow && name ? { workflow, name } : undefined
}

/** The file changes of rows: the documents are created; what lies there already gets a number. */
export const changes: Readonly<Record<string, (given: TransitionInput) => readonly WantedChange[]>> = {
  'take over': ({ payload: { context, plan, task } }) =>
    [[file.context, context] as const, [file.plan, plan] as const, [file.task, task] as const].flatMap(
      ([path, text]): WantedChange[] =>
        typeof text === 'string'
          ? [
              { do: 'retire', path },
              { do: 'create', path, text },
            ]
          : [],
    ),
}
