import { filesUnder, readBytes } from '../../disk/read'
import { attempt, Failure } from '../../failure/failure'
import type { Workflow } from '../../flows/flow'
import type { Side } from '../../git/sides'
import { areWhole } from '../../work/history/chain'
import { type HistoryLine, isInside, parseLine } from '../../work/history/history-line'
import { historyPath, statePath } from '../../work/history/paths'
import { workIdOf } from '../../work/history/work-id'
import { parseState, type State } from '../../work/state/state'

/** A piece of work on one of two sides. */
export interface SideWork {
  readonly side: Side
  readonly folder: string
  readonly id?: string
  /** Its history, the oldest entry first. */
  readonly lines: readonly HistoryLine[]
  /** The digest of the last entry. */
  readonly tip?: string
  /** Undefined if it cannot be read. */
  readonly state?: State
  /** Whether all entries are unchanged, and the state matches the last one. */
  readonly isWhole: boolean
  /** Its files, by their names in the folder. */
  readonly names: readonly string[]
}

/** Two sides of one piece of work, or two pieces of work in one folder. */
export interface Meeting {
  readonly mine: SideWork
  readonly theirs: SideWork
}

/** A workflow on both sides: the works that meet, and those that only one side has. */
export interface BothSides {
  /** First those with the same id, wherever they are, then those in the same folder. */
  readonly meetings: readonly Meeting[]
  readonly alone: readonly SideWork[]
}

export async function bothSidesOf(workflow: Workflow, mine: Side, theirs: Side): Promise<BothSides> {
  const [ours, others] = [await worksOn(workflow, mine, theirs), await worksOn(workflow, theirs, mine)]
  const all = ours.flatMap((one) => others.map((other) => ({ mine: one, theirs: other })))
  const isSame = ({ mine: one, theirs: other }: Meeting) => one.id !== undefined && one.id === other.id
  const isSamePlace = (meeting: Meeting) => !isSame(meeting) && meeting.mine.folder === meeting.theirs.folder
  const meetings = [...all.filter(isSame), ...all.filter(isSamePlace)]
  const met = new Set(meetings.flatMap((meeting) => [meeting.mine, meeting.theirs]))
  return { meetings, alone: [...ours, ...others].filter((work) => !met.has(work)) }
}

/** @returns a work in this checkout */
export function workHere(root: string, workflow: Workflow, folder: string): Promise<SideWork> {
  const paths = new Map(filesUnder(root, folder).map((path) => [path, '']))
  const side = { name: '', paths, read: async (path: string) => readBytes(root, path) ?? Buffer.alloc(0) }
  return workAt(workflow, side, `${folder}/history.jsonl`)
}

/** The current work of a side, and its archives that the other side lacks. */
async function worksOn(workflow: Workflow, side: Side, other: Side): Promise<SideWork[]> {
  const archived = archivesOf(workflow, side).filter((path) => !isSameOn(path, side, other))
  const histories = [historyPath(workflow), ...archived].filter((path) => side.paths.has(path))
  const works: SideWork[] = []
  for (const path of histories) works.push(await workAt(workflow, side, path))
  return works
}

const isSameOn = (path: string, { paths }: Side, other: Side): boolean =>
  paths.get(path) !== '' && paths.get(path) === other.paths.get(path)

const archivesOf = ({ archives }: Workflow, { paths }: Side): string[] =>
  archives === undefined
    ? []
    : [...paths.keys()].filter(
        (path) => path.startsWith(archives) && /^[^/]+\/history\.jsonl$/.test(path.slice(archives.length)),
      )

async function workAt(workflow: Workflow, side: Side, history: string): Promise<SideWork> {
  const folder = history.slice(0, history.lastIndexOf('/'))
  const text = (await side.read(history)).toString()
  const { lines, isWhole: areLinesWhole } = readLines(text)
  const [first] = lines
  const id = first && workIdOf(first)
  const tip = lines.at(-1)?.digest
  const state = side.paths.has(statePath({ folder })) ? await stateAt(workflow, side, folder) : undefined
  const names = [...side.paths.keys()].flatMap((path) =>
    path.startsWith(`${folder}/`) && isInside(path) ? [path.slice(folder.length + 1)] : [],
  )
  const isWhole = areLinesWhole && state?.history.at(-1)?.digest === tip
  return { side, folder, lines, names, isWhole, ...(id && { id }), ...(tip && { tip }), ...(state && { state }) }
}

/** @returns the valid entries of a history, and whether it has nothing else and all are unchanged */
export function readLines(text: string): { readonly lines: readonly HistoryLine[]; readonly isWhole: boolean } {
  const end = text.trimEnd()
  const texts = end === '' ? [] : end.split(/\r?\n/)
  const lines = texts.flatMap((line) => {
    const parsed = attempt(() => parseLine(line))
    return parsed instanceof Failure ? [] : (parsed ?? [])
  })
  return { lines, isWhole: texts.length === lines.length && areWhole(lines) }
}

async function stateAt(workflow: Workflow, side: Side, folder: string): Promise<State | undefined> {
  const text = (await side.read(statePath({ folder }))).toString()
  const state = attempt(() => parseState(text, workflow, true))
  return state instanceof Failure ? undefined : state
}

/** Whether a file is the state or the history. */
export const isOfStore = (name: string): boolean => name === 'state.json' || name === 'history.jsonl'

/** Compares two files, ignoring line endings, as git may convert them. */
export const isSameText = (one: Buffer, other: Buffer): boolean => one.equals(other) || unixOf(one) === unixOf(other)
const unixOf = (bytes: Buffer): string => bytes.toString('latin1').replaceAll('\r\n', '\n')

/** The row of an entry that settles two sides. */
export const mergedRow = 'merged'

/** Whether an entry records another side that it has kept. */
export const isSettlement = ({ trigger, row, created }: HistoryLine): boolean =>
  trigger === 'Doctor' && row === mergedRow && created !== undefined
