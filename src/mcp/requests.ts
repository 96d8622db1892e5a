import { ProtocolErrorCode, type Server, type ServerContext, type Tool } from '@modelcontextprotocol/server'
import { errorDocument, failureFrom } from '../cast/answer/render'
import type { CastContext } from '../cast/cast'
import type { Client, CommandContext, Group } from '../cli/command'
import { spellNamed } from '../workflows/engineer/spells'
import type { ClientFolder } from './client-folder'
import {
  asResult,
  type Called,
  callProve,
  callTool,
  type Proving,
  proveTool,
  proveToolOf,
  toolsOf,
  wentWrong,
} from './tools'
import { callWorkflow, workflowTool, workflowToolOf } from './workflow-tool'

/** What the requests of a client have in common. */
export interface Offer {
  readonly server: Server
  readonly folder: ClientFolder
  readonly texts: McpTexts
  /** The workflows of a repository besides the six spells. */
  readonly groupsIn: (root: string) => Promise<readonly Group[]>
  readonly prove: Proving
  readonly cli: CommandContext
  /** Aborted when the server ends. */
  readonly ending: AbortSignal
  /** Remembers a request until it is answered. */
  readonly running: Set<Promise<unknown>>
}

type Handler<Request, Result> = (request: Request, ctx: ServerContext) => Promise<Result>

/** @returns a handler whose requests are awaited when the client disconnects, and whose failures say what helps */
const awaited =
  <Request, Result>(running: Offer['running'], handle: Handler<Request, Result>): Handler<Request, Result> =>
  (request, ctx) => {
    const handled = handle(request, ctx).catch((error) => {
      throw asProtocolError(error)
    })
    running.add(handled)
    const done = () => void running.delete(handled)
    handled.then(done, done)
    return handled
  }

/** Answers the requests for tools: the same ones, whatever is under way. */
export function offerTools({ server, folder, texts, groupsIn, prove, cli, ending, running }: Offer): void {
  const spellTools = [...toolsOf(texts), proveToolOf(texts.tools[proveTool] ?? '')]
  const toolsNow = async (): Promise<Tool[]> => {
    const groups = await folder.context().then(
      ({ root }) => groupsIn(root),
      () => groupsIn(''),
    )
    return [...spellTools, workflowToolOf(groups, texts.tools[workflowTool] ?? '')]
  }
  const call = (name: string, given: Readonly<Record<string, unknown>>, ctx: ServerContext): Promise<Called> => {
    const contextOf = async () => callContext(await folder.context(), ctx, ending)
    const spell = spellNamed(name)
    if (spell) return callTool(spell, given, contextOf)
    return name === proveTool ? callProve(prove, given, contextOf, cli) : callWorkflow(groupsIn, given, contextOf, cli)
  }

  server.setRequestHandler(
    'tools/list',
    awaited(running, async () => ({ tools: await toolsNow() })),
  )
  server.setRequestHandler(
    'tools/call',
    awaited(running, async ({ params: { name, arguments: given = {} } }, ctx) => {
      const tools = await toolsNow()
      if (!tools.some((tool) => tool.name === name)) throw unknownName(`There is no tool "${name}"`, tools)
      return asResult(await call(name, given, ctx).catch(wentWrong))
    }),
  )
}

/** What an agent reads about the server before its first call, from `templates/mcp/`. */
export interface McpTexts {
  /** Sent once, when a client connects. */
  readonly instructions: string
  /** The purpose of each tool. */
  readonly tools: Readonly<Record<string, string>>
}

/** The SDK's error class would print the code twice. */
const protocolError = (code: number, message: string, data?: object): Error =>
  Object.assign(new Error(message), { code, ...(data && { data }) })

/** @returns the error for an unknown name, with the known ones */
const unknownName = (message: string, known: readonly { readonly name: string }[]): Error =>
  protocolError(ProtocolErrorCode.InvalidParams, `${message}; there is ${known.map(({ name }) => name).join(', ')}.`)

/** @returns a thrown value as an error of the protocol: for a failure its message and fix, with its document as data */
function asProtocolError(error: unknown): Error {
  if (error instanceof Error && typeof (error as { code?: unknown }).code === 'number') return error
  const failure = failureFrom(error)
  const message = `${failure.message} Fix: ${failure.fix}`
  return protocolError(ProtocolErrorCode.InvalidRequest, message, errorDocument(failure))
}

/** The context for one call: `ending` or the client cancels it, and the client is notified while it takes long. */
function callContext(ctx: CastContext, { mcpReq }: ServerContext, ending: AbortSignal): CastContext & Client {
  const { signal, _meta, notify } = mcpReq
  const progressToken = _meta?.progressToken
  let last = 0
  const tell = (message: string, progress: number, total?: number) => {
    last = progress
    if (progressToken === undefined || signal.aborted) return
    const params = { progressToken, progress, ...(total !== undefined && { total }), message }
    // Not awaited: a disconnected client would never read it.
    void notify({ method: 'notifications/progress', params }).catch(() => {})
  }
  return {
    ...ctx,
    signal: AbortSignal.any([signal, ending]),
    waiting: (holder, waited) =>
      tell(`Another spell process is at work in this folder: ${holder}.`, waited, Math.max(ctx.wait, waited)),
    // How long a command takes is not known, so the messages are counted.
    progress: (message) => tell(message, last + 1),
  }
}
