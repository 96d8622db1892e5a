import { currentName } from '../engine/place'
import { inline } from '../text/markdown-parts'
import type { Workflow } from '../workflow/flow'
import { placeOf, type Texts } from '../workflow/texts'
import { textsOf } from './texts'

export type TitleOf = (workflow: Workflow, state: string) => string

/** @returns the title of a state in the texts of its workflow */
export function titleIn(texts: Texts, workflow: Workflow, said: string): string {
  const state = currentName(workflow.definition, said)
  return inline(placeOf(workflow, state, texts).title ?? state)
}

/** Uses the texts that the build has compiled. */
export const titleOf: TitleOf = (workflow, state) => titleIn(textsOf(workflow), workflow, state)
