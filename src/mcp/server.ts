import { setImmediate } from 'node:timers/promises'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  CallToolRequestSchema,
  CompleteRequestSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  type LoggingLevel,
  ReadResourceRequestSchema,
  RootsListChangedNotificationSchema,
  SubscribeRequestSchema,
  type Tool,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { version } from '../../package.json'
import type { CastContext } from '../cast/context'
import { castContextOf, loadJson, loadTexts } from '../cli/cast-context'
import type { Client, CommandContext, Group } from '../cli/command'
import { exit, Failure } from '../failure/failure'
import { spellNamed } from '../flows/engineer/spells'
import { standard } from '../flows/registry'
import { loadSettings } from '../settings/settings'
import { namesInUse } from '../work/in-use'
import { allWork } from '../work/open'
import { dualEra } from './dual-era'
import { lineTransport } from './line-transport'
import { newsFor, send } from './news'
import { openFoldersOf } from './open-folders'
import { promptFor, spellPrompts } from './prompts'
import { asProtocolError, unknownName } from './protocol-error'
import { callProve, proveTool, proveToolOf } from './prove-tool'
import { named, noSuch, pathsFrom, readResource, resourcesOf, templates } from './resources'
import { chooseFolder, projectFolder, refuseNowhere } from './roots'
import type { McpTexts } from './texts'
import { asResult, callTool, toolsOf, wentWrong } from './tools'
import { callWorkflow, workflowTool, workflowToolOf } from './workflow-tool'

/** The protocol's limit. */
const maxCompletions = 100
const capabilities = {
  tools: { listChanged: true },
  prompts: { listChanged: true },
  resources: { subscribe: true, listChanged: true },
  completions: {},
  logging: {},
}
type Extra = Parameters<Parameters<typeof Server.prototype.setRequestHandler>[1]>[1]

/**
 * Serves the spells of a workflow over the Model Context Protocol until the client disconnects. Caches nothing but what
 * the client has said: other programs may change the files at any time.
 *
 * @param groups the workflows besides the six spells
 * @param ended resolves to end the server: the client has disconnected, or the process was asked to end
 * @returns once everything in progress is done; a cast that waits for the lock is cancelled
 * @throws Failure `too-large` if the client sends too long a message
 */
export async function serve(groups: readonly Group[], cli: CommandContext, ended: Promise<void>): Promise<void> {
  const texts = loadJson<McpTexts>('mcp.texts.json')
  const spellTools = [...toolsOf(texts), proveToolOf(texts.tools[proveTool] ?? '')]
  const ending = new AbortController()
  const running = new Set<Promise<unknown>>()

  const info = { name: 'spell', title: 'spell', version }
  const { instructions } = texts
  const server = new Server(info, { instructions, capabilities })
  server.onerror = (error) => cli.tell(error.message.replace(/\s+/g, ' ').slice(0, 300))

  /** @param about the request that it belongs to; a request of the newer protocol chooses its log level */
  const log = (level: LoggingLevel, data: string, about?: Extra) => {
    const params = { level, logger: 'spell', data }
    if (about && transport.isModern(about.requestId)) {
      send(about.sendNotification({ method: 'notifications/message', params }))
    } else send(server.sendLoggingMessage(params))
  }

  const folders = openFoldersOf(server, (message) => log('warning', message))
  const edgeNow = async (): Promise<CastContext> => {
    const { options, env } = cli
    const where = chooseFolder(await folders.ask(), options.cwd ?? projectFolder(env.CLAUDE_PROJECT_DIR))
    if (where !== undefined) return castContextOf({ ...cli, options: { ...options, cwd: where } })
    const ctx = castContextOf(cli)
    refuseNowhere(ctx.root)
    return ctx
  }

  /** The workflows in use; if they cannot be determined, the six spells, with which the client can find out why. */
  const inUseNow = async (): Promise<readonly string[]> => {
    try {
      const { root, env } = await edgeNow()
      return namesInUse(root, (await loadSettings(root, env)).workflow)
    } catch {
      return [standard]
    }
  }
  /** What can begin a piece of work is always there, for a client without a shell. */
  const toolsIn = async (names: readonly string[]): Promise<Tool[]> => [
    ...(names.includes(standard) ? spellTools : spellTools.slice(0, 1)),
    await workflowToolOf(groups, names, texts.tools[workflowTool] ?? ''),
  ]
  const promptsNow = async () => ((await inUseNow()).includes(standard) ? spellPrompts : [])

  const news = newsFor(server, inUseNow, edgeNow, ({ message }) =>
    log('warning', `Changes by other processes cannot be seen here: ${message}`),
  )

  const wire = lineTransport(process.stdin, process.stdout)
  const transport = dualEra(wire, { info, capabilities, instructions }, news, () => void news.look())

  /** The context for one call: it can be cancelled, and the client is notified while it waits or takes long. */
  const edgeFor = async (extra: Extra): Promise<CastContext & Client> => {
    const { signal, _meta, sendNotification } = extra
    const ctx = await edgeNow()
    const token = _meta?.progressToken
    let last = 0
    const tell = (message: string, progress: number, total?: number) => {
      last = progress
      if (token === undefined || signal.aborted) return
      const params = { progressToken: token, progress, ...(total !== undefined && { total }), message }
      send(sendNotification({ method: 'notifications/progress', params }))
    }
    return {
      ...ctx,
      signal: AbortSignal.any([signal, ending.signal]),
      waiting: (holder, waited) => {
        const message = `Another spell process is at work in this folder: ${holder}.`
        log('info', message, extra)
        tell(message, waited, Math.max(ctx.wait, waited))
      },
      // How long a command takes is not known, so the messages are counted.
      progress: (message) => tell(message, last + 1),
    }
  }

  /** Requests in progress are awaited when the client disconnects. */
  const on: typeof server.setRequestHandler = (schema, handle) =>
    server.setRequestHandler(schema, (request, extra) => {
      const handled = (async () => handle(request, extra))().catch((error) => {
        throw asProtocolError(error)
      })
      running.add(handled)
      const done = () => void running.delete(handled)
      handled.then(done, done)
      return handled
    })

  on(ListToolsRequestSchema, async () => ({ tools: await toolsIn(await inUseNow()) }))
  on(CallToolRequestSchema, async ({ params: { name, arguments: given = {} } }, extra) => {
    const tools = await toolsIn(await inUseNow())
    if (!tools.some((tool) => tool.name === name)) throw unknownName(`There is no tool "${name}"`, tools)
    const edgeOf = () => edgeFor(extra)
    const spell = spellNamed(name)
    const call = () => {
      if (spell) return callTool(spell, given, edgeOf)
      return name === proveTool ? callProve(given, edgeOf, cli) : callWorkflow(groups, given, edgeOf, cli)
    }
    const answer = await call().catch(wentWrong)
    for (const warning of answer.document.warnings) log('warning', warning, extra)
    await news.look()
    return asResult(answer)
  })

  on(ListPromptsRequestSchema, async () => ({ prompts: await promptsNow() }))
  on(GetPromptRequestSchema, async ({ params: { name, arguments: given } }) => {
    const prompts = await promptsNow()
    const prompt = prompts.find((candidate) => candidate.name === name)
    if (!prompt) throw unknownName(`There is no prompt "${name}"`, prompts)
    return promptFor(name, prompt.arguments?.length ? given?.note : undefined, texts)
  })

  on(ListResourcesRequestSchema, async () => {
    const { root } = await edgeNow()
    return {
      resources: resourcesOf(
        (await allWork(root)).map(({ flow }) => flow),
        root,
      ),
    }
  })
  on(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: [...templates] }))
  on(ReadResourceRequestSchema, async ({ params: { uri } }) => readResource(uri, loadTexts, await edgeNow()))
  on(SubscribeRequestSchema, async ({ params: { uri } }) => {
    if (!named(uri)) throw noSuch(uri)
    await news.subscribe(uri)
    return {}
  })
  on(UnsubscribeRequestSchema, ({ params: { uri } }) => {
    news.unsubscribe(uri)
    return {}
  })
  on(CompleteRequestSchema, async ({ params: { ref, argument } }) => {
    const asksForPath = ref.type === 'ref/resource' && ref.uri === templates[0]?.uriTemplate && argument.name === 'path'
    const paths = asksForPath ? pathsFrom((await edgeNow()).root, argument.value) : []
    const hasMore = paths.length > maxCompletions
    return { completion: { values: paths.slice(0, maxCompletions), total: paths.length, hasMore } }
  })

  server.oninitialized = () => void news.look()
  server.setNotificationHandler(RootsListChangedNotificationSchema, () => {
    folders.forget()
    return news.look()
  })

  const closed = new Promise<'closed'>((resolve) => {
    server.onclose = () => resolve('closed')
  })
  await server.connect(transport)
  const how = await Promise.race([ended, closed])
  ending.abort()
  await Promise.allSettled(running)
  // Their answers are sent in the next turn.
  await setImmediate()
  news.close()
  await server.close()
  if (how !== 'closed') return
  throw new Failure(exit.system, 'too-large', 'A message was too large, and the connection is closed.', 'spell mcp')
}
