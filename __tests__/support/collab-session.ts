import { compileTexts } from '../../scripts/compile-texts'
import type { Answer } from '../../src/cast/answer/answer'
import { cast } from '../../src/cast/cast'
import { loadState } from '../../src/work/state/state'
import { workIn } from '../../src/work/work'
import { collab } from '../../src/workflows/collab'
import { designOf, graphOf } from '../../src/workflows/collab/documents'
import type { CollabPayload } from '../../src/workflows/collab/payload'
import { type Session, sessionIn } from '../../src/workflows/collab/session'
import { edgeAt } from './casting'
import { documents, documentsOfItems } from './collab-documents'
import type { Folder } from './folder'

export const session = collab('orders')
export const statePath = `${session.folder}/state.json`
export const design = designOf('orders')
export const graph = graphOf('orders')

const texts = compileTexts('templates/collab')
export const sessionEdge = (folder: Folder) => ({ ...edgeAt(folder), texts })

/** The answer to a command of collab, with its fields. */
export type SessionAnswer = Answer & {
  readonly next_skill: string | null
  readonly action: 'clear' | 'none'
  readonly params?: { readonly item_number?: number; readonly batch_index?: number }
  readonly state: string
  readonly phase: string
  readonly display: string
  readonly completed: boolean
}

/**
 * Casts an event with its payload, as the command line does. An agent that reports a skill has written what it is asked
 * to write; what is in the folder replaces it.
 */
export async function bring(folder: Folder, brought: CollabPayload, note?: string): Promise<SessionAnswer> {
  const documents = brought.verb === 'complete-skill' ? { documents: documentsIn(folder, brought.name) } : {}
  const event = ['next', 'resume'].includes(brought.verb) ? 'status' : brought.verb
  const payload = { ...documents, ...brought, ...(note && { note }), at: '2026-08-20T15:30:00.000Z' }
  return (await cast(workIn(folder.path, session), event, sessionEdge(folder), note, payload)) as SessionAnswer
}

export const complete = (folder: Folder, name: string, note?: string): Promise<SessionAnswer> =>
  bring(folder, { verb: 'complete-skill', name }, note)

function documentsIn(folder: Folder, skill: string): Record<string, string> {
  const { workItems } = sessionIn(loadState(folder.path, session).context)
  const written = Object.entries(folder.contents()).flatMap(([path, text]) =>
    path.startsWith(`${documents}/`) ? [[path.slice(documents.length + 1), text]] : [],
  )
  return {
    ...(workItems.length > 0 && documentsOfItems(workItems)),
    ...(skill === 'build-task-graph' && {
      'task-graph.md': graphText('tasks: [{id: a, files: [a.js], run: node a.js}]'),
    }),
    ...Object.fromEntries(written),
  }
}

/** The state file of a session in a state, with this context. */
export const remembering = (state: string, context: Partial<Session> = {}): Record<string, string> => ({
  [statePath]: JSON.stringify({ current_state: state, context: { workItems: [], ...context }, history: [] }),
})

export const contextIn = (folder: Folder): Session => JSON.parse(folder.read(statePath)).context

export const item = (number: number, type: string, status = 'pending') =>
  ({ number, title: `Item ${number}`, type, status }) as Session['workItems'][number]

export const wave = (index: number, status: string, ...tasks: readonly (readonly [id: string, status: string])[]) =>
  ({
    id: `batch-${index}`,
    status,
    tasks: tasks.map(([id, is]) => ({ id, status: is, dependsOn: [] })),
  }) as NonNullable<Session['waves']>[number]

/** What a session with one item remembers once that is documented, and while its wave is built. */
export const documented = { workItems: [item(1, 'task', 'documented')] }
export const running = {
  ...documented,
  phase: 'implementation',
  waves: [wave(1, 'in_progress', ['a', 'in_progress'])],
  currentWave: 0,
}

/** A document with a task graph. */
export const graphText = (yaml: string): string => `# Tasks\n\n\`\`\`yaml\n${yaml}\n\`\`\`\n`
