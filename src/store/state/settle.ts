import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import type { Workflow } from '../../workflows/workflow'
import { joinPosix } from '../disk/join-posix'
import { refuseLinks } from '../disk/links'
import { timestampOf } from '../disk/stamp'
import { type HistoryLine, parseLine, parseTransition } from '../history/history-line'
import { historyPath } from '../history/paths'
import { seal } from '../history/seal'
import { replaceState } from './commit'
import { complete } from './finish'
import { linesAfter, type Saved } from './state'

/**
 * Brings state and history in step where they are not: finishes a step that was stopped on the way, and writes into the
 * history what somebody has done to state.json by hand, so that the walk it tells has no gap. Needs the lock.
 *
 * @param saved what was read
 * @param because what the history says of a state that it does not lead to
 * @returns whether it was changed by hand
 * @throws Failure where the disk refuses
 */
export async function settle(
  root: string,
  workflow: Workflow,
  saved: Saved,
  now: Date,
  because = 'The state was changed by hand.',
): Promise<boolean> {
  if (saved.byHand) {
    replaceState(root, workflow, saved, { ...saved, history: await adopted(root, workflow, saved, now, because) })
  } else if (saved.unlogged.length > 0 || saved.tail?.fragment) {
    refuseLinks(root, [historyPath(workflow), ...pathsIn(saved.history.at(-1))])
    complete(root, workflow, saved.history)
  }
  return saved.byHand
}

/** Everything that a step writes or moves. */
const pathsIn = (line: HistoryLine | undefined): string[] => [
  ...(line?.created ?? []).map(({ path }) => path),
  ...(line?.moved ?? []).flatMap(({ from, to }) => [from, to]),
]

/** The lines of the history with those that only state.json has, and one that leads to where it stands. */
async function adopted(
  root: string,
  workflow: Workflow,
  saved: Saved,
  now: Date,
  note: string,
): Promise<HistoryLine[]> {
  const missing = linesAfter(saved.tail, saved.history)
  const lines = missing
    ? saved.history.slice(0, saved.history.length - missing.length)
    : newestLines(root, historyPath(workflow))
  for (const line of missing ?? saved.history.filter(({ digest }) => digest === undefined)) {
    const { number: _, previous, digest, ...said } = line
    lines.push(digest && previous === lines.at(-1)?.digest ? line : await seal(said, lines.at(-1)))
  }
  const last = lines.at(-1)
  const from = last ? parseTransition(last).to : workflow.definition.initial
  const other = missing ? undefined : saved.history.at(-1)?.digest
  if (from === saved.current && missing) return lines
  const line = {
    timestamp: timestampOf(now),
    transition: `${from} → ${saved.current}`,
    trigger: 'Doctor',
    row: 'adopted',
    note,
    ...(other && { other }),
  }
  return [...lines, await seal(line, last)]
}

/** In bytes; more than fifty lines have. */
const maxFragmentBytes = 1024 * 1024

/** @returns the last lines of a history, the oldest first; what is no line is left out */
export function newestLines(root: string, path: string): HistoryLine[] {
  const descriptor = openSync(joinPosix(root, path), 'r')
  try {
    const { size } = fstatSync(descriptor)
    const bytes = Buffer.alloc(Math.min(size, maxFragmentBytes))
    readSync(descriptor, bytes, 0, bytes.length, size - bytes.length)
    const lines = bytes.toString().split('\n').slice(-51)
    return lines.flatMap((line) => parseLine(line) ?? [])
  } finally {
    closeSync(descriptor)
  }
}
