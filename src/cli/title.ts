import { inline } from '../answer/markdown'
import { placeOf } from '../answer/state-text'
import { currentName } from '../engine/place'
import type { Workflow } from '../workflows/workflow'
import { loadTexts } from './cast-context'

/** Gives a state of a workflow the name that people know. */
export type TitleOf = (workflow: Workflow, state: string) => string

/** Goes by the texts that the build has compiled. */
export const titleOf: TitleOf = (workflow, said) => {
  const state = currentName(workflow.definition, said)
  return inline(placeOf(workflow, state, loadTexts(workflow.definition.name)).title ?? state)
}
