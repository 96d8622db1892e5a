import { always, type Definition } from '../engine/definition'
import { currentName, isState, routerIn, rowsOn, targetsOf } from '../engine/place'
import { changesFiles } from './effect'
import type { Workflow } from './flow'

/** The transition that an entry of a history records. */
export interface RecordedTransition {
  readonly from: string
  readonly to: string
  /** The spell or the command, as recorded. */
  readonly trigger: string
  /** The row that answered, if the entry names one. */
  readonly row?: string
  /** Whether another version of the table made it: then only its states and its trigger count, not its row. */
  readonly isOfOtherTable?: boolean
  readonly note?: string
  readonly archive?: string
  /** Only for `Undo`: the digest of the entry that it reverts. */
  readonly undoes?: string
  /** Only for `Undo`: the state before the entry that it reverts; absent if there is no such entry. */
  readonly undoneFrom?: string
  /** Whether earlier entries are lost, so that the one that an `Undo` reverts may be among them. */
  readonly isCutOff?: boolean
}

/** The transitions of commands, which are no rows of the table: each can start in any state. */
export const verbs: Readonly<
  Record<string, { readonly leads: string; readonly may: (stride: RecordedTransition) => boolean }>
> = {
  New: {
    leads: 'to no other state; names the archive of the work that it ends',
    may: ({ from, to, archive }) => to === from && archive !== undefined,
  },
  Undo: {
    leads: 'back to where the undone step began',
    may: ({ to, undoes, undoneFrom, isCutOff = false }) =>
      undoes !== undefined && (undoneFrom === undefined ? isCutOff : to === undoneFrom),
  },
  Override: { leads: 'to any state, with a reason', may: ({ note }) => note !== undefined && note !== '' },
  Rename: {
    leads: 'to no other state; the piece of work is called otherwise from then on',
    may: ({ from, to }) => to === from,
  },
  Doctor: { leads: 'to any state that a repair found, or that was written by hand', may: () => true },
}

/**
 * Tells whether a workflow allows a transition: by a row of its table, by one of an earlier table, or by a command.
 * `before` is the target of the previous entry; absent for the first one. Results are cached, as histories are long.
 */
export function legalIn({ definition }: Workflow): (stride: RecordedTransition, before: string | undefined) => boolean {
  const ends = new Map<string, ReadonlySet<string>>()
  const today = (state: string) => currentName(definition, state)
  const endsOf = (from: string, trigger: string, row: string | undefined) => {
    // A hand-written entry may have any text as its row, such as "undefined".
    const key = `${typeof row} ${from} ${trigger} ${row}`
    const known =
      ends.get(key) ?? new Set([...leads(definition, from, trigger.toLowerCase(), row), ...stays(from, trigger, row)])
    ends.set(key, known)
    return known
  }
  /** The state itself, if a row stays in it and changes files. */
  const stays = (from: string, trigger: string, row: string | undefined): readonly string[] =>
    rowsOn(definition, from, trigger.toLowerCase()).some(
      ({ id, to, effects = [] }) => to === 'same' && effects.some(changesFiles) && (row === undefined || id === row),
    )
      ? [from]
      : []
  const hadEdge = (from: string, trigger: string, to: string) =>
    definition.gone?.edges?.some(
      (edge) => today(edge.from) === from && edge.on === trigger.toLowerCase() && today(edge.to) === to,
    ) === true
  return (stride, before) => {
    const { trigger, row, undoneFrom, isOfOtherTable = false } = stride
    const [from, to] = [today(stride.from), today(stride.to)]
    if (before !== undefined && today(before) !== from) return false
    // The trigger can be any text, including the name of a built-in property.
    const verb = Object.hasOwn(verbs, trigger) ? verbs[trigger] : undefined
    const undone = undoneFrom === undefined ? {} : { undoneFrom: today(undoneFrom) }
    if (verb) return verb.may({ ...stride, ...undone, from, to })
    if (!isOfOtherTable) return endsOf(from, trigger, row).has(to)
    return endsOf(from, trigger, undefined).has(to) || hadEdge(from, trigger, to)
  }
}

/** The rows that a transition may belong to; all between its states if another table made it and its row is unknown. */
export function rowsOf(
  definition: Workflow['definition'],
  stride: Pick<RecordedTransition, 'from' | 'to' | 'trigger' | 'row' | 'isOfOtherTable'>,
): Workflow['definition']['rows'] {
  const { trigger, row = '', isOfOtherTable } = stride
  const [from, to] = [currentName(definition, stride.from), currentName(definition, stride.to)]
  const rows = rowsOn(definition, from, trigger.toLowerCase()).filter((candidate) => candidate.to === to)
  const named = rows.filter(({ id }) => id === (isOfOtherTable ? currentRow(definition, row) : row))
  return stride.row !== undefined && (named.length > 0 || !isOfOtherTable) ? named : rows
}

/** @returns the current id of a row; any other text unchanged */
export const currentRow = ({ renamed }: Workflow['definition'], row: string): string =>
  (renamed?.rows && Object.hasOwn(renamed.rows, row) ? renamed.rows[row] : row) ?? row

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
