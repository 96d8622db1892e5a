import type { Definition } from '../../engine/definition'
import { currentName } from '../../engine/place'
import { fromJson, isRecord } from '../../failure/json'
import { refuseNewerLayout } from './layout'

/** A file that a step created, and what it held then. */
export interface Created {
  readonly path: string
  readonly digest: string
}

/** A file or a folder that a step moved; a folder has no digest. */
export interface Moved {
  readonly from: string
  readonly to: string
  readonly digest?: string
}

/** What a line says of the plan. Which criteria it had is written only if it differs from what the lines before say. */
export interface PlanOfLine {
  /** Of the bytes of its file. */
  readonly digest: string
  readonly criteria: number
  readonly open: number
  /** What each criterion is known by, in their order; absent if they are those of before. */
  readonly texts?: readonly string[]
  /** A character for each criterion, `x` if it was ticked, else `-`; absent if the file is that of before. */
  readonly ticked?: string
}

/** A file of a step that was edited while that was stopped half-way. */
export interface Edited {
  /** Where it lies now that the step is finished. */
  readonly path: string
  /** What it held when the step was finished; absent if it was gone. */
  readonly digest?: string
}

/** One line of the history. A line written by hand may have only the first three keys. */
export interface HistoryLine {
  /** ISO 8601 in UTC. */
  readonly timestamp: string
  /** `FROM → TO`. */
  readonly transition: string
  /** The spell, or `New`, `Undo`, `Override`, `Doctor`. */
  readonly trigger: string
  /** Of the first line of a piece of work: its id, eight hexadecimal digits. 0.1.0 has written none. */
  readonly work?: string
  readonly row?: string
  /** The rows that followed: of routers, and of events that were raised. */
  readonly via?: readonly string[]
  readonly note?: string
  /** What the workflow itself says of the step. */
  readonly about?: Readonly<Record<string, unknown>>
  /** Of `New`: where the work goes. In lines of 0.1.0, which begin a history, where the work before went. */
  readonly archive?: string
  /** Of `Undo`: the digest of the line that it takes back. */
  readonly undoes?: string
  /** Of `Doctor`: the last digest of a history that could not be kept, of another branch for example. */
  readonly other?: string
  /** The commit that git stood at. */
  readonly head?: string
  /** The plan at that time. */
  readonly plan?: PlanOfLine
  readonly created?: readonly Created[]
  readonly moved?: readonly Moved[]
  /** Of a step that was stopped half-way: the files that were not as it had left them when it was finished. */
  readonly edited?: readonly Edited[]
  /** The layout that the line and its state file have; absent in those of 0.1.0, which was the first. */
  readonly layout?: number
  /** Which table made it, see `tableDigest`. */
  readonly table?: string
  /** The digest of what the workflow remembers once the step is made; absent if that is nothing. */
  readonly context?: string
  /** Counts the lines, from 1; that of 0.1.0 went on counting from one piece of work to the next. */
  readonly number?: number
  /** The digest of the line before, absent in the first. */
  readonly previous?: string
  /** The SHA-256 of the line as it is written, without this key. Always the last key. */
  readonly digest?: string
}

/** @returns the line as both histories have it, without the line end */
export const printLine = (line: HistoryLine): string => JSON.stringify(line)

/**
 * @returns the line that a text of one line is, undefined where it is none
 * @throws Failure `layout-newer` (unreadable)
 */
export function parseLine(text: string): HistoryLine | undefined {
  const value = fromJson(text)
  refuseNewerLayout(value, 'The history')
  return isLine(value) ? value : undefined
}

export const isLine = (value: unknown): value is HistoryLine => faultOf(value) === undefined

/** @returns what is wrong with an entry of a history, undefined where it is a line */
export function faultOf(value: unknown): string | undefined {
  if (
    !isRecord(value) ||
    ![value.timestamp, value.transition, value.trigger].every((text) => typeof text === 'string')
  ) {
    return 'lacks a timestamp, transition or trigger'
  }
  // Asked of every line of long histories: no pairs are made for it.
  const wrong = keysToCheck.find((key) => value[key] !== undefined && !right[key](value[key]))
  return wrong && `has a ${wrong} that no step writes`
}

/** What must be right because a later step goes by it: what is told of files is done to them, wherever it leads. */
const right = {
  work: isWorkId,
  number: isCount,
  layout: isCount,
  context: isDigest,
  previous: isDigest,
  digest: isDigest,
  undoes: isDigest,
  archive: isInside,
  created: (value: unknown) => isListOf(value, ({ path, digest }) => isInside(path) && isDigest(digest)),
  edited: (value: unknown) =>
    isListOf(value, ({ path, digest }) => isInside(path) && (digest === undefined || isDigest(digest))),
  moved: (value: unknown) =>
    isListOf(
      value,
      ({ from, to, digest }) => isInside(from) && isInside(to) && (digest === undefined || isDigest(digest)),
    ),
}

const keysToCheck = Object.keys(right) as (keyof typeof right)[]

const isListOf = (value: unknown, isRight: (item: Record<string, unknown>) => boolean): boolean =>
  Array.isArray(value) && value.every((item) => isRecord(item) && isRight(item))

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) > 0
}

export function isDigest(value: unknown): value is string {
  return isHexadecimal(value, 64)
}

export function isWorkId(value: unknown): value is string {
  return isHexadecimal(value, 8)
}

/** To look for what is no digit is several times faster than to match all of them. */
const isHexadecimal = (value: unknown, digits: number): boolean =>
  typeof value === 'string' && value.length === digits && !/[^0-9a-f]/.test(value)

/**
 * Whether a line ends a piece of work: from then on all of it belongs to its archive. A line of 0.1.0 does not: that began the
 * next one with it.
 */
export const isArchiving = ({ trigger, layout, archive }: HistoryLine): boolean =>
  trigger === 'New' && layout !== undefined && archive !== undefined

/** How many lines state.json keeps; all of them are in history.jsonl. */
export const linesInState = 50

/** No file system takes more. */
const maxNameLength = 255

/** Whether a path stays in `.ai/`, on every platform. A backslash may be part of a name: that of a file which `new` has moved. */
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

/** Lines repeat each other: what their transitions say is the same few things, in histories of ours. */
const transitions = new Map<string, { readonly from: string; readonly to: string }>()
const maxTransitions = 1000

/** @returns the states that a line leads from and to, under the names that it has for them */
export function parseTransition({ transition }: Pick<HistoryLine, 'transition'>): {
  readonly from: string
  readonly to: string
} {
  const known = transitions.get(transition)
  if (known) return known
  const [from = '', to = ''] = transition.split(' → ')
  if (transitions.size === maxTransitions) transitions.clear()
  transitions.set(transition, { from, to })
  return { from, to }
}

/** @returns the states that a line leads from and to, under the names that the table has for them today */
export function transitionToday(definition: Definition, line: HistoryLine): { from: string; to: string } {
  const { from, to } = parseTransition(line)
  return { from: currentName(definition, from), to: currentName(definition, to) }
}
