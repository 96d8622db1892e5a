import type { Definition } from '../../engine/definition'
import { currentName } from '../../engine/place'
import { fromJson, isRecord } from '../../text/json'
import type { Workflow } from '../../workflow/flow'
import { refuseNewerLayout } from './layout'

export const statePath = (workflow: Pick<Workflow, 'folder'>): string => `${workflow.folder}/state.json`
export const historyPath = (workflow: Pick<Workflow, 'folder'>): string => `${workflow.folder}/history.jsonl`

/** @returns the folder of a workflow's archives (default: that of the six spells) */
export const archiveFolder = ({ entry: { archive = '.ai/archive' } }: Pick<Workflow, 'entry'>): string => archive

export interface Created {
  readonly path: string
  readonly digest: string
}

/** A file or a folder that a step moved; a folder has no digest. */
export interface Moved {
  readonly from: string
  readonly to: string
  readonly digest?: string
  /** The digest of what a Markdown file says, see `formOf`: a formatter may change the rest. */
  readonly form?: string
}

/** What an entry records about the plan. Criteria are listed only if they differ from the entries before. */
export interface PlanOfLine {
  /** Of the bytes of the plan's file. */
  readonly digest: string
  readonly criteria: number
  readonly open: number
  /** The key of each criterion, in order; absent if they are unchanged. */
  readonly texts?: readonly string[]
  /** What the commands of each criterion are known by, `""` for none; only beside `texts`, and absent if no criterion has one. */
  readonly commands?: readonly string[]
  /** What each of them asks for, a line each, see `saidOf`; `""` for one that an entry before has. Only beside `texts`. */
  readonly said?: readonly string[]
  /** A character for each criterion: `x` if it was ticked, `-` if not; absent if the file is unchanged. */
  readonly ticked?: string
  /** The digest of the last proof, if there is one. */
  readonly proofs?: string
}

/** A file of an interrupted step that was edited before the step was completed. */
export interface Edited {
  /** Its path after the step was completed. */
  readonly path: string
  /** Its digest when the step was completed; absent if the file was gone. */
  readonly digest?: string
}

/** How spell knows that the developer let a step happen: `unseen` if only the agent says so. */
export const wordSources = ['said', 'typed', 'granted', 'unseen'] as const
export type WordSource = (typeof wordSources)[number]

/** What the developer was shown before a step, and then agreed to by its word. */
export interface Agreed {
  /** The digest of the plan's criteria with their commands, see `criteriaDigest`. */
  readonly criteria?: string
  /** How many commands were allowed by it. */
  readonly commands?: number
  /** How many assumptions and how many open questions were shown. */
  readonly assumptions?: number
  readonly questions?: number
  /** The key of each of them, so that only others are listed again. */
  readonly open?: readonly string[]
}

/** One entry of the history; no union, as one by hand may have any: each key says in which it stands. */
export interface HistoryLine {
  /** ISO 8601 in UTC. */
  readonly timestamp: string
  /** `FROM → TO`. */
  readonly transition: string
  /** The spell, or `New`, `Undo`, `Override`, `Doctor`. */
  readonly trigger: string
  /** Only in the first entry of a piece of work: its id, eight hexadecimal digits. */
  readonly work?: string
  /** Only there: the name of a named piece of work. */
  readonly name?: string
  /** Only in a step that takes the developer's word. */
  readonly word?: WordSource
  /** The id of a word that was kept until this step, or of one step of a grant: none but this step has used it. */
  readonly said?: string
  readonly agreed?: Agreed
  readonly row?: string
  /** The rows taken after the first, for routers and raised events. */
  readonly via?: readonly string[]
  readonly note?: string
  /** What the workflow itself records about the step. */
  readonly about?: Readonly<Record<string, unknown>>
  /** Only in `New`: the path of the archive. */
  readonly archive?: string
  /** Only in `Undo`: the digest of the entry that it reverts. */
  readonly undoes?: string
  /** Only in `Doctor`: the last digest of a history that could not be kept. */
  readonly other?: string
  /**
   * Only in `Doctor` with the row `merged`: the commit of the side of a merge that was not taken. As long as a branch
   * has it, `git show TIP:.ai/…` shows what that side has.
   */
  readonly tip?: string
  readonly head?: string
  readonly plan?: PlanOfLine
  readonly created?: readonly Created[]
  readonly moved?: readonly Moved[]
  /** Only for an interrupted step: the files that were edited before it was completed. */
  readonly edited?: readonly Edited[]
  /** The layout of the entry and its state file; absent in an entry written by hand. */
  readonly layout?: number
  /** The table that made it, see `tableDigest`. */
  readonly table?: string
  /** The digest of what the workflow remembers after the step; absent if that is nothing. */
  readonly context?: string
  /** Counts the entries from 1. */
  readonly number?: number
  /** The digest of the entry before; absent in the first. */
  readonly previous?: string
  /** The SHA-256 of the entry as written, without this key. Always the last key. */
  readonly digest?: string
}

/** @returns the JSON of an entry, as in both histories, without a line ending */
export const printLine = (line: HistoryLine): string => JSON.stringify(line)

/** @returns the entry that a line contains; undefined if it is none. Throws Failure `layout-newer` (unreadable) */
export function parseLine(text: string): HistoryLine | undefined {
  const value = fromJson(text)
  refuseNewerLayout(value, 'The history')
  return isLine(value) ? value : undefined
}

export const isLine = (value: unknown): value is HistoryLine => faultOf(value) === undefined

/** @returns what is wrong with an entry of a history; undefined if it is valid */
export function faultOf(value: unknown): string | undefined {
  if (
    !isRecord(value) ||
    ![value.timestamp, value.transition, value.trigger].every((text) => typeof text === 'string')
  ) {
    return 'lacks a timestamp, transition or trigger'
  }
  // Called for every line of long histories, so it avoids `Object.entries`.
  const wrong = keysToCheck.find((key) => value[key] !== undefined && !right[key](value[key]))
  return wrong && `has a ${wrong} that no step writes`
}

/** Searching for any other character is several times faster than matching all digits. */
const isHexadecimal = (value: unknown, digits: number): boolean =>
  typeof value === 'string' && value.length === digits && !/[^0-9a-f]/.test(value)

export const isDigest = (value: unknown): value is string => isHexadecimal(value, 64)
export const isWorkId = (value: unknown): value is string => isHexadecimal(value, 8)
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) > 0

/** What later steps rely on: recorded moves and creations are replayed, so their paths must be safe. */
const right = {
  work: isWorkId,
  name: (value: unknown) => typeof value === 'string' && isSegment(value),
  number: isCount,
  layout: isCount,
  context: isDigest,
  previous: isDigest,
  digest: isDigest,
  undoes: isDigest,
  tip: (value: unknown) => isHexadecimal(value, 40) || isHexadecimal(value, 64),
  archive: isInside,
  created: (value: unknown) => isListOf(value, ({ path, digest }) => isInside(path) && isDigest(digest)),
  edited: (value: unknown) =>
    isListOf(value, ({ path, digest }) => isInside(path) && (digest === undefined || isDigest(digest))),
  moved: (value: unknown) =>
    isListOf(
      value,
      ({ from, to, digest, form }) =>
        isInside(from) && isInside(to) && [digest, form].every((each) => each === undefined || isDigest(each)),
    ),
}

const keysToCheck = Object.keys(right) as (keyof typeof right)[]

const isListOf = (value: unknown, isRight: (item: Record<string, unknown>) => boolean): boolean =>
  Array.isArray(value) && value.every((item) => isRecord(item) && isRight(item))

/** Whether a text can be the name of a folder, and of nothing above it. */
const isSegment = (text: string): boolean => !/[/\\\0]|^\.*$/.test(text)

/** Whether an entry ends a piece of work: from then on everything belongs to its archive. */
export const isArchiving = ({ trigger, archive }: HistoryLine): boolean => trigger === 'New' && archive !== undefined

/** The row of an entry that settles a merge. */
export const mergedRow = 'merged'

/** Whether an entry settles a merge: it names the side that was not taken. */
export const isSettlement = ({ trigger, row, tip }: HistoryLine): boolean =>
  trigger === 'Doctor' && row === mergedRow && tip !== undefined

/** How many entries state.json keeps; history.jsonl has all of them. */
export const linesInState = 50

/** The limit of common file systems. */
const maxNameLength = 255

/** Whether a path stays in `.ai/` on every platform. A backslash may be part of the name of a file that `new` moved. */
export function isInside(path: unknown): boolean {
  return (
    typeof path === 'string' &&
    path.startsWith('.ai/') &&
    !path.includes('\0') &&
    path.split('/').every((name) => name !== '' && name !== '.') &&
    path
      .replaceAll('\\', '/')
      .split('/')
      .every((name) => name !== '..' && name.length <= maxNameLength)
  )
}

type Transition = Readonly<Record<'from' | 'to', string>>

/** Cache: most entries have one of few transitions. */
const transitions = new Map<string, Transition>()
const maxTransitions = 1000

/** @returns the states that an entry leads from and to, by the names it uses */
export function parseTransition({ transition }: Pick<HistoryLine, 'transition'>): Transition {
  const known = transitions.get(transition)
  if (known) return known
  const [from = '', to = ''] = transition.split(' → ')
  if (transitions.size === maxTransitions) transitions.clear()
  transitions.set(transition, { from, to })
  return { from, to }
}

/** @returns the states that an entry leads from and to, by their current names */
export function transitionToday(definition: Definition, line: HistoryLine): Transition {
  const { from, to } = parseTransition(line)
  return { from: currentName(definition, from), to: currentName(definition, to) }
}
