import { join } from 'node:path'
import type { Environment } from '../settings/settings'
import type { CommandAtHand, ItemAtHand } from './commands-at-hand'
import { reportsIn } from './criteria/expectation'
import { readLimit } from './criteria/limit'
import type { PlannedCommand } from './criteria/planned-command'
import { simpleCommand } from './criteria/simple-command'
import { type Judged, judge } from './judge'
import { withoutReports } from './report-files'
import { type CommandRun, type Invocation, runCommand } from './run-command'
import { changesBetween, type Snapshot } from './snapshot'

/** What came of one command of an item. */
export interface CommandResult extends Judged {
  readonly item: ItemAtHand
  readonly bound: CommandAtHand
  /** Which of the item's commands it is, from 0. */
  readonly index: number
  /** What was started; absent if nothing was. */
  readonly started?: Invocation
  /** Absent if nothing was started. */
  readonly run?: CommandRun
  /** What lies here after it. */
  readonly here: Snapshot
}

export interface Running {
  readonly root: string
  readonly env: Environment
  /** The limit of commands without one, as the settings have it. */
  readonly within: string
  /** The time in milliseconds, from any moment on. */
  readonly ticks: () => number
  /** Asked just before each start, with which of the item's commands it is. @returns why it must not run, as a clause */
  readonly reasonAgainst?: (index: number) => string | undefined
  readonly look: () => Promise<Snapshot>
  readonly abort?: AbortSignal | undefined
  /** Called before each start. */
  readonly onStart?: (item: ItemAtHand, bound: CommandAtHand) => void
  /** Called after each end; returns what lies here then, undefined if the item is to go no further. */
  readonly onResult: (result: CommandResult) => Promise<Snapshot | undefined>
}

/** Proving was called off, by the caller or by a signal that this process has got. */
export class CalledOff extends Error {
  constructor(readonly by: NodeJS.Signals | undefined) {
    super('called off')
  }
}

/** Runs the commands of an item in their order, until one does not pass. Throws CalledOff. */
export async function runItem(item: ItemAtHand, before: Snapshot, running: Running): Promise<void> {
  let here: Snapshot | undefined = before
  for (const [index, bound] of item.commands.entries()) {
    const result: CommandResult = await runBound(item, bound, index, here, running)
    here = await running.onResult(result)
    if (!here || result.verdict !== 'passed') return
  }
}

async function runBound(
  item: ItemAtHand,
  bound: CommandAtHand,
  index: number,
  before: Snapshot,
  running: Running,
): Promise<CommandResult> {
  const { command } = bound
  const place = { item, bound, index }
  const against = running.reasonAgainst?.(index)
  if (against !== undefined) return { ...place, verdict: 'not allowed', because: [against], here: before }
  running.onStart?.(item, bound)
  const started = startOf(command)
  const withinMs = command.withinMs ?? readLimit(running.within) ?? 0
  const texts = command.expect.flatMap((each) => (each.kind === 'stdout' ? [each.text] : []))
  return await withoutReports(running.root, reportsIn(command.expect), async (testsIn) => {
    const run = await runCommand(started, {
      folder: join(running.root, command.folder),
      withinMs,
      env: running.env,
      now: running.ticks,
      texts,
      ...(running.abort && { abort: running.abort }),
    })
    if (run.outcome.kind === 'aborted') throw new CalledOff(run.outcome.by)
    const here = await running.look()
    return { ...place, ...judge(command, run, withinMs, testsIn, changesBetween(before, here)), started, run, here }
  })
}

function startOf({ kind, text }: PlannedCommand): Invocation {
  if (kind === 'shell') return { kind, text }
  const simple = simpleCommand(text)
  // A command that needs a shell is a fault, and none that can be run.
  if ('needsShell' in simple) throw new Error(`it needs a shell: ${simple.needsShell}`)
  return { kind, argv: simple.argv }
}
