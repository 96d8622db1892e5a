import type { Payload } from '../../engine/definition'
import { linesOf } from '../../markdown/lines'
import type { TransitionInput, WantedChange } from '../workflow'
import { file } from './files'

/** The documents that a piece of work begins with, as another workflow hands them over. */
export interface Documents extends Payload {
  readonly context: string
  readonly plan: string
}

/** Where the documents came from. */
export interface Source {
  readonly workflow: string
  readonly name: string
}

const sourceKey = 'from: '

/** @returns the front matter of a context that was handed over */
export const sourceLines = ({ workflow, name }: Source): string => `---\n${sourceKey}${workflow} ${name}\n---\n\n`

/** @returns where a context came from; undefined if it was written here */
export function sourceOf(context: string): Source | undefined {
  const { lines, bodyStart } = linesOf(context)
  const line = lines.slice(0, bodyStart).find((each) => each.startsWith(sourceKey))
  const [workflow, name] = line?.slice(sourceKey.length).trim().split(' ') ?? []
  return workflow && name ? { workflow, name } : undefined
}

/** The file changes of rows: the documents are created; what lies there already gets a number. */
export const changes: Readonly<Record<string, (given: TransitionInput) => readonly WantedChange[]>> = {
  'take over': ({ payload }) => {
    const { context, plan } = payload as Documents
    return [...written(file.context, context), ...written(file.plan, plan)]
  },
}

const written = (path: string, text: string): WantedChange[] => [
  { do: 'retire', path },
  { do: 'create', path, text },
]
