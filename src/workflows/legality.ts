import { leads } from '../engine/leads'
import { currentName, rowsOn } from '../engine/place'
import type { Workflow } from './workflow'

/** What one line of a history tells of the walk through the states. */
export interface RecordedTransition {
  readonly from: string
  readonly to: string
  /** The spell or the verb, as the line has it. */
  readonly trigger: string
  /** The row that made it, where the line names one. */
  readonly row?: string
  /** Whether another version of the table made it: then its row says nothing, and only from, event and to count. */
  readonly isOfOtherTable?: boolean
  readonly note?: string
  readonly archive?: string
  /** Absent in lines of 0.1.0. */
  readonly layout?: number
  /** Of `Undo`: the digest of the line that it takes back. */
  readonly undoes?: string
  /** Of `Undo`: where the line that it takes back led from; absent where there is no such line. */
  readonly undoneFrom?: string
  /** Whether lines before it are lost: the one that an `Undo` takes back may be among them. */
  readonly isCutOff?: boolean
}

/** The strides that no row of the table makes: each leads from any state to where it may. */
export const verbs: Readonly<
  Record<string, { readonly leads: string; readonly may: (stride: RecordedTransition, initial: string) => boolean }>
> = {
  New: {
    leads:
      'to no other state; names the archive of the work that it ends (in entries of 0.1.0: to the start of the next work)',
    may: ({ from, to, archive, layout }, initial) =>
      to === (layout === undefined ? initial : from) && archive !== undefined,
  },
  Undo: {
    leads: 'back to where the undone step began',
    may: ({ to, undoes, undoneFrom, isCutOff = false }) =>
      undoes !== undefined && (undoneFrom === undefined ? isCutOff : to === undoneFrom),
  },
  Override: {
    leads: 'to any state, with a reason',
    may: ({ note }) => note !== undefined && note !== '',
  },
  Doctor: {
    leads: 'to any state that a repair found, or that was written by hand',
    may: () => true,
  },
}

/**
 * @returns a function that tells whether a workflow allows a stride: a row of its table makes it, or one of an earlier table
 *   did, or a verb does. `before` is where the line before led; absent for the first line of a history. Looks each kind of
 *   step up once, as histories are long.
 */
export function legalIn({ definition }: Workflow): (stride: RecordedTransition, before: string | undefined) => boolean {
  const ends = new Map<string, ReadonlySet<string>>()
  const today = (state: string) => currentName(definition, state)
  const endsOf = (from: string, trigger: string, row: string | undefined) => {
    // A line may say of its row what no step writes, the word undefined for example.
    const key = `${typeof row} ${from} ${trigger} ${row}`
    const known = ends.get(key) ?? leads(definition, from, trigger.toLowerCase(), row)
    ends.set(key, known)
    return known
  }
  const hadEdge = (from: string, trigger: string, to: string) =>
    definition.gone?.edges?.some(
      (edge) => today(edge.from) === from && edge.on === trigger.toLowerCase() && today(edge.to) === to,
    ) === true
  return (stride, before) => {
    const { trigger, row, undoneFrom, isOfOtherTable = false } = stride
    const [from, to] = [today(stride.from), today(stride.to)]
    if (before !== undefined && today(before) !== from) return false
    // Anything may stand in a line, also a name that every object knows.
    const verb = Object.hasOwn(verbs, trigger) ? verbs[trigger] : undefined
    const undone = undoneFrom === undefined ? {} : { undoneFrom: today(undoneFrom) }
    if (verb) return verb.may({ ...stride, ...undone, from, to }, definition.initial)
    if (!isOfOtherTable) return endsOf(from, trigger, row).has(to)
    return endsOf(from, trigger, undefined).has(to) || hadEdge(from, trigger, to)
  }
}

/** @returns the rows of a table that a stride can be of; all on its way if another table made it and its row is not here */
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

/** @returns a row under the id that the table has for it today; any other text as it is */
export const currentRow = ({ renamed }: Workflow['definition'], row: string): string =>
  (renamed?.rows && Object.hasOwn(renamed.rows, row) ? renamed.rows[row] : row) ?? row
