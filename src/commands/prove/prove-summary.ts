import { nameOf, type StandingItem, type WorkHere } from '../../proof/work-here'
import { capital, inline, paragraphs } from '../../text/markdown-parts'
import { countsOf } from '../../workflow/criteria/counts'

type Called = Pick<WorkHere, 'items' | 'said'>

/** @returns where the criteria are, those that were not chosen too: `3 proven · 1 claimed`; commands of the settings are none */
export const countsIn = ({ items }: Pick<WorkHere, 'items'>): string =>
  countsOf(items.filter(({ isAlways }) => !isAlways).map(({ standing }) => standing))

/** @returns the same as a line that says of how many */
export function countsLine({ items, said: { called } }: Called, listed = items.length): string {
  const { length } = items.filter(({ isAlways }) => !isAlways)
  const counts = countsIn({ items })
  return length > 1 ? `Of ${listed < items.length ? 'all ' : ''}${length} ${called[1]}: ${counts}` : counts
}

/**
 * Sums up in two lines what was proven. A command that the settings ask for is no criterion, and never counted as one.
 *
 * @param left those of the chosen that are not proven
 */
export function summaryOf(work: Called, chosen: readonly StandingItem[], left: readonly StandingItem[]): string {
  const counted = left.length > 0 ? left : chosen
  const [asked, written] = [counted.filter(({ isAlways }) => isAlways), counted.filter(({ isAlways }) => !isAlways)]
  const of = chosen.filter(({ isAlways }) => isAlways).length
  const parts = [writtenPart(work, written, left.length > 0), askedPart(asked.length, of, left.length > 0)]
  const here = written.length > 0 && left.length === 0 ? ' for the files that are here now' : ''
  const [first = '', second] = parts.filter((part) => part !== '')
  const said = second ? `${first}${here}, and ${second}` : `${first}${here}`
  return paragraphs(`${capital(said)}.`, countsLine(work, chosen.length))
}

function writtenPart({ said: { called } }: Called, items: readonly StandingItem[], isLeft: boolean): string {
  const [one, many] = called
  const proven = isLeft ? 'not proven' : 'proven'
  const [first] = items
  if (!first) return ''
  return items.length === 1 ? `${one} ${inline(nameOf(first))} is ${proven}` : `${items.length} ${many} are ${proven}`
}

function askedPart(count: number, of: number, isLeft: boolean): string {
  if (count === 0) return ''
  const which = of === 1 ? 'the command' : count === of ? `the ${of} commands` : `${count} of the ${of} commands`
  return `${which} that the settings ask for ${count === 1 ? 'has' : 'have'} ${isLeft ? 'not passed' : 'passed'}`
}
