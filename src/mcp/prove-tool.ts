import type { Tool } from '@modelcontextprotocol/server'
import type { Audience } from '../answer/render'
import type { CastContext } from '../cast/cast'
import type { Client, CommandContext } from '../cli/command'
import { outputHere } from '../cli/launcher'
import { openWork } from '../work/open'
import { type Arguments, readArguments } from './arguments'
import { proofSchema } from './output-schema'
import { audience, type Called, work } from './tools'

export const proveTool = 'prove'

const known: Arguments = {
  numbers: { type: 'array', items: { type: 'integer' } },
  all: { type: 'boolean' },
  list: { type: 'boolean' },
  work,
  for: audience,
}

interface Given {
  readonly numbers?: readonly number[]
  readonly all?: boolean
  readonly list?: boolean
  readonly work?: string
  readonly for?: Audience
}

export const proveToolOf = (description: string): Tool => ({
  name: proveTool,
  title: 'Prove criteria',
  description,
  inputSchema: { type: 'object', properties: { ...known }, additionalProperties: false },
  outputSchema: proofSchema,
  // No annotations: a command that the developer has allowed can do anything, which is what clients assume.
})

/**
 * Runs the commands of criteria for a client, which can follow them and call them off. No consent is asked for: what
 * the developer has not allowed is refused.
 */
export async function callProve(
  given: Readonly<Record<string, unknown>>,
  edgeOf: () => Promise<CastContext & Client>,
  cli: CommandContext,
): Promise<Called> {
  const { numbers = [], all, list, work: asked, for: whom = 'both' } = readArguments(proveTool, known, given) as Given
  const edge = await edgeOf()
  const { root, waiting, signal, progress } = edge
  const work = await openWork(root, { asked, env: edge.env, isLook: list === true })
  const { prove } = await import('../proof/prove')
  const options = { ...cli.options, cwd: root, for: whom, ...(all && { all }), ...(list && { list }) }
  const client = { waiting, signal, ...(progress && { progress }) }
  const context = { ...cli, options, client, tell: () => {}, canAsk: async () => false }
  const { document, markdown } = outputHere(await prove(context, numbers.map(String), { work, ctx: edge }))
  const { ai, developer, ...rest } = document
  const parts = { ...(whom !== 'developer' && { ai }), ...(whom !== 'ai' && { developer }) }
  return { text: markdown, document, structured: { ...rest, ...(ai !== undefined && parts) } }
}
