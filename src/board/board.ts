import { beginningOf, inline } from '../answer/markdown'
import type { Board, BoardCard } from '../cli/command'
import { type WorkPhase, workPhases } from '../flows/flow'
import { commitOf, criteriaOf, type ListedWork, moreOf, phaseNames, placesText, staleOf, stateOf } from './work-table'

/** The longest title on a card, in characters. */
const fits = 60

/** What cannot be read is in the first column: somewhere it has to be seen. */
export const columnOf = ({ phase }: ListedWork): WorkPhase => phase ?? 'planning'

/** @returns the same by phase, in the order of the work */
export const byPhase = <Work extends ListedWork>(work: readonly Work[]): readonly Work[] =>
  workPhases.flatMap((phase) => work.filter((each) => columnOf(each) === phase))

/** @returns a column for each phase */
export const boardOf = (work: readonly ListedWork[], now: Date): Board['columns'] =>
  workPhases.map((phase) => ({
    heading: phaseNames[phase],
    cards: work.filter((each) => columnOf(each) === phase).map((each) => cardOf(each, now)),
  }))

function cardOf(work: ListedWork, now: Date): BoardCard {
  const { name, title, workflow, places } = work
  const said = (...texts: readonly (string | undefined)[]): string[] => texts.flatMap((text) => (text ? [text] : []))
  const stale = staleOf(work, now)
  return {
    title: said(inline(name), title && beginningOf(inline(title), fits)).join(': '),
    lines: said(stateOf(work), criteriaOf(work), stale?.replace('! ', '! stale ')),
    dimmed: said(workflow, places && placesText(places), commitOf(work, now), moreOf(work)),
  }
}
