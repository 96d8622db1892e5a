import type { Context } from '../../engine/definition'

/** The context key with the state in which the current review began. */
export const reviewFrom = 'review_from'

/** The origin of a review, in the words of the table's guards. */
const origins: Readonly<Record<string, string>> = {
  ACHIEVE_TASK_DRAFTING: 'drafting',
  ACHIEVE_TASK_EXECUTED: 'executed',
  ACHIEVE_COMPLETE: 'complete',
}
/** An error state, and the state whose file is missing. */
const lacking: Readonly<Record<string, string>> = {
  ERROR_TASK_MISSING: 'ACHIEVE_TASK_DRAFTING',
  ERROR_TASK_RESULTS_MISSING: 'ACHIEVE_TASK_EXECUTED',
}

/** @returns where the review began: `drafting`, `executed`, `complete`; `unknown` if the state was written by hand */
export const begunIn = (context: Context): string => origins[String(context[reviewFrom])] ?? 'unknown'

export const updates = {
  'remember where it began': (context: Context, _: unknown, state: string): Context => ({
    ...context,
    [reviewFrom]: lacking[state] ?? state,
  }),
  'forget where it began': ({ [reviewFrom]: _, ...context }: Context): Context => context,
}
export type UpdateName = keyof typeof updates
