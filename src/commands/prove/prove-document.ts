import type { Output } from '../../cli/command'
import { documentOutput } from '../../cli/command'
import { outputPath } from '../../proof/gathered-output'
import type { CommandResult } from '../../proof/run-item'
import type { StandingItem, WorkHere } from '../../proof/work-here'
import { type ExitCode, exit } from '../../text/failure'
import { commandDocument, expectedOf } from '../../workflow/criteria/planned-command'
import { countsIn } from './prove-summary'

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
    counts: countsIn({ items }),
    treeAll: here.trees?.treeAll ?? null,
    criteria,
    ai,
    developer,
  }
  return { ...documentOutput('proof', exitCode === exit.done, fields), ...printed, exitCode }
}
