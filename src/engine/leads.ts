import { always, type Definition } from './definition'
import { isState, routerIn, rowsOn, targetsOf } from './place'

/**
 * @param first the id of the row that answered, if known
 * @returns every state that an event can lead to from a state, whatever the facts; the state itself only if a row stays
 *   and changes something else
 */
export function leads(definition: Definition, state: string, event: string, first?: string): Set<string> {
  const ends = new Set<string>()
  const seen = new Set<string>()
  const follow = (at: string, [on, ...raised]: readonly string[]) => {
    const known = [at, on, ...raised].join(' | ')
    if (seen.has(known)) return
    seen.add(known)
    if (on === undefined) return void ends.add(at)
    const isFirst = seen.size === 1
    const rows = rowsOn(definition, at, on).filter(({ id }) => !isFirst || first === undefined || id === first)
    if (rows.length === 0 && !isFirst) follow(at, raised)
    for (const row of rows) {
      const changes = row.to !== 'same' || row.updates || row.counts || row.resets || row.raises
      if (!changes) continue
      for (const end of targetsOf(definition, row, at)) {
        const next = [...raised, ...(row.raises ?? [])]
        follow(end, routerIn(definition, end) === undefined ? next : [always, ...next])
      }
    }
  }
  if (isState(definition, state)) follow(state, [event])
  return ends
}
