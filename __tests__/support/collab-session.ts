import { compileTexts } from '../../scripts/compile-texts'
import type { Answer } from '../../src/answer/answer'
import { cast } from '../../src/cast/cast'
import { collab } from '../../src/workflows/collab'
import { designOf, graphOf } from '../../src/workflows/collab/documents'
import type { EventPayload } from '../../src/workflows/collab/payload'
import type { Session } from '../../src/workflows/collab/session'
import { edgeAt } from './casting'
import type { Folder } from './folder'

/** The session of most tests. */
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

/** Casts an event with its payload and the texts of documents, as the command line does. */
export async function bring(folder: Folder, brought: EventPayload, note?: string): Promise<SessionAnswer> {
  const documents = brought.verb === 'complete-skill' ? documentsIn(folder) : {}
  const event = ['next', 'resume'].includes(brought.verb) ? 'status' : brought.verb
  const payload = { ...documents, ...brought, ...(note && { note }), at: '2026-08-20T15:30:00.000Z' }
  return (await cast(session, event, sessionEdge(folder), note, payload)) as SessionAnswer
}

export const complete = (folder: Folder, name: string, note?: string): Promise<SessionAnswer> =>
  bring(folder, { verb: 'complete-skill', name }, note)

function documentsIn(folder: Folder): Record<string, string> {
  const files = folder.contents()
  return {
    ...(files[design] !== undefined && { design: files[design] }),
    ...(files[graph] !== undefined && { graph: files[graph] }),
  }
}

/** The state file of a session in a state, with this context. */
export const remembering = (state: string, context: Partial<Session> = {}): Record<string, string> => ({
  [statePath]: JSON.stringify({ current_state: state, context: { workItems: [], ...context }, history: [] }),
})

/** The context in the state file. */
export const contextIn = (folder: Folder): Session => JSON.parse(folder.read(statePath)).context

export const item = (number: number, type: string, status = 'pending') =>
  ({ number, title: `Item ${number}`, type, status }) as Session['workItems'][number]

export const batch = (index: number, status: string, ...tasks: readonly (readonly [id: string, status: string])[]) =>
  ({
    id: `batch-${index}`,
    status,
    tasks: tasks.map(([id, is]) => ({ id, status: is, dependsOn: [] })),
  }) as NonNullable<Session['batches']>[number]

/** A document with a task graph. */
export const graphText = (yaml: string): string => `# Tasks\n\n\`\`\`yaml\n${yaml}\n\`\`\`\n`
