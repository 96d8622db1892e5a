import type { Readable, Writable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
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
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import type { Edge } from '../cast'
import { exit, Failure } from '../failure'
import type { Workflow } from '../workflows/workflow'
import { newsFor } from './news'
import { openFoldersOf } from './open-folders'
import { promptFor, promptsOf } from './prompts'
import { asProtocolError, unknownName } from './protocol-error'
import { named, noSuch, pathsFrom, readResource, resourcesOf, templates } from './resources'
import { chooseFolder, refuseNowhere } from './roots'
import type { McpTexts } from './texts'
import { asResult, callTool, toolsOf } from './tools'

/** What a server stands on. */
export interface Ground {
  readonly workflow: Workflow
  readonly texts: McpTexts
  readonly version: string
  /** The plain word and the summary of each spell. */
  readonly words: Readonly<Record<string, { readonly alias: string; readonly summary: string }>>
  /** The folder of `--cwd`, where it was given. */
  readonly asked: string | undefined
  /** The outside world of a cast in a folder; undefined is the one that the server was started in. */
  readonly edgeIn: (folder: string | undefined) => Edge
  readonly stdin: Readable
  readonly stdout: Writable
  /** Ends the server: the client has gone, or somebody wants it to. */
  readonly ended: Promise<void>
  /** Says something to whoever looks after the server; the client does not see it. */
  readonly tell: (message: string) => void
}

/** What no more is sent of, by the protocol. */
const mostCompletions = 100
type Extra = Parameters<Parameters<typeof Server.prototype.setRequestHandler>[1]>[1]

/**
 * Serves the spells of a workflow over the Model Context Protocol until the client goes. Keeps nothing but what the client
 * has told it: what is true is in the files, and other programs may change them at any time.
 *
 * @returns once everything that was begun is done; a cast that only waits for others is called off
 * @throws Failure `too-large` where the client sends more than the SDK takes in one message
 */
export async function serve(ground: Ground): Promise<void> {
  const { workflow, texts, tell } = ground
  const ending = new AbortController()
  const running = new Set<Promise<unknown>>()
  const tools = toolsOf(workflow, texts, pick(ground.words, 'alias'))
  const prompts = promptsOf(workflow, pick(ground.words, 'summary'))

  const server = new Server(
    { name: 'spell', title: 'spell', version: ground.version },
    {
      instructions: texts.instructions,
      capabilities: {
        tools: {},
        prompts: {},
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
  const edgeNow = async (): Promise<Edge> => {
    const where = chooseFolder(await folders.ask(), ground.asked)
    const edge = ground.edgeIn(where)
    if (where === undefined) refuseNowhere(edge.root)
    return edge
  }

  const news = newsFor(workflow, edgeNow, {
    listChanged: () => send(server.sendResourceListChanged()),
    updated: (uri) => send(server.sendResourceUpdated({ uri })),
    blind: ({ message }) => log('warning', `What others change cannot be seen here: ${message}`),
  })

  /** The edge of one call: it can be called off, and the client learns what it waits for. */
  const edgeFor = async ({ signal, _meta, sendNotification }: Extra): Promise<Edge> => {
    const edge = await edgeNow()
    const token = _meta?.progressToken
    return {
      ...edge,
      signal: AbortSignal.any([signal, ending.signal]),
      waiting: (holder, progress) => {
        const message = `Somebody else is at work here: ${holder}.`
        log('info', message)
        if (token === undefined) return
        const params = { progressToken: token, progress, total: Math.max(edge.wait, progress), message }
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

  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }))
  server.setRequestHandler(
    CallToolRequestSchema,
    handling(async ({ params }, extra) => {
      const { name, arguments: given = {} } = params
      if (!tools.some((tool) => tool.name === name)) throw unknownName(`There is no tool "${name}"`, tools)
      const answer = await callTool(workflow, name, given, () => edgeFor(extra))
      for (const warning of answer.document.warnings) log('warning', warning)
      await news.look()
      return asResult(answer)
    }),
  )

  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts }))
  server.setRequestHandler(GetPromptRequestSchema, ({ params: { name, arguments: given } }) => {
    const prompt = prompts.find((candidate) => candidate.name === name)
    if (!prompt) throw unknownName(`There is no prompt "${name}"`, prompts)
    return promptFor(name, prompt.arguments?.length ? given?.note : undefined, texts)
  })

  server.setRequestHandler(
    ListResourcesRequestSchema,
    handling(async () => ({ resources: resourcesOf(workflow, (await edgeNow()).root) })),
  )
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: [...templates] }))
  server.setRequestHandler(
    ReadResourceRequestSchema,
    handling(async ({ params: { uri } }) => readResource(uri, workflow, await edgeNow())),
  )
  server.setRequestHandler(
    SubscribeRequestSchema,
    handling(async ({ params: { uri } }) => {
      if (!named(uri, workflow)) throw noSuch(uri)
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
      const hasMore = paths.length > mostCompletions
      return { completion: { values: paths.slice(0, mostCompletions), total: paths.length, hasMore } }
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
  news.close()
  await server.close()
  if (how !== 'closed') return
  throw new Failure(exit.system, 'too-large', 'A message was too large, and the connection is closed.', 'spell mcp')
}

const pick = <Key extends string>(words: Readonly<Record<string, Readonly<Record<Key, string>>>>, key: Key) =>
  Object.fromEntries(Object.entries(words).map(([spell, word]) => [spell, word[key]]))
