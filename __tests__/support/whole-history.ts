import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { followHistory } from '../../src/work/history/chain'
import { isIntact } from '../../src/work/history/entry-digest'
import type { HistoryLine } from '../../src/work/history/history-line'
import { engineer } from '../../src/workflows/engineer'
import { spells } from '../../src/workflows/engineer/states'
import { rows } from '../../src/workflows/engineer/table'
import type { Folder } from './folder'

const stateFile = '.ai/task/state.json'
const historyFile = '.ai/task/history.jsonl'

/**
 * Reads the history and checks it: each entry is sealed, chained to the previous one, continues from its target, and is
 * a row of the table if a spell made it; and the state file and the program agree.
 * @returns its entries; none if there is no history
 */
export async function wholeWalk(folder: Folder): Promise<HistoryLine[]> {
  if (!existsSync(join(folder.path, historyFile))) return []
  const text = folder.read(historyFile)
  if (!text.endsWith('\n')) throw new Error(`the last line is cut off: ${text.slice(-200)}`)
  const lines: HistoryLine[] = text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1]
    const wrong =
      (!isIntact(line) && 'is not what was sealed') ||
      (before && line.previous !== before.digest && 'is not chained to the one before') ||
      (before && line.number !== (before.number ?? 0) + 1 && 'has not the next number') ||
      (before && endOf(before) !== beginningOf(line) && 'does not go on from where the one before led') ||
      (!isStep(line) && 'is no step of the table')
    if (wrong) throw new Error(`line ${index + 1} ${wrong}: ${JSON.stringify(line)}`)
  }
  const { current_state, history } = JSON.parse(folder.read(stateFile))
  expect(current_state).toBe(lines.at(-1) && endOf(lines.at(-1) as HistoryLine))
  expect(history).toEqual(lines.slice(-50))
  const { broken, unchained, illegal, torn } = await followHistory(folder.path, engineer)
  expect({ broken, unchained, illegal, torn }).toEqual({ torn: false })
  return lines
}

const beginningOf = ({ transition }: HistoryLine) => transition.split(' → ')[0]
const endOf = ({ transition }: HistoryLine) => transition.split(' → ')[1]

/** Other commands may have any target. */
function isStep(line: HistoryLine): boolean {
  const on = line.trigger.toLowerCase()
  if (!spells.some((spell) => spell === on)) return true
  return rows.some(
    ({ id, on: spell, from, to }) =>
      id === line.row &&
      spell === on &&
      to === endOf(line) &&
      [from].flat().some((state) => state === beginningOf(line)),
  )
}
