import { boardWith } from '../src/cli/terminal'
import { waveColumns } from '../src/show/watch/terminal-watch'
import type { ReportedTask } from '../src/workflow/reporting'

/** The tasks of docs/collab.md, halfway. */
const tasks: readonly ReportedTask[] = [
  task('csv', 'Format the orders', 1, 'done'),
  task('flag', 'flag', 1, 'done'),
  task('item-2', 'An empty list crashes', 1, 'failed'),
  task('help', 'help', 2, 'doing', 'csv'),
  task('item-3', 'Price list', 3, 'open', 'flag', 'help'),
]

function task(
  id: string,
  name: string,
  wave: number,
  status: ReportedTask['status'],
  ...dependsOn: string[]
): ReportedTask {
  return { id, name, group: `Wave ${wave}`, status, dependsOn, achieved: '' }
}

/** Draws them as `spell watch --terminal` does. */
export const taskWaves = (): string =>
  [
    '```text',
    boardWith({ columns: waveColumns(tasks), below: '' }, { color: false, columns: 72 }).trimEnd(),
    '```',
  ].join('\n')
