import { exit, Failure } from '../failure'
import type { Workflow } from '../workflows/workflow'
import type { Change } from './commit'
import { hasFile, readText } from './read'
import { timestampOf } from './time'

/** One line of the history, as 000 writes it; `row`, `note` and `archive` are ours. */
export interface Line {
  readonly timestamp: string
  readonly transition: string
  readonly trigger: string
  readonly row?: string
  readonly note?: string
  readonly archive?: string
}

/** What state.json holds. `rest` are keys that are not ours; they are kept. */
export interface Saved {
  readonly current: string
  readonly context: object
  readonly history: readonly Line[]
  readonly rest: object
  /** Lines that only state.json has: somebody wrote it by hand. The next step carries them over. */
  readonly unlogged?: readonly Line[]
}

/** How many lines state.json keeps; all of them are in history.jsonl. */
const kept = 50

export const statePath = (workflow: Workflow): string => `${workflow.folder}/state.json`
export const historyPath = (workflow: Workflow): string => `${workflow.folder}/history.jsonl`

/**
 * Reads where a workflow stands.
 *
 * @returns the initial state where there is neither a state nor a history
 * @throws Failure (unreadable) `state-unreadable` with what is wrong, `state-removed` where only the history is left
 */
export function loadState(root: string, workflow: Workflow): Saved {
  const path = statePath(workflow)
  const text = readState(root, path)
  const hasHistory = hasFile(root, historyPath(workflow))
  if (text !== undefined) {
    const saved = parseState(text, workflow)
    return hasHistory || saved.history.length === 0 ? saved : { ...saved, unlogged: saved.history }
  }
  if (hasHistory) {
    throw unreadable('state-removed', `${path} has been removed, but its history is still there.`, path)
  }
  return { current: workflow.definition.initial, context: {}, history: [], rest: {} }
}

function readState(root: string, path: string): string | undefined {
  try {
    return readText(root, path)
  } catch (error) {
    if (error instanceof Failure && error.code === 'not-a-file')
      throw unreadable('state-unreadable', error.message, path)
    throw error
  }
}

/**
 * @param text the content of state.json
 * @throws Failure (unreadable) `state-unreadable`
 */
export function parseState(text: string, workflow: Workflow): Saved {
  const wrong = (what: string) => unreadable('state-unreadable', `${statePath(workflow)} ${what}.`, statePath(workflow))
  if (text.trim() === '') throw wrong('is empty')
  const document = parseJson(text, (line) => wrong(`is not valid JSON in line ${line}`))
  if (!isRecord(document)) throw wrong('is not a JSON object')
  const { current_state: current, context = {}, history = [], ...rest } = document
  if (typeof current !== 'string') throw wrong('has no current_state')
  if (!workflow.definition.states.includes(current)) throw wrong('names a current_state that does not exist')
  if (!isRecord(context)) throw wrong('has a context that is not an object')
  if (!Array.isArray(history)) throw wrong('has a history that is not a list')
  const broken = history.findIndex((line) => !isLine(line))
  if (broken >= 0) throw wrong(`has a history whose entry ${broken + 1} lacks a timestamp, transition or trigger`)
  return { current, context, history, rest }
}

/** The text of state.json: 000's keys first, so that a reader finds the state in the first line. */
function printState({ current, context, history, rest }: Saved): string {
  return `${JSON.stringify({ current_state: current, context, history: history.slice(-kept), ...rest }, null, 2)}\n`
}

/**
 * The changes that write a step down: its line in both histories, and the new state last.
 *
 * @param trigger the spell or the verb
 * @param more what the line says beyond 000's three keys
 */
export function record(
  workflow: Workflow,
  saved: Saved,
  to: string,
  trigger: string,
  now: Date,
  more: Omit<Line, 'timestamp' | 'transition' | 'trigger'>,
): Change[] {
  const line: Line = {
    timestamp: timestampOf(now),
    transition: `${saved.current} → ${to}`,
    trigger: trigger.charAt(0).toUpperCase() + trigger.slice(1),
    ...more,
  }
  const next = { ...saved, current: to, history: [...saved.history, line] }
  return [
    ...[...(saved.unlogged ?? []), line].map(
      (each) => ({ do: 'append', path: historyPath(workflow), line: JSON.stringify(each) }) as const,
    ),
    { do: 'replace', path: statePath(workflow), text: printState(next) },
  ]
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isLine = (value: unknown): value is Line =>
  isRecord(value) &&
  typeof value.timestamp === 'string' &&
  typeof value.transition === 'string' &&
  typeof value.trigger === 'string'

function parseJson(text: string, failureIn: (line: number) => Failure): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const position = /position (\d+)/.exec((error as Error).message)?.[1]
    throw failureIn(text.slice(0, position === undefined ? undefined : Number(position)).split('\n').length)
  }
}

/** git has the last good one; where it does not, the work can be put away whole and nothing is lost. */
const unreadable = (code: string, message: string, path: string): Failure =>
  new Failure(exit.unreadable, code, message, `git restore ${path}   # or put all of it away: spell new --yes`)
