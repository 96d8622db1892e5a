import type { Server, ServerContext, Tool } from '@modelcontextprotocol/server'
import type { CommandContext, Group } from '../cli/command'
import { spellNamed } from '../flows/engineer/spells'
import { standard } from '../flows/registry'
import { callContext } from './call-context'
import type { ClientFolder } from './client-folder'
import { send } from './list-changes'
import { promptFor, spellPrompts } from './prompts'
import { asProtocolError, unknownName } from './protocol-error'
import type { McpTexts } from './texts'
import { asResult, type Called, callProve, callTool, proveTool, proveToolOf, toolsOf, wentWrong } from './tools'
import { callWorkflow, workflowTool, workflowToolOf } from './workflow-tool'

/** What the requests of a client have in common. */
export interface Offer {
  readonly server: Server
  readonly folder: ClientFolder
  readonly texts: McpTexts
  /** The workflows of a repository besides the six spells. */
  readonly groupsIn: (root: string) => Promise<readonly Group[]>
  readonly cli: CommandContext
  /** Aborted when the server ends. */
  readonly ending: AbortSignal
  /** Called after each call of a tool. */
  readonly look: () => Promise<void>
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

/** Answers the requests for tools. What can begin a piece of work is always there, for a client without a shell. */
export function offerTools({ server, folder, texts, groupsIn, cli, ending, look, running }: Offer): void {
  const spellTools = [...toolsOf(texts), proveToolOf(texts.tools[proveTool] ?? '')]
  const toolsNow = async (): Promise<Tool[]> => {
    const names = await folder.workflowsInUse()
    const groups = await folder.context().then(
      ({ root }) => groupsIn(root),
      () => groupsIn(''),
    )
    return [
      ...(names.includes(standard) ? spellTools : spellTools.slice(0, 1)),
      await workflowToolOf(groups, names, texts.tools[workflowTool] ?? ''),
    ]
  }
  const call = (name: string, given: Readonly<Record<string, unknown>>, ctx: ServerContext): Promise<Called> => {
    const contextOf = async () => callContext(await folder.context(), ctx, ending)
    const spell = spellNamed(name)
    if (spell) return callTool(spell, given, contextOf)
    return name === proveTool ? callProve(given, contextOf, cli) : callWorkflow(groupsIn, given, contextOf, cli)
  }

  server.setRequestHandler(
    'tools/list',
    awaited(running, async () => {
      // What a client is told first, a later change is compared with.
      await look()
      return { tools: await toolsNow() }
    }),
  )
  server.setRequestHandler(
    'tools/call',
    awaited(running, async ({ params: { name, arguments: given = {} } }, ctx) => {
      const tools = await toolsNow()
      if (!tools.some((tool) => tool.name === name)) throw unknownName(`There is no tool "${name}"`, tools)
      const answer = await call(name, given, ctx).catch(wentWrong)
      for (const warning of answer.document.warnings) send(ctx.mcpReq.log('warning', warning, 'spell'))
      await look()
      return asResult(answer)
    }),
  )
}

export function offerPrompts({ server, folder, running, look }: Offer): void {
  const promptsNow = async () => ((await folder.workflowsInUse()).includes(standard) ? [...spellPrompts] : [])
  server.setRequestHandler(
    'prompts/list',
    awaited(running, async () => {
      await look()
      return { prompts: await promptsNow() }
    }),
  )
  server.setRequestHandler(
    'prompts/get',
    awaited(running, async ({ params: { name, arguments: given } }) => {
      const prompts = await promptsNow()
      const prompt = prompts.find((candidate) => candidate.name === name)
      if (!prompt) throw unknownName(`There is no prompt "${name}"`, prompts)
      return promptFor(name, prompt.arguments?.length ? given?.note : undefined)
    }),
  )
}
