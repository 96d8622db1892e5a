import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  ErrorCode,
  isJSONRPCNotification,
  isJSONRPCRequest,
  type JSONRPCErrorResponse,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type JSONRPCResultResponse,
  type LoggingLevel,
  LoggingLevelSchema,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js'
import { isRecord } from '../failure/json'
import { asProtocolError, notFound } from './protocol-error'
import { isFilter, subscriptions, type Watching } from './subscriptions'

/** The versions in which every request names its version. */
const versions = ['2026-07-28']
const unsupportedVersion = -32022

const key = (name: string) => `io.modelcontextprotocol/${name}`
const versionKey = key('protocolVersion')
const capabilitiesKey = key('clientCapabilities')
const clientKey = key('clientInfo')
const logLevelKey = key('logLevel')

const discover = 'server/discover'
const listen = 'subscriptions/listen'
/** Removed since the earlier versions. */
const removed = ['initialize', 'ping', 'logging/setLevel', 'resources/subscribe', 'resources/unsubscribe']
/** How long results may be cached: not at all, as the files may change at any time. */
const cached = [discover, 'tools/list', 'prompts/list', 'resources/list', 'resources/templates/list', 'resources/read']
const uncached = { ttlMs: 0, cacheScope: 'private' }

/** An unanswered request of these versions. */
interface Open {
  readonly method: string
  readonly uri: unknown
  readonly logLevel: LoggingLevel | undefined
}

/** What the server says about itself. */
interface Identity {
  readonly info: object
  readonly capabilities: object
  readonly instructions: string
}

/**
 * Adds the protocol of 2026-07-28 to a server that supports versions up to 2025-11-25: each request names its version
 * in its metadata. There is no session; unrequested notifications go to the client's open listen requests.
 *
 * @param wire the client
 * @param begun called with the first request that comes without a handshake
 */
export function dualEra(wire: Transport, { info, ...identity }: Identity, watching: Watching, begun: () => void) {
  /** By the ids that the server uses. */
  const open = new Map<RequestId, Open>()
  const listening = subscriptions(watching)
  let hasBegun = false
  let hasSession = false

  const reply = (id: RequestId, method: string, result: object, meta: object = {}) =>
    wire.send({
      jsonrpc: '2.0',
      id,
      result: {
        ...result,
        resultType: 'complete',
        ...(cached.includes(method) && uncached),
        _meta: { ...meta, [key('serverInfo')]: info },
      },
    })
  const refuse = (id: RequestId, code: number, message: string, data?: object) =>
    wire.send({ jsonrpc: '2.0', id, error: { code, message, ...(data && { data }) } })
  /** Notifies about a change, or about a listen request. */
  const tell = (id: RequestId, method: string, params: object = {}) =>
    wire.send({ jsonrpc: '2.0', method, params: { ...params, _meta: { [subscriptionKey]: id } } })

  const startListening = async (id: RequestId, asked: unknown) => {
    if (!isFilter(asked)) return refuse(id, ErrorCode.InvalidParams, `${listen}: notifications is not a filter.`)
    const begin = (filter: object) =>
      void tell(id, 'notifications/subscriptions/acknowledged', { notifications: filter })
    try {
      await listening.open(id, asked, begin)
      begun()
    } catch (error) {
      const { code, message, data } = asProtocolError(error) as Error & { code: number; data?: object }
      return refuse(id, code, message, data)
    }
  }

  /** @returns the answer; undefined if the server gives it */
  const answerTo = (message: JSONRPCRequest, meta: Readonly<Record<string, unknown>>) => {
    const { id, method, params } = message
    const requested = meta[versionKey]
    if (typeof requested === 'string' && !versions.includes(requested)) {
      const text = `The version ${requested} of the protocol is not known here; ${versions.join(', ')} is.`
      return refuse(id, unsupportedVersion, text, { supported: versions, requested })
    }
    const wrong = wrongIn(meta)
    if (wrong) return refuse(id, ErrorCode.InvalidParams, `${method}: _meta.${wrong} is missing or not valid.`)
    if (removed.includes(method)) return refuse(id, ErrorCode.MethodNotFound, `${requested} has no ${method}.`)
    if (method === discover) return reply(id, method, { supportedVersions: versions, ...identity })
    if (method === listen) return startListening(id, params?.notifications)
    if (!hasBegun) begun()
    hasBegun = true
    open.set(inner(id), { method, uri: params?.uri, logLevel: meta[logLevelKey] as LoggingLevel | undefined })
    pass(message)
    return undefined
  }

  const pass = (message: JSONRPCRequest) => transport.onmessage?.({ ...message, id: inner(message.id) })

  const take = (message: JSONRPCMessage): void => {
    if (isJSONRPCRequest(message)) {
      const { method } = message
      const meta: unknown = message.params?._meta
      const isModern = (isRecord(meta) && versionKey in meta) || method === discover || method === listen
      if (isModern) return void answerTo(message, isRecord(meta) ? meta : {})
      if (method === 'initialize') hasSession = true
      pass(message)
    } else if (isJSONRPCNotification(message) && message.method === 'notifications/cancelled') {
      const id = message.params?.requestId as RequestId
      if (listening.close(id)) return
      open.delete(inner(id))
      transport.onmessage?.({ ...message, params: { ...message.params, requestId: inner(id) } })
    } else transport.onmessage?.(message)
  }

  const answer = (message: JSONRPCResultResponse | JSONRPCErrorResponse) => {
    if (message.id === undefined) return wire.send(message)
    const id = outer(message.id)
    const asked = open.get(message.id)
    open.delete(message.id)
    if (!asked) return wire.send({ ...message, id })
    if ('result' in message) return reply(id, asked.method, message.result, message.result._meta)
    const { code, message: text, data } = message.error
    return code === notFound
      ? refuse(id, ErrorCode.InvalidParams, text, { ...(data as object), uri: asked.uri })
      : wire.send({ ...message, id })
  }

  const transport: Transport & { isModern(id: RequestId): boolean } = {
    /** Whether an unanswered request names its version. */
    isModern: (id) => open.has(id),
    start: async () => {
      wire.onmessage = take
      wire.onclose = () => transport.onclose?.()
      wire.onerror = (error) => transport.onerror?.(error)
      await wire.start()
    },
    close: async () => {
      // Not awaited: a client that no longer reads is dropped by the transport.
      for (const id of listening.all()) reply(id, listen, {}, { [subscriptionKey]: id })
      await wire.close()
    },
    send: async (message, options) => {
      if (!('method' in message)) return answer(message)
      const listeners = listening.listeners(message)
      const telling = listeners?.map((id) => tell(id, message.method, message.params)) ?? []
      const isUnasked = listeners !== undefined || message.method === 'notifications/message'
      const asked = options?.relatedRequestId === undefined ? undefined : open.get(options.relatedRequestId)
      const isWanted = asked ? isLogged(message, asked) : hasSession || !isUnasked
      await Promise.all([...telling, ...(isWanted ? [wire.send(message, options)] : [])])
    },
  }
  return transport
}

const subscriptionKey = key('subscriptionId')

/** The SDK cannot cancel a request whose id is falsy, so ids are mapped; a client may start with 0. */
const renamed: readonly (readonly [RequestId, RequestId])[] = [
  [0, 'spell: 0'],
  ['', 'spell: ""'],
]
const inner = (id: RequestId): RequestId => renamed.find(([given]) => given === id)?.[1] ?? id
const outer = (id: RequestId): RequestId => renamed.find(([, known]) => known === id)?.[0] ?? id

/** @returns the first invalid key */
function wrongIn(meta: Readonly<Record<string, unknown>>): string | undefined {
  const { [clientKey]: client = { name: '', version: '' }, [logLevelKey]: level = 'info' } = meta
  if (typeof meta[versionKey] !== 'string') return versionKey
  if (!isRecord(meta[capabilitiesKey])) return capabilitiesKey
  if (!isRecord(client) || typeof client.name !== 'string' || typeof client.version !== 'string') return clientKey
  return LoggingLevelSchema.safeParse(level).success ? undefined : logLevelKey
}

/** Includes all notifications of a request; log messages only from the level that it asks for. */
function isLogged({ method, params }: { method: string; params?: object | undefined }, { logLevel }: Open): boolean {
  if (method !== 'notifications/message') return true
  const levels = LoggingLevelSchema.options
  const { level } = params as { level: LoggingLevel }
  return logLevel !== undefined && levels.indexOf(level) >= levels.indexOf(logLevel)
}
