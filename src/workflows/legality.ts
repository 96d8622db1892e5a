import { leads } from '../engine/leads'
import { rowsOn } from '../engine/place'
import type { Workflow } from './workflow'

/** What one line of a history tells of the walk through the states. */
export interface RecordedTransition {
  readonly from: string
  readonly to: string
  /** The spell or the verb, as the line has it. */
  readonly trigger: string
  /** The row that made it, where the line names one. */
  readonly row?: string
  readonly note?: string
  readonly archive?: string
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
    leads: 'to the very start, and names the archive of the work before',
    may: ({ to, archive }, initial) => to === initial && archive !== undefined,
  },
  Undo: {
    leads: 'to where the step led from that it takes back',
    may: ({ to, undoes, undoneFrom, isCutOff = false }) =>
      undoes !== undefined && (undoneFrom === undefined ? isCutOff : to === undoneFrom),
  },
  Override: {
    leads: 'anywhere, with a reason',
    may: ({ note }) => note !== undefined && note !== '',
  },
  Doctor: {
    leads: 'anywhere: to what a repair found, or what was written by hand',
    may: () => true,
  },
}

/**
 * @returns a function that tells whether a workflow allows a stride: a row of its table makes it, or a verb does. `before` is
 *   where the line before led; absent for the first line of a history. Looks each kind of step up once, as histories are long.
 */
export function legalIn({ definition }: Workflow): (stride: RecordedTransition, before: string | undefined) => boolean {
  const ends = new Map<string, ReadonlySet<string>>()
  const endsOf = ({ from, trigger, row }: RecordedTransition) => {
    // A line may say of its row what no step writes, the word undefined for example.
    const key = `${typeof row} ${from} ${trigger} ${row}`
    const known = ends.get(key) ?? leads(definition, from, trigger.toLowerCase(), row)
    ends.set(key, known)
    return known
  }
  return (stride, before) => {
    const { from, to, trigger } = stride
    if (before !== undefined && before !== from) return false
    // Anything may stand in a line, also a name that every object knows.
    const verb = Object.hasOwn(verbs, trigger) ? verbs[trigger] : undefined
    return verb ? verb.may(stride, definition.initial) : endsOf(stride).has(to)
  }
}

/** @returns the rows of a table that a stride can be of */
export function rowsOf(
  definition: Workflow['definition'],
  { from, to, trigger, row: id }: Pick<RecordedTransition, 'from' | 'to' | 'trigger' | 'row'>,
): Workflow['definition']['rows'] {
  return rowsOn(definition, from, trigger.toLowerCase()).filter(
    (row) => row.to === to && (id === undefined || row.id === id),
  )
}
