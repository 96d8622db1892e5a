import type { Condition, WorkflowFile } from './format'

/** @returns every condition of a workflow, with those inside it, in the order of the file */
export const conditionsIn = ({ steps }: Pick<WorkflowFile, 'steps'>): readonly Condition[] =>
  steps.flatMap(({ when }) => (when === undefined ? [] : withInner(when)))

/** @returns a condition, and those inside it */
export function withInner(condition: Condition): readonly Condition[] {
  if (typeof condition === 'string') return [condition]
  const inner =
    'all' in condition ? condition.all : 'any' in condition ? condition.any : 'not' in condition ? [condition.not] : []
  return [condition, ...inner.flatMap(withInner)]
}
