import { inline } from '../answer/markdown'
import { placeOf } from '../answer/state-text'
import { currentName } from '../engine/place'
import type { Workflow } from '../workflows/workflow'
import { loadTexts } from './cast-context'

/** Returns the title of a state. */
export type TitleOf = (workflow: Workflow, state: string) => string

/** Uses the texts that the build has compiled. */
export const titleOf: TitleOf = (workflow, said) => {
  const state = currentName(workflow.definition, said)
  return inline(placeOf(workflow, state, loadTexts(workflow.definition.name)).title ?? state)
}
