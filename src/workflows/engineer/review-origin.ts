import type { Context } from '../../engine/definition'

/** The key of the context that says in which state the review began that is in progress. */
export const reviewFrom = 'review_from'

/** Where a review that may be cancelled began, as the table asks for it. */
const origins: Readonly<Record<string, string>> = {
  ACHIEVE_TASK_DRAFTING: 'drafting',
  ACHIEVE_TASK_EXECUTED: 'executed',
  ACHIEVE_COMPLETE: 'complete',
}
/** A state in which something is missing stands for the one that lacks it. */
const lacking: Readonly<Record<string, string>> = {
  ERROR_TASK_MISSING: 'ACHIEVE_TASK_DRAFTING',
  ERROR_TASK_RESULTS_MISSING: 'ACHIEVE_TASK_EXECUTED',
}

/** @returns where the review began: `drafting`, `executed`, `complete`; `unknown` if the state was written by hand */
export const begunIn = (context: Context): string => origins[String(context[reviewFrom])] ?? 'unknown'

/** What the rows of a review do to the context. */
export const updates = {
  'remember where it began': (context: Context, _: unknown, state: string): Context => ({
    ...context,
    [reviewFrom]: lacking[state] ?? state,
  }),
  'forget where it began': ({ [reviewFrom]: _, ...context }: Context): Context => context,
}
export type UpdateName = keyof typeof updates
