import type { Title } from '../markdown/titles'

/** The name of a section of criteria, with or without a number; nothing follows the short ones. */
const name =
  /^\W*(?:\d[\d.)]*\s*)?(?:(?:acceptance criteria|success criteria|definition of done|akzeptanzkriterien|abnahmekriterien|crit[eè]res d.acceptation|criterios de aceptaci[oó]n|crit[eé]rios de aceita[cç][aã]o)(?![a-z])|验收标准|受け入れ基準|(?:acs?|dod)\W*$)/i

export const isOfCriteria = (text: string): boolean => name.test(text)

export interface Place {
  /** The title that it stands under; one without a text above the first. */
  readonly head: Title
  /** That of a section of criteria, whose items need no box: `## Acceptance Criteria`, then `1. …`. */
  readonly criteria?: Title | undefined
}

const none: Title = { text: '', level: 0, line: 0 }

/** @returns where each of some lines stands */
export function placesOf(lines: readonly { readonly number: number }[], titles: readonly Title[]): readonly Place[] {
  const heads = new Map(titles.map((title) => [title.line, title]))
  let [heading, criteria]: [Title, Title?] = [none]
  return lines.map(({ number }) => {
    const title = heads.get(number)
    if (title && criteria && title.level <= criteria.level) criteria = undefined
    if (title && isOfCriteria(title.text)) criteria ??= title
    if (title && title.level < 7) heading = title
    return { head: criteria && criteria.level > 6 ? criteria : heading, criteria }
  })
}
