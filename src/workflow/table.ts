import type { Definition } from '../engine/definition'
import { guardsOf, holds } from './conditions'
import type { Effect } from './effect'
import type { StepsForm } from './known-names'
import { lawsOf } from './never'
import { statesOf } from './steps'

/** What a workflow's file says of its table, besides the rows. */
interface TableForm extends Omit<StepsForm, 'steps'> {
  readonly goal: string | readonly string[]
  readonly brought: readonly string[]
  /** In the order in which answers list them. */
  readonly events: readonly string[]
}

/** What code says of it. */
type OfCode = Pick<Definition<Effect>, 'name' | 'initial' | 'updates' | 'rows' | 'regions' | 'terminals' | 'caps'>

/** @returns the table of a workflow, as its file has it; the build makes the rows of the same file */
export function tableOf(file: TableForm, code: OfCode): Definition<Effect> {
  const states = statesOf(file)
  return {
    states,
    routers: file.routers,
    errors: [],
    goal: file.goal,
    events: file.events,
    guards: guardsOf(file, code.rows),
    domain: file.facts,
    brought: file.brought,
    possible: file.possible === undefined ? () => true : holds(file.possible, file),
    laws: lawsOf({ never: {}, ...file, states }),
    ...code,
  }
}
