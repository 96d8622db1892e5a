import { join } from 'node:path'
import { isTouched } from '../disk/stat'
import type { Environment } from '../settings/settings'
import type { CommandAtHand, ItemAtHand } from './commands-at-hand'
import { reportsIn } from './criteria/expectation'
import { readLimit } from './criteria/limit'
import type { PlannedCommand } from './criteria/planned-command'
import { simpleCommand } from './criteria/simple-command'
import { type Judged, judge } from './judge'
import type { Recipe } from './package-scripts'
import { type Recipes, recipesOf } from './recipes'
import { withoutReports } from './report-files'
import { type CommandRun, type Invocation, runCommand } from './run-command'
import { changesBetween, type Snapshot, timeOnDisk } from './snapshot'

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
  /** What lies here, and what was touched since a time of the disk. */
  readonly look: (since: bigint) => Promise<Snapshot>
  readonly now: () => Date
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

/**
 * Runs a command that passes, but has touched files, once more: if it touches no others then and leaves the same tree, it
 * writes the same bytes each time. Otherwise what it was run on may have been something else than what lies here.
 */
async function runBound(
  item: ItemAtHand,
  bound: CommandAtHand,
  index: number,
  before: Snapshot,
  running: Running,
): Promise<CommandResult> {
  const first = await runOnce(item, bound, index, before, running)
  const touched = touchedIn(first)
  if (first.verdict !== 'passed' || touched.length === 0) return first
  const again = await runOnce(item, bound, index, first.here, running)
  const others = touchedIn(again).filter((path) => !touched.includes(path))
  if (again.verdict !== 'passed' || others.length === 0) return again
  const because = [`files were touched while it ran: ${namesOf([...touched, ...others])}`]
  return { ...again, verdict: 'changed', because }
}

const touchedIn = ({ here }: CommandResult): readonly string[] => here.trees?.touched ?? []

const mostNames = 5
function namesOf(paths: readonly string[]): string {
  const more = paths.length - mostNames
  return `${paths.slice(0, mostNames).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

async function runOnce(
  item: ItemAtHand,
  bound: CommandAtHand,
  index: number,
  before: Snapshot,
  running: Running,
): Promise<CommandResult> {
  const { command } = bound
  const place = { item, bound, index }
  // Read before consent to them is asked, so that none that was not allowed is taken for what ran.
  const recipes = recipesOf(running.root, command)
  const against = running.reasonAgainst?.(index)
  if (against !== undefined) return { ...place, verdict: 'not allowed', because: [against], here: before }
  running.onStart?.(item, bound)
  const started = startOf(command)
  const withinMs = command.withinMs ?? readLimit(running.within) ?? 0
  const texts = command.expect.flatMap((each) => (each.kind === 'stdout' ? [each.text] : []))
  return await withoutReports(running.root, reportsIn(command.expect), async (testsIn) => {
    const since = timeOnDisk(running.root, running.now())
    const run = await runCommand(started, {
      folder: join(running.root, command.folder),
      withinMs,
      env: running.env,
      now: running.ticks,
      texts,
      ...(running.abort && { abort: running.abort }),
    })
    if (run.outcome.kind === 'aborted') throw new CalledOff(run.outcome.by)
    const here = await running.look(since)
    const changes = [...recipesTouched(running.root, command, recipes, since), ...changesBetween(before, here)]
    return { ...place, ...judge(command, run, withinMs, testsIn, changes), started, run, here }
  })
}

/** Consent is of the texts that a command runs: what stood there meanwhile is not known. */
function recipesTouched(root: string, command: PlannedCommand, { found }: Recipes, since: bigint): string[] {
  const now = recipesOf(root, command).found
  const isSame = ({ from, text }: Recipe, index: number) => now[index]?.from === from && now[index]?.text === text
  const files = new Set(found.map(({ from }) => from.replace(/ \(scripts\..*\)$/s, '')))
  const touched = [...files].filter((file) => isTouched(join(root, file), since))
  if (touched.length === 0 && now.length === found.length && found.every(isSame)) return []
  return [`what it runs changed while it ran${touched.length > 0 ? `, in ${touched.join(' and ')}` : ''}`]
}

function startOf({ kind, text }: PlannedCommand): Invocation {
  if (kind === 'shell') return { kind, text }
  const simple = simpleCommand(text)
  // A command that needs a shell is a fault, and none that can be run.
  if ('needsShell' in simple) throw new Error(`it needs a shell: ${simple.needsShell}`)
  return { kind, argv: simple.argv }
}
