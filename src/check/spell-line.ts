import { type HistoryLine, transitionToday } from '../work/history/history-line'
import { tableDigest } from '../work/history/table-digest'
import type { Workflow } from '../workflow/flow'
import { rowsOf } from '../workflow/legality'

/** What the table knows about an entry written by a spell. */
export interface SpellLine {
  readonly to: string
  /** For a step that finishes a task or a review: the results that it must archive. */
  readonly results: readonly string[]
}

/**
 * @returns a function from an entry to what the table knows about it; undefined for an entry of no row. Results are
 *   cached, as histories are long
 */
export function spellLines({ definition }: Workflow): (line: HistoryLine) => SpellLine | undefined {
  const known = new Map<string, SpellLine | undefined>()
  return (line) => {
    const key = `${line.trigger} ${line.transition} ${line.row} ${line.table}`
    if (!known.has(key)) known.set(key, lookUp(line))
    return known.get(key)
  }

  function lookUp(line: HistoryLine): SpellLine | undefined {
    const { trigger, row, table } = line
    const { from, to } = transitionToday(definition, line)
    const isOfOtherTable = table !== tableDigest(definition)
    const [first] = rowsOf(definition, { trigger, from, to, isOfOtherTable, ...(row !== undefined && { row }) })
    return first && { to, results: resultsOf(first.effects ?? []) }
  }
}

/** Finished work is shown to the agent when it is archived; work that only makes room is not. */
function resultsOf(effects: NonNullable<Workflow['definition']['rows'][number]['effects']>): string[] {
  const shown = effects.flatMap((effect) => (effect.do === 'show' ? [effect.file] : []))
  return shown.filter((file) => effects.some((effect) => effect.do === 'move' && effect.files.includes(file)))
}

/** Whether an entry archives the results of a task or a review. */
export const isFinished = ({ moved = [] }: HistoryLine, spell: SpellLine | undefined): boolean =>
  spell !== undefined &&
  spell.results.length > 0 &&
  spell.results.every((file) => moved.some(({ from }) => from === file))
