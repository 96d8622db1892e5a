import { createHash } from 'node:crypto'
import { castContextOf, clock, loadTexts } from '../cli/cast-context'
import type { CommandContext } from '../cli/command'
import { attemptAsync, Failure } from '../failure/failure'
import { entryOf } from '../flows/registry'
import { sameFolderIn, worktreesOf } from '../git/worktrees'
import type { WorkReport } from '../report/model'
import { nextWords, readReport } from '../report/read-report'
import { piecesIn } from '../rules/check/pieces'
import { type Everywhere, type SpreadWork, workInWorktrees } from '../work/everywhere'
import { allNames } from '../work/names'

/** A piece of work on the board. */
export interface WatchedWork extends SpreadWork {
  /** What its page is known by: 16 hexadecimal digits, the same as long as it lies where it lies. */
  readonly page: string
  /** What can be said next; empty if nothing can, or it cannot be read. */
  readonly say: string
}

/** The work in all worktrees of a repository, at one moment. */
export interface WorkNow extends Pick<Everywhere, 'unread' | 'worktrees'> {
  readonly work: readonly WatchedWork[]
  readonly now: Date
}

/** The folder of a piece of work's worktree that has its `.ai/`, its workflow and its name. */
type Known = readonly [root: string, workflow: string, name: string]

const pageOf = (known: Known): string => createHash('sha256').update(JSON.stringify(known)).digest('hex').slice(0, 16)

/** @returns the folders with `.ai/` of all worktrees; absolute */
export function rootsOf(root: string): string[] {
  const worktrees = worktreesOf(root).filter(({ isGone }) => !isGone)
  return worktrees.length > 0 ? worktrees.map((worktree) => sameFolderIn(root, worktree)) : [root]
}

const contextAt = (cli: CommandContext, root: string, workflow: string) =>
  castContextOf({ ...cli, options: { ...cli.options, cwd: root } }, workflow)

/**
 * Reads all work of a repository and its worktrees.
 *
 * @param root absolute
 * @throws Failure if a folder cannot be read
 */
export async function workNow(root: string, cli: CommandContext): Promise<WorkNow> {
  const now = clock.now()
  const { work, unread, worktrees } = await workInWorktrees(root, loadTexts, now)
  const all = work.map(async (each): Promise<WatchedWork> => {
    const { folder: top } = each.places.find(({ isHere }) => isHere) ?? each.places[0] ?? {}
    const known: Known = [top === undefined ? root : sameFolderIn(root, { top }), each.workflow, each.name]
    const say = each.state === undefined ? '' : await attemptAsync(() => nextWord(known, cli))
    return { ...each, page: pageOf(known), say: say instanceof Failure ? '' : say }
  })
  return { work: await Promise.all(all), unread, worktrees, now }
}

async function nextWord([root, workflow, name]: Known, cli: CommandContext): Promise<string> {
  const { open } = await entryOf(workflow).load()
  const [next] = await nextWords(open(name), contextAt(cli, root, workflow))
  return next?.say ?? ''
}

/**
 * Reads one piece of work, as `spell report` does.
 *
 * @param page what it is known by
 * @returns undefined if it is not under way any more
 * @throws Failure as `readReport` does
 */
export async function reportNow(root: string, cli: CommandContext, page: string): Promise<WorkReport | undefined> {
  for (const home of rootsOf(root)) {
    const found = allNames(home).find(({ name, entry }) => pageOf([home, entry.name, name]) === page)
    if (!found) continue
    const pieces = await piecesIn(home)
    const piece = pieces.find(
      ({ isArchived, name, workflow }) =>
        !isArchived && name === found.name && workflow.definition.name === found.entry.name,
    )
    return piece && (await readReport(piece, contextAt(cli, home, found.entry.name)))
  }
  return undefined
}
