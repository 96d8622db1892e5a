import { items } from '../../../templates/discovery/workflow.yaml'
import { inline } from '../../text/markdown/code'
import { knownText } from '../../text/markdown/known-text'
import { type Item, itemOf } from '../../workflow/items/item'
import { type Artifact, type Artifacts, recordsIn, textsOf } from './artifact'

/** A criterion, and how it is shown; empty if nothing is said of that. */
export interface SaidCriterion {
  readonly text: string
  readonly verify: string
}

/** Reads `text (verify: how)`; without it `verify` is empty. */
export function criterionIn(said: string): SaidCriterion {
  const line = inline(said).trim()
  const at = line.toLowerCase().lastIndexOf('(verify:')
  if (at <= 0 || !line.endsWith(')')) return { text: line, verify: '' }
  return { text: line.slice(0, at).trim(), verify: line.slice(at + '(verify:'.length, -1).trim() }
}

/** What two texts have in common that say the same. */
export const meant = (text: string): string =>
  knownText(text)
    .toLowerCase()
    .replace(/[*_`]|[.!]+$/g, '')

/** How an implementation plan writes its subtasks. */
export const subtaskForm = items

/** A subtask as it is written, and what all items have. */
export interface Subtask extends Item {
  readonly said: Artifact
  readonly criteria: readonly SaidCriterion[]
}

export const subtasksIn = ({ subtasks }: Artifact = {}): readonly Subtask[] =>
  recordsIn(subtasks).map((said) => ({
    ...itemOf(subtaskForm, said),
    said,
    criteria: textsOf(said.acceptance_criteria)
      .filter((text) => text.trim() !== '')
      .map(criterionIn),
  }))

/** What looks like the id of a subtask in a text, and those ids that are one. */
export function namedIn(place: unknown, ids: readonly string[]) {
  const words =
    typeof place === 'string' ? place.split(/[^\p{L}\p{N}_.-]+/u).map((word) => word.replace(/\.$/, '')) : []
  const isId = (word: string) => ids.includes(word)
  return { known: words.filter(isId), unknown: words.filter((word) => /^[A-Za-z]+-\d+$/.test(word) && !isId(word)) }
}

/** @returns of each criterion the ids of the subtasks that name it themselves, and of those that the validation names for it */
export function coverageOf(
  criteria: readonly string[],
  { implementation_plan: work, validation }: Artifacts,
): readonly (SaidCriterion & { readonly own: readonly string[]; readonly ids: readonly string[] })[] {
  const subtasks = subtasksIn(work)
  const ids = subtasks.map(({ id }) => id)
  const said = criteria.map(criterionIn).filter(({ text }) => text !== '')
  return said.map((criterion) => {
    const isIt = ({ text }: SaidCriterion) => meant(text) === meant(criterion.text)
    const own = subtasks.filter((one) => one.criteria.some(isIt)).map(({ id }) => id)
    const mapped = recordsIn(validation?.requirement_coverage)
      .filter(({ requirement }) => typeof requirement === 'string' && isIt(criterionIn(requirement)))
      .flatMap(({ implementation_location: place }) => namedIn(place, ids).known)
    return { ...criterion, own, ids: [...new Set([...own, ...mapped])] }
  })
}
