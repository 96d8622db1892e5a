import type { Readable, Writable } from 'node:stream'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
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
import type { CastContext } from '../../cast/cast'
import { exit, Failure } from '../../failure/failure'
import { loadSettings } from '../../store/settings/settings'
import type { Workflow } from '../../workflows/workflow'
import { namesInUse, usedIn } from '../../works/in-use'
import { newsFor } from './news'
import { openFoldersOf } from './open-folders'
import { promptFor, promptsOf } from './prompts'
import { asProtocolError, unknownName } from './protocol-error'
import { named, noSuch, pathsFrom, readResource, resourcesOf, type TextsOf, templates } from './resources'
import { chooseFolder, refuseNowhere } from './roots'
import type { McpTexts } from './texts'
import { asResult, callTool, toolsOf } from './tools'
import { callWorkflow, type Others, workflowTool, workflowToolOf } from './workflow-tool'

/** What a server stands on. */
export interface McpServerOptions {
  /** Its spells are tools of their own. */
  readonly workflow: Workflow
  readonly others: Others
  readonly textsOf: TextsOf
  readonly texts: McpTexts
  readonly version: string
  /** The plain word and the summary of each spell. */
  readonly words: Readonly<Record<string, { readonly alias: string; readonly summary: string }>>
  /** The folder of `--cwd`, where it was given. */
  readonly asked: string | undefined
  /** The outside world of a cast in a folder; undefined is the one that the server was started in. */
  readonly edgeIn: (folder: string | undefined) => CastContext
  readonly stdin: Readable
  readonly stdout: Writable
  /** Ends the server: the client has gone, or somebody wants it to. */
  readonly ended: Promise<void>
  /** Says something to whoever looks after the server; the client does not see it. */
  readonly tell: (message: string) => void
}

/** What no more is sent of, by the protocol. */
const maxCompletions = 100
type Extra = Parameters<Parameters<typeof Server.prototype.setRequestHandler>[1]>[1]

/**
 * Serves the spells of a workflow over the Model Context Protocol until the client goes. Keeps nothing but what the client
 * has told it: what is true is in the files, and other programs may change them at any time.
 *
 * @returns once everything that was begun is done; a cast that only waits for others is called off
 * @throws Failure `too-large` where the client sends more than the SDK takes in one message
 */
export async function serve(ground: McpServerOptions): Promise<void> {
  const { workflow, texts, tell } = ground
  const ending = new AbortController()
  const running = new Set<Promise<unknown>>()
  const spells = toolsOf(workflow, texts, pick(ground.words, 'alias'))
  const spellPrompts = promptsOf(workflow, pick(ground.words, 'summary'))

  const server = new Server(
    { name: 'spell', title: 'spell', version: ground.version },
    {
      instructions: texts.instructions,
      capabilities: {
        tools: { listChanged: true },
        prompts: { listChanged: true },
        resources: { subscribe: true, listChanged: true },
        completions: {},
        logging: {},
      },
    },
  )
  server.onerror = (error) => tell(error.message.replace(/\s+/g, ' ').slice(0, 300))

  /** Nobody waits for news to be read: a client that has gone never does. */
  const send = (sending: Promise<void>) => void sending.catch(() => {})
  const log = (level: LoggingLevel, data: string) => send(server.sendLoggingMessage({ level, logger: 'spell', data }))

  const folders = openFoldersOf(server, (message) => log('warning', message))
  const edgeNow = async (): Promise<CastContext> => {
    const where = chooseFolder(await folders.ask(), ground.asked)
    const ctx = ground.edgeIn(where)
    if (where === undefined) refuseNowhere(ctx.root)
    return ctx
  }

  /** What is in use; where that cannot be told, what a client can do about it: the spells. */
  const inUseNow = async (): Promise<readonly string[]> => {
    try {
      const { root, env } = await edgeNow()
      return namesInUse(root, (await loadSettings(root, env)).workflow)
    } catch {
      return [workflow.definition.name]
    }
  }
  const hasSpells = (names: readonly string[]) => names.includes(workflow.definition.name)
  const othersIn = (names: readonly string[]) => names.filter((name) => name !== workflow.definition.name)
  const toolsNow = async (): Promise<Tool[]> => {
    const names = await inUseNow()
    const others = othersIn(names)
    const description = texts.tools[workflowTool] ?? ''
    return [
      ...(hasSpells(names) ? spells : []),
      ...(others.length > 0 ? [await workflowToolOf(others, description, ground.others)] : []),
    ]
  }
  const promptsNow = async () => (hasSpells(await inUseNow()) ? spellPrompts : [])

  const news = newsFor(ground.textsOf, inUseNow, edgeNow, {
    toolsChanged: () => {
      send(server.sendToolListChanged())
      send(server.sendPromptListChanged())
    },
    listChanged: () => send(server.sendResourceListChanged()),
    updated: (uri) => send(server.sendResourceUpdated({ uri })),
    blind: ({ message }) => log('warning', `What others change cannot be seen here: ${message}`),
  })

  /** The edge of one call: it can be called off, and the client learns what it waits for. */
  const edgeFor = async ({ signal, _meta, sendNotification }: Extra): Promise<CastContext> => {
    const ctx = await edgeNow()
    const token = _meta?.progressToken
    return {
      ...ctx,
      signal: AbortSignal.any([signal, ending.signal]),
      waiting: (holder, progress) => {
        const message = `Somebody else is at work here: ${holder}.`
        log('info', message)
        if (token === undefined) return
        const params = { progressToken: token, progress, total: Math.max(ctx.wait, progress), message }
        send(sendNotification({ method: 'notifications/progress', params }))
      },
    }
  }

  /** Whatever is still running when the client goes is waited for. */
  const handling =
    <Request, Result>(handle: (request: Request, extra: Extra) => Promise<Result>) =>
    (request: Request, extra: Extra): Promise<Result> => {
      const handled = handle(request, extra).catch((error) => {
        throw asProtocolError(error)
      })
      running.add(handled)
      const done = () => void running.delete(handled)
      handled.then(done, done)
      return handled
    }

  server.setRequestHandler(
    ListToolsRequestSchema,
    handling(async () => ({ tools: await toolsNow() })),
  )
  server.setRequestHandler(
    CallToolRequestSchema,
    handling(async ({ params }, extra) => {
      const { name, arguments: given = {} } = params
      const names = await inUseNow()
      const others = othersIn(names)
      const tools = [...(hasSpells(names) ? spells : []), ...(others.length > 0 ? [{ name: workflowTool }] : [])]
      if (!tools.some((tool) => tool.name === name)) throw unknownName(`There is no tool "${name}"`, tools)
      const edgeOf = () => edgeFor(extra)
      const answer =
        name === workflowTool
          ? await callWorkflow(others, given, ground.others, edgeOf)
          : await callTool(workflow, name, given, edgeOf)
      for (const warning of answer.document.warnings) log('warning', warning)
      await news.look()
      return asResult(answer)
    }),
  )

  server.setRequestHandler(
    ListPromptsRequestSchema,
    handling(async () => ({ prompts: await promptsNow() })),
  )
  server.setRequestHandler(GetPromptRequestSchema, async ({ params: { name, arguments: given } }) => {
    const prompts = await promptsNow()
    const prompt = prompts.find((candidate) => candidate.name === name)
    if (!prompt) throw unknownName(`There is no prompt "${name}"`, prompts)
    return promptFor(name, prompt.arguments?.length ? given?.note : undefined, texts)
  })

  server.setRequestHandler(
    ListResourcesRequestSchema,
    handling(async () => {
      const { root } = await edgeNow()
      return { resources: resourcesOf(await usedIn(root), root) }
    }),
  )
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: [...templates] }))
  server.setRequestHandler(
    ReadResourceRequestSchema,
    handling(async ({ params: { uri } }) => readResource(uri, ground.textsOf, await edgeNow())),
  )
  server.setRequestHandler(
    SubscribeRequestSchema,
    handling(async ({ params: { uri } }) => {
      if (!named(uri)) throw noSuch(uri)
      await news.subscribe(uri)
      return {}
    }),
  )
  server.setRequestHandler(UnsubscribeRequestSchema, ({ params: { uri } }) => {
    news.unsubscribe(uri)
    return {}
  })
  server.setRequestHandler(
    CompleteRequestSchema,
    handling(async ({ params: { ref, argument } }) => {
      const asksForPath =
        ref.type === 'ref/resource' && ref.uri === templates[0]?.uriTemplate && argument.name === 'path'
      const paths = asksForPath ? pathsFrom((await edgeNow()).root, argument.value) : []
      const hasMore = paths.length > maxCompletions
      return { completion: { values: paths.slice(0, maxCompletions), total: paths.length, hasMore } }
    }),
  )

  server.oninitialized = () => void news.look()
  server.setNotificationHandler(RootsListChangedNotificationSchema, () => {
    folders.forget()
    return news.look()
  })

  const closed = new Promise<'closed'>((resolve) => {
    server.onclose = () => resolve('closed')
  })
  await server.connect(new StdioServerTransport(ground.stdin, ground.stdout))
  const how = await Promise.race([ground.ended, closed])
  ending.abort()
  await Promise.allSettled(running)
  // The answers to them are sent right after.
  await setImmediate()
  const sent = new Promise<void>((resolve) => void ground.stdout.write('', () => resolve()))
  await Promise.race([sent, setTimeout(drainTimeoutMs)])
  news.close()
  await server.close()
  if (how !== 'closed') return
  throw new Failure(exit.system, 'too-large', 'A message was too large, and the connection is closed.', 'spell mcp')
}

/** How long, at the end, a client is waited for that does not read what it has asked for. In milliseconds. */
const drainTimeoutMs = 5000

const pick = <Key extends string>(words: Readonly<Record<string, Readonly<Record<Key, string>>>>, key: Key) =>
  Object.fromEntries(Object.entries(words).map(([spell, word]) => [spell, word[key]]))
