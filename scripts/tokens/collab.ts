import { documents, filesOfItems } from '../../__tests__/support/collab-documents'
import { bytesOf, listening, type Place } from './place'

const graph = `# Tasks

\`\`\`yaml
tasks:
  - id: header
    files: [header.js]
    run: node --check 1.js
  - id: rows
    depends-on: [header]
  - id: quotes
    depends-on: [rows]
\`\`\`
`
/** Includes the items without tasks in the graph. */
const batches = ['header,item-2,item-3', 'rows', 'quotes']
const mostSteps = 100

/**
 * @returns the bytes of all answers of one session that asks at every pause: three items of different types, five tasks
 *   in three batches, each batch reported in one line
 */
export function walkCollab(place: Place): number {
  const { heard, say, quiet } = listening(place)
  const next = () => JSON.parse(quiet(['collab', 'next', '--json']))
  const left = [...batches]
  say(['collab', 'start', 'orders'])
  say(['collab', 'complete-skill', 'collab-start'])
  say(['collab', 'add', 'Add CSV export'])
  say(['collab', 'add', 'Orders crash', '--type', 'bugfix'])
  say(['collab', 'add', 'Nightly job', '--type', 'task'])
  const files = filesOfItems(['Add CSV export', 'Orders crash', 'Nightly job'])
  for (const [path, text] of Object.entries(files)) place.write(path, text)
  for (let step = 0; step < mostSteps; step++) {
    const { next_skill } = next()
    if (next_skill === 'collab-cleanup') {
      say(['collab', 'cleanup', 'archive'])
      return bytesOf(heard)
    }
    if (next_skill === 'build-task-graph') place.write(`${documents}/task-graph.md`, graph)
    if (next_skill === 'executing-plans') say(['collab', 'task', left.shift() ?? '', 'completed'])
    say(['collab', 'complete-skill', next_skill])
  }
  throw new Error('the session does not end')
}
