import type { ReportedTask } from '../src/flows/reporting'
import { graphSvg } from '../src/report/map/svg'
import { graphOf } from '../src/report/map/task-graph'

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

export function taskPicture(): string {
  const graph = graphOf(tasks)
  if (!graph) throw new Error('the tasks have no graph')
  return graphSvg(graph)
}
