import { filesUnder, isThere, readBytes } from '../../disk/read'
import { attempt, attemptAsync, Failure } from '../../failure/failure'
import type { Workflow } from '../../flows/flow'
import { lastCommit, mayKnowSides, type Side, type Sides, sidesOf } from '../../git/sides'
import { archivesIn } from '../../work/archives'
import { areWhole, followHistory } from '../../work/history/chain'
import { historyPath, statePath } from '../../work/history/paths'
import { textsOf } from '../../work/history/text-lines'
import { firstLineOf, workIdOf } from '../../work/history/work-id'
import { isInConflict, sidesOf as sidesOfText } from '../../work/state/conflict'
import { isSealedState } from '../../work/state/edited-context'
import { loadState } from '../../work/state/state'
import { type ChangedArchive, changedArchives } from './archived-texts'
import { type Followed, follow, isWhole } from './followed'
import { keptHistories } from './kept-histories'
import {
  type BothSides,
  bothSidesOf,
  isOfStore,
  isSameText,
  isSettlement,
  type Meeting,
  type SideWork,
} from './side-work'

/** A piece of work with two sides that were merged by git, but not settled yet. */
export interface Split {
  readonly workflow: Workflow
  readonly sides: Sides
  /** The unsettled ones, with all others of the same work. */
  readonly meetings: readonly Meeting[]
  readonly all: BothSides
  /** Work that one side deleted and the other continued, without another counterpart. */
  readonly removed?: SideWork
}

/** What takes the longest to read. */
interface Seen {
  readonly history?: Followed['history']
  readonly archives?: readonly ChangedArchive[]
}

/**
 * Tells whether git is merging two sides of a piece of work, or has left them mixed. git is started only if its files
 * or those of the work suggest it. Only reads.
 *
 * @param seen what has been read already
 * @throws Failure if a file cannot be read
 */
export async function splitIn(root: string, workflow: Workflow, seen: Seen = {}): Promise<Split | undefined> {
  const isBroken = !(await isConsistent(root, workflow, seen.history))
  const changed = (seen.archives ?? (await changedArchives(root, workflow))).map(({ folder }) => folder)
  const isMixed = isBroken || changed.length > 0
  if (!isMixed && !mayKnowSides(root)) return undefined
  const own = [historyPath(workflow), statePath(workflow)]
  const known = await sidesOf(root, [...(isBroken ? own : []), ...changed])
  const marked = known.length === 0 && isBroken ? await markedSides(root, workflow) : undefined
  const splits: Split[] = []
  for (const sides of marked ? [marked] : known) {
    const split = await splitOf(root, workflow, sides, { isBroken, changed })
    if (split) splits.push(split)
  }
  // Of several sides only one may continue from here.
  const isOfItsOwn = ({ meetings, removed }: Split) =>
    removed !== undefined || meetings.some(({ mine, theirs }) => !isAhead(mine, theirs))
  return splits.find(isOfItsOwn) ?? splits[0]
}

async function splitOf(
  root: string,
  workflow: Workflow,
  sides: Sides,
  { isBroken, changed }: { isBroken: boolean; changed: readonly string[] },
): Promise<Split | undefined> {
  const own = [historyPath(workflow), statePath(workflow)]
  const isAsked = ({ mine, theirs }: Meeting) =>
    isBroken ||
    // A merge with a strategy such as `ours` has dropped the other side's entries.
    (sides.isWhole && changed.length === 0 && [mine, theirs].every(({ lines: [first] }) => first?.work)) ||
    [mine, theirs].some(({ folder }) => changed.includes(folder)) ||
    [...sides.asked].some((path) =>
      // For work that a side has archived, compare all texts; otherwise only state and history.
      mine.folder === theirs.folder && mine.folder === workflow.folder
        ? own.includes(path)
        : [mine, theirs].some(({ folder }) => path.startsWith(`${folder}/`)),
    )
  const open: Meeting[] = []
  const all = await bothSidesOf(workflow, sides.mine, sides.theirs)
  for (const meeting of all.meetings)
    if (isAsked(meeting) && !(await isSettled(root, workflow, meeting, isBroken))) open.push(meeting)
  // Other meetings of the same work are settled together.
  const touches = (meeting: Meeting) =>
    open.some(({ mine, theirs }) => mine === meeting.mine || theirs === meeting.theirs)
  const meetings = all.meetings.filter(touches)
  if (meetings.length > 0) return { workflow, sides, meetings, all }
  const removed = all.alone.find((work) => isHalfRemoved(root, workflow, sides, work))
  return removed && { workflow, sides, meetings, all, removed }
}

/** Whether git asks about deleting a work, and some of its files are still in conflict. */
function isHalfRemoved(root: string, workflow: Workflow, { asked }: Sides, { folder, names }: SideWork): boolean {
  if (folder !== workflow.folder || ![historyPath(workflow), statePath(workflow)].some((path) => asked.has(path)))
    return false
  const there = names.filter((name) => isThere(root, `${folder}/${name}`))
  return there.length > 0 && there.length < names.length
}

/** Whether one side has everything that the other has. */
const isAhead = (one: SideWork, other: SideWork): boolean => one.lines.some(({ digest }) => digest === other.tip)

/** @returns whether the work here continues, or equals, that of one side */
export async function goesOnHere(root: string, workflow: Workflow, { folder, lines }: SideWork): Promise<boolean> {
  const here = new Set<string | undefined>()
  const found = await attemptAsync(() =>
    followHistory(root, workflow, `${folder}/history.jsonl`, ({ digest }) => void here.add(digest)),
  )
  return isWhole(found) && lines.every(({ digest }) => here.has(digest))
}

/** Whether the state matches a complete history, or neither exists. */
async function isConsistent(root: string, workflow: Workflow, followed?: Followed['history']): Promise<boolean> {
  const saved = attempt(() => loadState(root, workflow))
  // Includes a conflict in a text that is no valid state.
  if (saved instanceof Failure || saved.byHand || !areWhole(saved.history)) return false
  return isSealedState(workflow, saved) && isWhole(followed ?? (await follow(root, workflow)).history)
}

const hasMarkers = (root: string, path: string): boolean => attempt(() => isInConflict(textsOf(root, path))) === true

/**
 * For conflict markers without a merge in git, the sides are HEAD, if it has the complete work, and the marked text.
 *
 * @returns undefined if there are no markers
 */
async function markedSides(root: string, workflow: Workflow): Promise<Sides | undefined> {
  const paths = filesUnder(root, workflow.folder)
  const marked = paths.filter((path) => hasMarkers(root, path))
  if (![historyPath(workflow), statePath(workflow)].some((path) => marked.includes(path))) return undefined
  const textOf = (side: 'ours' | 'theirs', name: string): Side => ({
    name,
    paths: new Map(paths.map((path) => [path, ''])),
    read: async (path) => {
      const bytes = readBytes(root, path) ?? Buffer.alloc(0)
      const sides = marked.includes(path) ? sidesOfText(bytes.toString()) : undefined
      return sides ? Buffer.from(sides[side]) : bytes
    },
  })
  const committed = await lastCommit(root)
  const isMarked = async (side: Side) => {
    for (const path of marked)
      if (side.paths.has(path) && isInConflict((await side.read(path)).toString().split('\n'))) return true
    return false
  }
  const mine =
    committed?.paths.has(historyPath(workflow)) && !(await isMarked(committed))
      ? committed
      : textOf('ours', 'the first part of the markers')
  return {
    act: 'markers',
    mine,
    theirs: textOf('theirs', 'the second part of the markers'),
    asked: new Set(marked),
    isWhole: false,
  }
}

/** Whether one side continues, and its history records the other one. */
async function isSettled(
  root: string,
  workflow: Workflow,
  { mine, theirs }: Meeting,
  isBroken: boolean,
): Promise<boolean> {
  if (isBroken && [mine, theirs].some(({ folder }) => folder === workflow.folder)) return false
  const known = new Set<string>()
  // The work may have been archived since.
  const places = archivesIn(root, workflow).filter((folder) => [mine.id, theirs.id].includes(folder.slice(-8)))
  for (const folder of new Set([mine.folder, theirs.folder, workflow.folder, ...places])) {
    const found = await attemptAsync(() =>
      followHistory(root, workflow, `${folder}/history.jsonl`, ({ digest, trigger, other }) => {
        if (digest) known.add(digest)
        if (trigger === 'Doctor' && other) known.add(other)
      }),
    )
    if (!isWhole(found)) return false
    for (const path of keptHistories(root, folder))
      for (const text of textsOf(root, path)) known.add(/"digest":"([0-9a-f]{64})"\}\r?$/.exec(text)?.[1] ?? '')
  }
  const knowsBoth = [mine, theirs].every((work) => endsOf(work).every((digest) => known.has(digest)))
  if (mine.folder === theirs.folder) {
    // If one side only continues the other, there is nothing to settle.
    return knowsBoth || isAhead(mine, theirs) || isAhead(theirs, mine)
  }
  const stands = async (one: SideWork, other: SideWork) =>
    isThere(root, `${one.folder}/history.jsonl`) &&
    (other.folder === workflow.folder ? idAt(root, other.folder) !== one.id : !isThere(root, other.folder)) &&
    (one.folder === workflow.folder || (await isAsOn(root, one)))
  return knowsBoth && ((await stands(mine, theirs)) || (await stands(theirs, mine)))
}

/** What a history must record of a side: its last step, and the sides that it has kept since. */
function endsOf({ lines }: SideWork): string[] {
  const last = lines.findLastIndex((line) => !isSettlement(line))
  const kept = lines.slice(last + 1).map(({ other }) => other)
  return [lines[last]?.digest, ...kept].filter((digest) => digest !== undefined)
}

function idAt(root: string, folder: string): string | undefined {
  const first = firstLineOf(root, `${folder}/history.jsonl`)
  return first && workIdOf(first)
}

/** Whether the texts of an archive equal those of a side. */
async function isAsOn(root: string, { side, folder, names }: SideWork): Promise<boolean> {
  for (const name of names) {
    const path = `${folder}/${name}`
    if (isOfStore(name)) continue
    const here = readBytes(root, path)
    if (!here || !isSameText(here, await side.read(path))) return false
  }
  return true
}
