import { leads } from '../engine/leads'
import { startsIn } from '../engine/place'
import type { Workflow } from './workflow'

/** What one line of a history tells of the walk through the states. */
export interface Stride {
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
  Record<string, { readonly leads: string; readonly may: (stride: Stride, initial: string) => boolean }>
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
 * Whether a workflow allows a stride: a row of its table makes it, or a verb does.
 *
 * @param before where the line before led; absent for the first line of a history
 */
export function isLegal({ definition }: Workflow, stride: Stride, before: string | undefined): boolean {
  const { from, to, trigger } = stride
  if (before !== undefined && before !== from) return false
  // Anything may stand in a line, also a name that every object knows.
  const verb = Object.hasOwn(verbs, trigger) ? verbs[trigger] : undefined
  if (verb) return verb.may(stride, definition.initial)
  return leads(definition, from, trigger.toLowerCase(), stride.row).has(to)
}

/** @returns the rows of a table that a stride can be of */
export function rowsOf(
  { rows }: Workflow['definition'],
  { from, to, trigger, row: id }: Pick<Stride, 'from' | 'to' | 'trigger' | 'row'>,
): Workflow['definition']['rows'] {
  return rows.filter(
    (row) =>
      row.on === trigger.toLowerCase() && startsIn(row, from) && row.to === to && (id === undefined || row.id === id),
  )
}
