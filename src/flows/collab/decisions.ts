import type { State } from './flow'

/** The states that end with what the developer decides; in all others the agent only reports. */
const decided: readonly State[] = [
  'gather-goals',
  'brainstorm-designing',
  'brainstorm-validating',
  'rough-draft-handoff',
  'task-planning',
  'ready-to-implement',
  'workflow-complete',
  'cleanup',
]

/** Whether a state ends with what the developer decides. */
export const isDecided = (state: string): boolean => decided.some((known) => known === state)
