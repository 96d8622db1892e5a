import { attempt, Failure } from '../../failure/failure'
import type { Side } from '../../git/sides'
import { filesUnder, readBytes } from '../../store/disk/read'
import { areWhole } from '../../store/history/chain'
import { type HistoryLine, isInside, parseLine } from '../../store/history/history-line'
import { historyPath, statePath } from '../../store/history/paths'
import { workIdOf } from '../../store/history/work-id'
import { parseState, type State } from '../../store/state/state'
import type { Workflow } from '../../workflows/workflow'

/** A piece of work as one of two sides has it. */
export interface SideWork {
  readonly side: Side
  readonly folder: string
  readonly id?: string
  /** Its history, the oldest line first. */
  readonly lines: readonly HistoryLine[]
  /** The digest of the last line. */
  readonly tip?: string
  /** Undefined if it cannot be read. */
  readonly state?: State
  /** Whether each of its lines is as it was written, and its state is their end. */
  readonly isWhole: boolean
  /** Its files, by their names in the folder. */
  readonly names: readonly string[]
}

/** Two sides of one piece of work, or two pieces of work in one place. */
export interface Meeting {
  readonly mine: SideWork
  readonly theirs: SideWork
}

/** What two sides have of a workflow: where they meet, and the works that only one of them has. */
export interface BothSides {
  /** First those with one id, wherever they lie, then two in one folder. */
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

/** @returns a work as it lies here */
export function workHere(root: string, workflow: Workflow, folder: string): Promise<SideWork> {
  const paths = new Map(filesUnder(root, folder).map((path) => [path, '']))
  const side = { name: '', paths, read: async (path: string) => readBytes(root, path) ?? Buffer.alloc(0) }
  return workAt(workflow, side, `${folder}/history.jsonl`)
}

/** What a side has where the work lies, and in archives that the other side does not have. */
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

/** @returns the lines of ours that a history has, and whether that is all that it has, each line as it was written */
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

/** Whether a file of a folder is its state or its history. */
export const isOfStore = (name: string): boolean => name === 'state.json' || name === 'history.jsonl'

/** Whether two files say the same; line ends do not count, as git may change them. */
export const isSameText = (one: Buffer, other: Buffer): boolean => one.equals(other) || unixOf(one) === unixOf(other)
const unixOf = (bytes: Buffer): string => bytes.toString('latin1').replaceAll('\r\n', '\n')

/** The row of a line that tells of two sides of which one goes on. */
export const mergedRow = 'merged'

/** Whether a line tells of another side that it has kept. */
export const isSettlement = ({ trigger, row, created }: HistoryLine): boolean =>
  trigger === 'Doctor' && row === mergedRow && created !== undefined
