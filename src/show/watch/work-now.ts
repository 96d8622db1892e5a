import { createHash } from 'node:crypto'
import { castContextOf } from '../../cast/cast-context'
import { turnsFor } from '../../cast/turn'
import type { CommandContext } from '../../cli/command'
import { clock } from '../../cli/edge'
import { changesBetween } from '../../git/changes'
import { sameFolderIn, worktreesOf } from '../../git/worktrees'
import { type Finished, finishedLately } from '../../work/archives'
import { type Everywhere, type SpreadWork, workInWorktrees } from '../../work/everywhere'
import { hasRecord } from '../../work/history/history-file'
import { allWork } from '../../work/open'
import { textsOf } from '../../work/texts'
import type { Work } from '../../work/work'
import type { WorkReport } from '../model'
import { readReport } from '../read-report'

export interface WatchedWork extends SpreadWork {
  /** What its page is known by: 16 hexadecimal digits, the same as long as it lies where it lies. */
  readonly page: string
}

export interface WorkNow extends Pick<Everywhere, 'unread' | 'worktrees'> {
  readonly work: readonly WatchedWork[]
  readonly finished: readonly Finished[]
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

const contextAt = (cli: CommandContext, { root, flow }: Work) => ({
  ...castContextOf({ ...cli, options: { ...cli.options, cwd: root } }),
  texts: textsOf(flow),
})

/** Reads all work of a repository and its worktrees. Throws Failure if a folder cannot be read. */
export async function workNow(root: string, cli: CommandContext): Promise<WorkNow> {
  const now = clock.now()
  const { work, unread, worktrees } = await workInWorktrees(root, textsOf, now, turnsFor(castContextOf(cli)))
  const all = work.map((each): WatchedWork => {
    const { folder: top } = each.places.find(({ isHere }) => isHere) ?? each.places[0] ?? {}
    const home = top === undefined ? root : sameFolderIn(root, { top })
    return { ...each, page: pageOf([home, each.workflow, each.name]) }
  })
  return { work: all, finished: finishedLately(root, now), unread, worktrees, now }
}

const knownAs = ({ root, flow, name }: Work): Known => [root, flow.definition.name, name]

/** Reads the piece of work that a page is about, as `spell report` does; undefined if it is not under way any more. */
export async function reportNow(root: string, cli: CommandContext, page: string): Promise<WorkReport | undefined> {
  for (const home of rootsOf(root)) {
    const work = (await allWork(home)).find((each) => pageOf(knownAs(each)) === page)
    if (work) return hasRecord(work) ? readReport(work, contextAt(cli, work), changesBetween) : undefined
  }
  return undefined
}
