import { attempt } from '../../failure/failure'
import { readText } from '../../store/disk/read'
import { statePath } from '../../store/history/paths'
import type { Workflow } from '../../workflows/workflow'
import { lookInGit, quoted } from '../doctor/archived-texts'
import type { Base } from './base'

/** What rules need beside what they look at. */
export interface RuleContext {
  /** Absolute. */
  readonly root: string
  readonly workflow: Workflow
  /** Gives a state the name that people know. */
  readonly title: (state: string) => string
  readonly base?: Base
}

/** A command that brings files back. */
export function bringBack({ base }: Pick<RuleContext, 'base'>, ...paths: string[]): string {
  return base
    ? `git restore --source=${base.commit.slice(0, 12)} -- ${paths.map(quoted).join(' ')}`
    : lookInGit(...paths)
}

/** @returns where in the state file the name of the state is; no line where that cannot be said */
export function placeOfState({ root, workflow }: RuleContext): { where: string; line?: number } {
  const where = statePath(workflow)
  const text = attempt(() => readText(root, where))
  const index = typeof text === 'string' ? text.split('\n').findIndex((line) => line.includes('"current_state"')) : -1
  return { where, ...(index >= 0 && { line: index + 1 }) }
}
