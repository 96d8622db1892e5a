import { getOrInsert } from '../engine/records'
import { isUnsaid, knownText } from '../text/markdown/known-text'
import { beginningOf, bullets, inline, paragraphs } from '../text/markdown-parts'
import type { Work } from '../work/work'
import { isMet, remarks, type Standing } from '../workflow/criteria/counts'
import { type OpenPoint, openPoints } from './open-points'

const longest = 200
const shortened = (text: string): string => beginningOf(inline(text), longest)

/** @returns the plan of a piece of work as a look lists it, where nothing of it is to be agreed to. Throws Failure if it cannot be read */
export async function planOf(work: Work, standings: readonly Standing[] = []): Promise<string> {
  const { plan: text, probe, flow } = work
  const criteria = text === undefined ? [] : (flow.plan?.criteria(text) ?? [])
  const mayBeShown = flow.plan?.mayHaveCommands(probe) === true
  const reader = mayBeShown ? await import('../workflow/criteria/proofs-now') : undefined
  const remarks = remarksOn(criteria)
  const listed = criteria.map((item, index) => {
    const ways = reader ? reader.waysOf(reader.readCriterion(item)) : []
    const marks = [...standingMark(item.ticked, standings[index]), ...(remarks[index] ?? [])]
    return itemText(index + 1, item.text, marks, ways)
  })
  return listText('The plan:', listed, besides(openPoints(work), criteria).map(openText))
}

/** @returns a list of criteria below its lead, then of other points; empty without any */
export const listText = (lead: string, listed: readonly string[], others: readonly string[], end?: string): string =>
  listed.length + others.length === 0 ? '' : paragraphs(lead, listed.join('\n'), bullets(others), end)

/** @returns a criterion with its marks, and below it what shows it or was changed of it */
export const itemText = (number: number, text: string, marks: readonly string[], lines: readonly string[]): string =>
  [[`${number}. ${shortened(text)}`, ...marks].join(' · '), ...lines.map((line) => `   - ${line}`)].join('\n')

/** @returns of each criterion whether another one says the same, or it says nothing */
export function remarksOn(criteria: readonly { readonly text: string }[]): string[][] {
  const firsts = new Map<string, number>()
  return criteria.map(({ text }, index) => {
    const first = getOrInsert(firsts, knownText(text), () => index)
    return [...(first < index ? [`the same as ${first + 1}`] : []), ...(isUnsaid(text) ? ['says nothing yet'] : [])]
  })
}

export function standingMark(isTicked: boolean, standing: Standing = 'claimed'): string[] {
  if (standing === 'failed') return ['failed']
  return isTicked ? [remarks[standing] ?? (isMet(standing) ? 'done' : 'ticked')] : []
}

/** @returns the points that are no criteria themselves */
export const besides = <Point extends OpenPoint>(
  open: readonly Point[],
  criteria: readonly { readonly text: string }[],
): Point[] => open.filter(({ text }) => !criteria.some((criterion) => criterion.text === text))

export const openText = ({ kind, text }: OpenPoint): string =>
  `${kind === 'assumed' ? 'Assumed' : 'Open'}: ${shortened(text)}`
