import { readText } from '../../disk/read'
import { attempt } from '../../failure/failure'
import type { Workflow } from '../../flows/flow'
import { statePath } from '../../work/history/paths'
import { lookInGit, quoted } from '../doctor/archived-texts'
import type { Base } from './base'

/** The context of rules. */
export interface RuleContext {
  /** Absolute. */
  readonly root: string
  readonly workflow: Workflow
  /** Returns the title of a state. */
  readonly title: (state: string) => string
  readonly base?: Base
}

/** A command that restores files. */
export function bringBack({ base }: Pick<RuleContext, 'base'>, ...paths: string[]): string {
  return base
    ? `git restore --source=${base.commit.slice(0, 12)} -- ${paths.map(quoted).join(' ')}`
    : lookInGit(...paths)
}

/** @returns the place of the state's name in the state file; without a line if that is unknown */
export function placeOfState({ root, workflow }: RuleContext): { where: string; line?: number } {
  const where = statePath(workflow)
  const text = attempt(() => readText(root, where))
  const index = typeof text === 'string' ? text.split('\n').findIndex((line) => line.includes('"current_state"')) : -1
  return { where, ...(index >= 0 && { line: index + 1 }) }
}
