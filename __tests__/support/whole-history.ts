import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { followHistory } from '../../src/work/history/chain'
import type { HistoryLine } from '../../src/work/history/history-line'
import { engineer } from '../../src/workflows/engineer'
import { historyFile, stateOf } from './casting'
import type { Folder } from './folder'

/**
 * Reads the history, in which each entry is sealed, chained to the previous one and a step of the table, as `history/chain`
 * finds, and has the next number; and the state is the one that it leads to.
 * @returns its entries; none if there is no history
 */
export async function wholeWalk(folder: Folder): Promise<HistoryLine[]> {
  if (!existsSync(join(folder.path, historyFile))) return []
  const lines: HistoryLine[] = []
  const take = (line: HistoryLine) => void lines.push(line)
  const { broken, unchained, illegal, torn } = await followHistory(folder.path, engineer, historyFile, take)
  expect({ broken, unchained, illegal, torn }).toEqual({ torn: false })
  const first = lines[0]?.number ?? 0
  expect(lines.map(({ number }) => number)).toEqual(lines.map((_, index) => first + index))
  const { current_state, history } = stateOf(folder)
  expect(current_state).toBe(lines.at(-1)?.transition.split(' → ')[1])
  expect(history).toEqual(lines.slice(-50))
  return lines
}
