import { inline } from '../../markdown/code'
import { knownText } from '../../markdown/known-text'
import { type Artifact, recordsIn, textsOf } from './artifact'
import type { Artifacts } from './checks'

/** A criterion, and how it is shown; empty if nothing is said of that. */
export interface Criterion {
  readonly text: string
  readonly verify: string
}

/** Reads `text (verify: how)`; without it `verify` is empty. */
export function criterionIn(said: string): Criterion {
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

export const subtasksIn = ({ subtasks }: Artifact = {}): readonly Artifact[] => recordsIn(subtasks)
export const criteriaIn = ({ acceptance_criteria: criteria }: Artifact): readonly Criterion[] =>
  textsOf(criteria)
    .filter((text) => text.trim() !== '')
    .map(criterionIn)

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
): readonly (Criterion & { readonly own: readonly string[]; readonly ids: readonly string[] })[] {
  const subtasks = subtasksIn(work)
  const ids = subtasks.map(({ subtask_id: id }) => String(id))
  const said = criteria.map(criterionIn).filter(({ text }) => text !== '')
  return said.map((criterion) => {
    const isIt = (text: unknown) => typeof text === 'string' && meant(text) === meant(criterion.text)
    const own = ids.filter((_, index) => criteriaIn(subtasks[index] ?? {}).some(({ text }) => isIt(text)))
    const mapped = recordsIn(validation?.requirement_coverage)
      .filter(({ requirement }) => typeof requirement === 'string' && isIt(criterionIn(requirement).text))
      .flatMap(({ implementation_location: place }) => namedIn(place, ids).known)
    return { ...criterion, own, ids: [...new Set([...own, ...mapped])] }
  })
}
