import type { Definition, Facts } from '../engine/definition'
import { isAvailable } from '../engine/definition'
import { peekTransition } from '../engine/peek-transition'
import type { Texts } from '../flows/texts'
import { type Offer, type Outlook, outcomeOf } from './answer'
import { fill } from './markdown'

interface Standing {
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
export function offers(standing: Standing, facts: Facts, later: readonly Facts[] = []): Offer[] {
  return standing.definition.events.map((name) => {
    const { once: _, ...now } = outlook(standing, name, facts)
    const all = later.map((then) => outlook(standing, name, then))
    const then = all.filter((one, index) => all.findIndex((other) => isSame(one, other)) === index)
    const changes = then.length > 1 || then.some((one) => !isSame(one, now))
    return { name, ...now, ...(changes && { then }) }
  })
}

const isSame = (one: Outlook, other: Outlook): boolean => one.to === other.to && one.summary === other.summary

function outlook({ definition, state, texts, values }: Standing, name: string, facts: Facts): Outlook {
  const { row, state: to } = peekTransition(definition, state, name, facts)
  const { id, kind } = row
  const text = texts.rows.get(id) ?? {}
  return {
    available: isAvailable(kind) || kind === 'show',
    outcome: outcomeOf(kind),
    to,
    summary: fill(text.summary ?? text.because ?? 'shows where you are and what you can cast', values),
    ...(text.once !== undefined && { once: fill(text.once, values) }),
  }
}
