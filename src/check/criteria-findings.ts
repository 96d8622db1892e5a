import { getOrInsert } from '../engine/records'
import type { CriterionToday } from '../proof/status/plan-today'
import { beginningOf } from '../text/markdown-parts'
import { type PastFinding, type Place, pastFinding } from './finding'

/** A criterion that was changed when this was not allowed. */
export interface WrongChange {
  /** What is allowed only at certain times, or with the developer's word. */
  readonly kind: 'ticked' | 'dropped' | 'reworded' | 'commands'
  /** In an entry of the history, or after the last one. */
  readonly place: Place & { readonly index: number }
  /** Its position in the plan, from 1. */
  readonly number: number
  /** Its current key, if it still exists. */
  readonly text?: string
  /** What its commands were known by, if those were changed. */
  readonly commands?: string
}

interface Beside {
  /** By key, the criteria of today's plan. */
  readonly texts: ReadonlyMap<string, CriterionToday>
  /** What helps against a change without an agreement. */
  readonly fix: string | undefined
}

/** @returns a sentence for each kind of change at each place */
export function findingsOf(changes: readonly WrongChange[], beside: Beside): PastFinding[] {
  const groups = new Map<string, WrongChange[]>()
  for (const change of changes)
    getOrInsert(groups, `${change.place.where} ${change.place.line} ${change.kind}`, () => []).push(change)
  return [...groups.values()].map((group) => findingOf(group, beside))
}

function findingOf(group: readonly WrongChange[], { texts, fix }: Beside): PastFinding {
  const [{ kind, place }] = group as readonly [WrongChange]
  const line = place.line ?? group.flatMap(({ text = '' }) => texts.get(text)?.line ?? [])[0]
  const at = { ...place, ...(line !== undefined && { line }) }
  const count = group.length
  const isOne = count === 1
  const [subject, them] = isOne ? ['One criterion was', 'it'] : [`${count} criteria were`, 'them']
  const which = namesOf(group, texts)
  if (kind === 'ticked') {
    const message = `${subject} ticked before this, but no task or review was finished that could have met ${them}${which}.`
    return pastFinding(at, 'criteria-ticked', message, untick)
  }
  const done = {
    dropped: `${subject} taken out of the plan`,
    reworded: `${subject} reworded`,
    commands: `The commands of ${isOne ? 'one criterion' : `${count} criteria`} were changed`,
  }[kind]
  const message = `${done} before this, outside planning, and the developer has not agreed to it${which}.`
  return pastFinding(at, 'criteria-changed', message, fix)
}

const untick = 'Untick what no results show to be met; a task that meets it is the way to tick it.'

/** The most criteria that a sentence names. */
const maxNamed = 3

/** The positions that criteria had, and their texts of today. */
function namesOf(group: readonly WrongChange[], texts: Beside['texts']): string {
  const names = group.map(({ number, text = '', kind }) => {
    const said = texts.get(text)?.text
    const now = kind === 'reworded' ? 'now ' : ''
    return `number ${number}${said === undefined ? '' : `, ${now}“${beginningOf(said, maxTextLength)}”`}`
  })
  const more = names.length > maxNamed ? ` and ${names.length - maxNamed} more` : ''
  return `: ${names.slice(0, maxNamed).join('; ')}${more}`
}

/** In characters: enough to find the text. */
const maxTextLength = 80
