import { exit, Failure } from './failure'
import { endsOf, type Line, parseLine } from './store/line'
import { readText } from './store/read'
import { historyPath, loadState } from './store/state'
import type { Workflow } from './workflows/workflow'

/** One step of the past, taken apart. `time` is ISO 8601 in UTC. */
export interface Entry {
  readonly time: string
  readonly spell: string
  readonly from: string
  readonly to: string
  readonly row?: string
  readonly note?: string
  readonly archive?: string
}

/**
 * Reads the history of the work at hand, the oldest step first.
 *
 * @returns the steps, and a warning where the last line was cut off while it was written
 * @throws Failure (unreadable) `history-unreadable` with the line
 */
export function readHistory(root: string, workflow: Workflow): { entries: Entry[]; warnings: string[] } {
  const path = historyPath(workflow)
  const text = readText(root, path)
  // A state written by hand has its history only there.
  if (text === undefined) return { entries: loadState(root, workflow).history.map(entryOf), warnings: [] }
  const lines = text.split('\n')
  const torn = lines.pop() !== ''
  const entries = lines.map((line, index) => {
    const parsed = parseLine(line)
    if (parsed) return entryOf(parsed)
    throw new Failure(
      exit.unreadable,
      'history-unreadable',
      `${path} line ${index + 1} is not a line of the history.`,
      `git restore ${path}`,
    )
  })
  return { entries, warnings: torn ? [`The last line of ${path} was cut off; it is left out.`] : [] }
}

function entryOf(line: Line): Entry {
  const { timestamp, trigger, row, note, archive } = line
  const { from, to } = endsOf(line)
  return {
    time: timestamp,
    spell: trigger.toLowerCase(),
    from,
    to,
    ...texts({ row, note, archive }),
  }
}

/** Leaves out what is not there, and what a hand has made into something else than a text. */
const texts = (values: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
    ),
  )
