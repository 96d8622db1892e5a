import type { Definition, Facts } from '../engine/definition'
import { isAvailable } from '../engine/definition'
import { peekTransition } from '../engine/peek-transition'
import { type Offer, outcomeOf } from './answer'
import { fill } from './markdown'
import type { Texts } from './texts'

/**
 * Asks the reducer what each spell would do now, so that no list of spells can lie.
 *
 * @param definition the workflow's table
 * @param state where it stands
 * @param facts as the files are now, and as if each event brought what it should
 * @param texts the `summary` or `because` of each row
 * @param values what these have placeholders for
 * @returns one offer a spell, in the order of the definition
 */
export function offers(
  definition: Definition,
  state: string,
  facts: Facts,
  texts: Texts,
  values: Facts = facts,
): Offer[] {
  return definition.events.map((name) => {
    const { row, state: to } = peekTransition(definition, state, name, facts)
    const { id, kind } = row
    const text = texts.rows.get(id) ?? {}
    return {
      name,
      available: isAvailable(kind) || kind === 'show',
      outcome: outcomeOf(kind),
      to,
      summary: fill(text.summary ?? text.because ?? 'shows where you are and what can be cast.', values),
    }
  })
}
