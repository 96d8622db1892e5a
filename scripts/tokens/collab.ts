import { documents, filesOfItems } from '../../__tests__/support/collab-documents'
import { bytesOf, listening, type Place } from './place'

const graph = `# Tasks

\`\`\`yaml
tasks:
  - id: header
    files: [1.js]
    run: node --check 1.js
  - id: rows
    depends-on: [header]
    run: node --check 2.js
  - id: quotes
    depends-on: [rows]
    run: node --check 3.js
\`\`\`
`
/** Includes the items without tasks in the graph. */
const batches = ['header,item-2,item-3', 'rows', 'quotes']
const mostSteps = 100

/**
 * @returns the bytes of all answers of one session that asks at every pause: three items of different types, five tasks
 *   in three batches, each batch reported in one line
 */
export async function walkCollab(place: Place): Promise<number> {
  const { heard, say } = listening(place)
  const next = () => JSON.parse(place.say(['collab', 'next', '--json']))
  const left = [...batches]
  say(['collab', 'start', 'orders'])
  say(['collab', 'complete-skill', 'collab-start'])
  say(['collab', 'add', 'Add CSV export'])
  say(['collab', 'add', 'Orders crash', '--type', 'bugfix'])
  say(['collab', 'add', 'Nightly job', '--type', 'task'])
  const files = filesOfItems(['Add CSV export', 'Orders crash', 'Nightly job'])
  const isPart = (path: string) => /(?:interface|pseudocode|skeleton)-/.test(path)
  for (const [path, text] of Object.entries(files)) if (!isPart(path)) place.write(path, text)
  const parts = ['Interface', 'Pseudocode', 'Skeleton'].map((part) => `## ${part}\n\n\`\`\`js\ncsv()\n\`\`\`\n`)
  place.write(`${documents}/draft-item-1.md`, parts.join('\n'))
  for (const number of [1, 2, 3]) place.write(`${number}.js`, '')
  for (let step = 0; step < mostSteps; step++) {
    const { next_skill } = next()
    if (next_skill === 'collab-cleanup') {
      say(['collab', 'cleanup', 'archive'])
      return bytesOf(heard)
    }
    if (next_skill === 'build-task-graph') place.write(`${documents}/task-graph.md`, graph)
    if (next_skill === 'ready-to-implement') await place.allow()
    if (next_skill === 'executing-plans') {
      say(['collab', 'prove'])
      say(['collab', 'task', left.shift() ?? '', 'completed'])
    }
    say(['collab', 'complete-skill', next_skill])
  }
  throw new Error('the session does not end')
}
