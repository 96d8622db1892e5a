import { join } from 'node:path'
import type { Environment } from '../disk/environment'
import { isTouched } from '../disk/stat'
import { firstOf } from '../text/markdown-parts'
import { readLimit } from '../text/time'
import type { Work } from '../work/work'
import { reportsIn } from '../workflow/criteria/expectation'
import { identity, type PlannedCommand } from '../workflow/criteria/planned-command'
import { simpleCommand } from '../workflow/criteria/simple-command'
import type { CurrentCommand, CurrentItem } from './consent/current-commands'
import type { Recipe } from './consent/package-scripts'
import { type Recipes, recipesOf } from './consent/recipes'
import { type JudgedRun, judge } from './judge'
import { filesMissing, filesNamed } from './named-files'
import { withoutReports } from './report-files'
import { type CommandRun, type Invocation, runCommand } from './run-command'
import { changesBetween, type Snapshot, timeOnDisk } from './snapshot'
import { digestOfNamed } from './status/statuses'

/** What came of one command of an item. */
export interface CommandResult extends JudgedRun {
  /** As it was before the run, with when its commands were seen failing. */
  readonly item: CurrentItem & { readonly reds?: readonly (string | undefined)[] }
  readonly bound: CurrentCommand
  /** Which of the item's commands it is, from 0. */
  readonly index: number
  /** What was started; absent if nothing was. */
  readonly started?: Invocation
  /** Absent if nothing was started. */
  readonly run?: CommandRun
  /** What is here after it. */
  readonly here: Snapshot
  /** Set if the same command had run before, for another criterion. */
  readonly isShared?: true
}

/** What came of commands, by what was run and on which files: one command on one tree runs once, for all that name it. */
export type Ran = Map<string, JudgedRun & Pick<CommandResult, 'started' | 'run'>>

interface Running {
  readonly work: Pick<Work, 'root' | 'flow'>
  readonly ran: Ran
  /** All that is to run; of those that differ only in what is expected of them one runs. */
  readonly asked: readonly PlannedCommand[]
  readonly env: Environment
  /** The limit of commands without one, as the settings have it. */
  readonly within: string
  /** The time in milliseconds, from any moment on. */
  readonly ticks: () => number
  /** Asked just before each start, with which of the item's commands it is. @returns why it must not run, as a clause */
  readonly reasonAgainst?: (index: number) => string | undefined
  /** What is here, and what was touched since a time of the disk. */
  readonly look: (since: bigint) => Promise<Snapshot>
  readonly now: () => Date
  readonly abort?: AbortSignal | undefined
  /** Called before each start. */
  readonly onStart?: (item: CurrentItem, bound: CurrentCommand) => void
  /** Called after each end; returns what is here then, undefined if the item is to go no further. */
  readonly onResult: (result: CommandResult) => Promise<Snapshot | undefined>
}

/** Proving was called off, by the caller or by a signal that this process has got. */
export class CalledOff extends Error {
  constructor(readonly by: NodeJS.Signals | undefined) {
    super('called off')
  }
}

/** Runs the commands of an item in their order, until one does not pass. Throws CalledOff. */
export async function runItem(item: CurrentItem, before: Snapshot, running: Running): Promise<void> {
  let here: Snapshot | undefined = before
  for (const [index, bound] of item.commands.entries()) {
    const result: CommandResult = await runBound(item, bound, index, here, running)
    here = await running.onResult(result)
    if (!here || result.verdict !== 'passed') return
  }
}

/**
 * Runs a command, unless it has run on these files. One that passes, but has touched files, runs once more: if it touches no
 * others then and leaves the same tree, it writes the same bytes each time. Otherwise what it was run on may have been
 * something else than what is here.
 */
async function runBound(
  item: CurrentItem,
  bound: CurrentCommand,
  index: number,
  before: Snapshot,
  running: Running,
): Promise<CommandResult> {
  const { command } = bound
  const place = { item, bound, index }
  // Read before consent to them is asked, so that none that was not allowed is taken for what ran.
  const recipes = recipesOf(running.work.root, command)
  const against = running.reasonAgainst?.(index)
  if (against !== undefined) return { ...place, verdict: 'not allowed', because: [against], here: before }
  const keyOf = keysOn(before, running)
  const known = running.ran.get(keyOf(command))
  if (known) return { ...place, ...known, here: before, isShared: true }
  const start = () => running.onStart?.(item, bound)
  const alike = running.asked.filter(
    (each) => whatRuns(each) === whatRuns(command) && identity(each) !== identity(command),
  )
  const first = await runOnce(command, alike, recipes, before, running, start)
  const touched = touchedIn(first)
  const isTwice = first.own.verdict === 'passed' && touched.length > 0
  const { own, others, here, ...ran } = isTwice
    ? await runOnce(command, alike, recipes, first.here, running, start)
    : first
  const more = isTwice ? touchedIn({ here }).filter((path) => !touched.includes(path)) : []
  const because = [`files were touched while it ran: ${firstOf([...touched, ...more], mostNames)}`]
  const resultOf = (judged: JudgedRun) => {
    const isTouched = judged.verdict === 'passed' && more.length > 0
    const isPut = judged.verdict === 'passed' && touched.length > 0
    const named = { touched: touched.slice(0, mostNames) }
    return { ...judged, ...(isTouched ? { verdict: 'changed' as const, because } : isPut && named), ...ran }
  }
  if (before.trees) {
    running.ran.set(keyOf(command), resultOf(own))
    // Another one that passes by a run which has touched files would have to run again.
    if (isTwice || touched.length === 0)
      for (const [each, judged] of others) running.ran.set(keyOf(each), resultOf(judged))
  }
  return { ...place, ...resultOf(own), here }
}

/** What is the same for commands of which one run shows whether each has passed. */
const whatRuns = (command: PlannedCommand): string => identity({ ...command, expect: [] })

/** @returns by what a command is known that runs on these files: on those that it names and no tree has, too */
function keysOn({ trees }: Snapshot, { work }: Running): (command: PlannedCommand) => string {
  return (command) => {
    const named = filesNamed(work, command).map((path) => digestOfNamed(work.root, path))
    return JSON.stringify([trees?.treeAll, identity(command), named])
  }
}

const touchedIn = ({ here }: Pick<CommandResult, 'here'>): readonly string[] => here.trees?.touched ?? []

/** The most files that a clause names. */
const mostNames = 5

/** @returns what a command has shown that has run, and what its run shows of others of which something else is expected */
async function runOnce(
  command: PlannedCommand,
  alike: readonly PlannedCommand[],
  recipes: Recipes,
  before: Snapshot,
  running: Running,
  onStart: () => void,
) {
  const { root } = running.work
  onStart()
  const started = startOf(command)
  const withinMs = command.withinMs ?? readLimit(running.within) ?? 0
  const expected = [command, ...alike].flatMap(({ expect }) => expect)
  const texts = expected.flatMap((each) => (each.kind === 'stdout' ? [each.text] : []))
  return await withoutReports(root, [...new Set(reportsIn(expected))], async (testsIn) => {
    const since = timeOnDisk(root, running.now())
    const run = await runCommand(started, {
      folder: join(root, command.folder),
      withinMs,
      env: running.env,
      now: running.ticks,
      texts,
      ...(running.abort && { abort: running.abort }),
    })
    if (run.outcome.kind === 'aborted') throw new CalledOff(run.outcome.by)
    const here = await running.look(since)
    const changes = [...recipesTouched(root, command, recipes, since), ...changesBetween(before, here)]
    const ends = (each: PlannedCommand) => judge(each, run, withinMs, testsIn, changes)
    // Its program may be a file that the work has to write, too.
    const isWithout = ({ verdict }: JudgedRun) => verdict === 'failed' || verdict === 'cannot start'
    const missing = isWithout(ends(command)) ? await filesMissing(root, command, running.env) : []
    const because = missing.map((file) => `${file} is not there`)
    const judged = (each: PlannedCommand): JudgedRun => {
      const own = ends(each)
      return isWithout(own) && missing.length > 0 ? { ...own, because, missing } : own
    }
    return { own: judged(command), others: alike.map((each) => [each, judged(each)] as const), started, run, here }
  })
}

/** Consent is of the texts that a command runs: what stood there meanwhile is not known. */
function recipesTouched(root: string, command: PlannedCommand, { found }: Recipes, since: bigint): string[] {
  const now = recipesOf(root, command).found
  const isSame = ({ from, text }: Recipe, index: number) => now[index]?.from === from && now[index]?.text === text
  const files = new Set(found.map(({ from }) => from.replace(/ \((?:scripts\..*|[a-z-]+)\)$/s, '')))
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
