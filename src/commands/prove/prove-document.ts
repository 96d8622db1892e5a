import { documentOutput, type Output } from '../../cli/command'
import { outputPath } from '../../proof/gathered-output'
import type { CommandResult } from '../../proof/run-item'
import { nameOf, type StandingItem, type WorkHere } from '../../proof/work-here'
import { type ExitCode, exit } from '../../text/failure'
import { capital, inline } from '../../text/markdown-parts'
import { countsOf } from '../../workflow/criteria/counts'
import { commandDocument, expectedOf } from '../../workflow/criteria/planned-command'

/** @returns the document of proving, or of a look at it, and what is printed in its place */
export function outputOf(
  { work, consents, items, here }: WorkHere,
  shown: readonly StandingItem[],
  results: readonly CommandResult[],
  exitCode: ExitCode,
  {
    ai = '',
    developer = '',
    lastOf,
    ...printed
  }: Pick<Output, 'markdown' | 'terminal'> & {
    readonly ai?: string
    readonly developer?: string
    /** What came of the command of a criterion when it last ran. */
    readonly lastOf?: (number: number, index: number) => object | null
  },
): Output {
  const resultOf = (number: number, index: number) => {
    const result = results.find((each) => each.item.number === number && each.index === index)
    if (!result) return undefined
    const { verdict, because, exit: code, signal, tests, run } = result
    const known = items.find((item) => item.number === number)?.known
    const output = run && known ? { output: outputPath(known, index), lastLines: run.output.lastLines } : {}
    const ended = { ...(code !== undefined && { exit: code }), ...(signal && { signal }), ...(tests && { tests }) }
    return { verdict, because, ...ended, ...(run && { ms: Math.round(run.ms) }), ...output }
  }
  const criteria = shown.map(({ number, criterion, isAlways, standing, commands, faults, reds }) => ({
    number,
    ...(criterion.id !== undefined && { id: criterion.id }),
    text: criterion.text,
    always: isAlways,
    standing,
    redFirst: criterion.redFirst,
    commands: commands.map(({ command, allowed = null }, index) => {
      const result = resultOf(number, index)
      return {
        ...commandDocument(command),
        expect: expectedOf(command),
        allowed,
        red: (criterion.redFirst && reds[index]) || null,
        ...(lastOf && { last: lastOf(number, index) }),
        ...(result && { result }),
      }
    }),
    faults,
  }))
  const fields = {
    workflow: work.flow.definition.name,
    work: consents.work ?? null,
    // Those that were not chosen, too; commands of the settings are no criteria.
    counts: countsOf(items.filter(({ isAlways }) => !isAlways).map(({ standing }) => standing)),
    treeAll: here.trees?.treeAll ?? null,
    criteria,
    ai,
    developer,
  }
  return { ...documentOutput('proof', exitCode === exit.done, fields), ...printed, exitCode }
}

type Called = Pick<WorkHere, 'items' | 'counts' | 'said'>

/** @returns how many are done, as a line that says of how many; empty for one, of which its own line says it */
export function countsLine({ items, counts, said: { called } }: Called, listed = items.length): string {
  const { length } = items.filter(({ isAlways }) => !isAlways)
  return length > 1 ? `Of ${listed < items.length ? 'all ' : ''}${length} ${called[1]}: ${counts}` : ''
}

/**
 * Sums up what was proven, in a sentence. A command that the settings ask for is no criterion, and never counted as one.
 *
 * @param left those of the chosen that are not proven
 */
export function summaryOf({ said }: Called, chosen: readonly StandingItem[], left: readonly StandingItem[]): string {
  const [one, many] = said.called
  const counted = left.length > 0 ? left : chosen
  const [asked, written] = [counted.filter(({ isAlways }) => isAlways), counted.filter(({ isAlways }) => !isAlways)]
  const of = chosen.filter(({ isAlways }) => isAlways).length
  const which = asked.length === of ? `the ${of} commands` : `${asked.length} of the ${of} commands`
  const passed = ({ length }: typeof asked) =>
    `${length === 1 ? 'has' : 'have'} ${left.length > 0 ? 'not passed' : 'passed'}`
  const [first] = written
  const what = first && (written.length === 1 ? `${one} ${inline(nameOf(first))}` : `${written.length} ${many}`)
  const here = left.length > 0 ? '' : ' for the files that are here now'
  const parts = [
    what && `${what} ${passed(written)}${here}`,
    asked.length > 0 && `${of === 1 ? 'the command' : which} that the settings ask for ${passed(asked)}`,
  ]
  return `${capital(parts.filter(Boolean).join(', and '))}.`
}
