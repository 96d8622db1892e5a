import type { Everywhere } from '../work/everywhere'
import type { WorkflowOverview } from '../work/overview'
import type { ListedWork } from './work-table'

/** @returns the fields of the JSON document */
export const documentOf = (
  work: readonly ListedWork[],
  workflows: readonly WorkflowOverview[],
  everywhere: Everywhere | undefined,
): object => ({
  work: work.map(({ isStale, last, ...each }) => ({
    ...each,
    ...(last && { last }),
    ...(isStale && { staleSince: last }),
  })),
  workflows,
  ...(everywhere && {
    worktrees: everywhere.worktrees,
    branches: everywhere.branches,
    unread: everywhere.unread,
  }),
})
