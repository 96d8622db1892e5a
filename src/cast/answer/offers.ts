import type { Definition, Facts } from '../../engine/definition'
import { isAvailable } from '../../engine/definition'
import { peekTransition } from '../../engine/reduce'
import { fill } from '../../text/markdown-parts'
import type { Texts } from '../../workflow/texts'
import { type Offer, type Outlook, outcomeOf } from './answer'

interface Place {
  readonly definition: Definition
  readonly state: string
  /** The `summary` or `because` of each row. */
  readonly texts: Texts
  readonly values: Facts
}

/**
 * Asks the reducer for the outcome of each spell, so that the list always agrees with what a cast does.
 *
 * @param facts those of the files now, as if each event came with a valid payload
 * @param later the facts that may hold once the agent has done what it was asked to do; empty if nothing changes
 * @returns one offer per spell, in the order of the definition
 */
export function offers(place: Place, facts: Facts, later: readonly Facts[] = []): Offer[] {
  return place.definition.events.map((name) => {
    const seen = (on: Facts) => outlook(place, name, on)
    const { once: _, ...now } = seen(facts)
    const all = later.map(seen)
    const then = all.filter((one, index) => all.findIndex((other) => isSame(one, other)) === index)
    const changes = then.length > 1 || then.some((one) => !isSame(one, now))
    return { name, ...now, ...(changes && { then }) }
  })
}

const isSame = (one: Outlook, other: Outlook): boolean => one.to === other.to && one.summary === other.summary

function outlook({ definition, state, texts, values }: Place, name: string, facts: Facts): Outlook {
  const { row, state: to } = peekTransition(definition, state, name, facts)
  const { id, kind } = row
  const text = texts.rows.get(id) ?? {}
  return {
    available: isAvailable(kind) || kind === 'show',
    outcome: outcomeOf(kind),
    to,
    summary: fill(text.summary ?? text.because ?? 'shows where you are and what you can say', values),
    ...(text.once !== undefined && { once: fill(text.once, values) }),
  }
}

/** @returns the spells that do something, without those that are another's to cast */
export const offersOf = (
  { offers, look }: { readonly offers: readonly Offer[]; readonly look: string },
  others?: readonly string[],
): Offer[] => offers.filter(({ name }) => name !== look && !others?.includes(name))

/** Whether the spell is available now, or will be once the agent is done. */
export const isOpen = ({ available, then = [] }: Offer) =>
  then.length > 0 ? then.some((one) => one.available) : available

/** The effect of a spell after the agent has done its part, which is when the answer is read. */
export function prospect(offer: Offer): string {
  const then: readonly Outlook[] = offer.then ?? [offer]
  const open = then.filter(({ available }) => available)
  const [first, ...rest] = open.length > 0 ? open : then
  const conditional = ({ summary, once }: Outlook) => `once ${once}, ${bare(summary)}`
  if (!first) return ''
  const sure = bare(first.summary)
  if (offer.then && rest.length === 0) return first.once ? `${sure}, once ${first.once}` : sure
  return [sure, ...rest.map(conditional)].join('; ')
}

/** @returns a sentence without its full stop */
export const bare = (sentence: string) => (sentence.endsWith('.') ? sentence.slice(0, -1) : sentence)
