import { setTimeout } from 'node:timers/promises'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  ClientNotificationSchema,
  ClientRequestSchema,
  ErrorCode,
  isJSONRPCRequest,
  type JSONRPCMessage,
  JSONRPCMessageSchema,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js'
import { isRecord } from '../failure/json'
import { exactJson, visibleJson } from '../markdown/visible'

/** For one message or batch. */
const maxLineBytes = 10 * 2 ** 20

/** How long a client may stop reading its answers after the connection ends. */
const stallTimeoutMs = 5000

/** The only version of the protocol with batches. */
const versionWithBatches = '2025-03-26'

/** What a client compares with what it has sent. */
const exact = ['uri', 'progressToken', 'io.modelcontextprotocol/subscriptionId']

/** The answers to a batch are sent in one line, once all are there. */
interface Batch {
  readonly answers: JSONRPCMessage[]
  open: number
}

/** The schemas of the protocol, by method. */
const schemas = new Map(
  [...ClientRequestSchema.options, ...ClientNotificationSchema.options].map((schema) => [
    schema.shape.method.value as string,
    schema,
  ]),
)

/**
 * A transport for a client's messages, one per line. The SDK's own transport drops unreadable lines, so that the client
 * would wait forever; this one answers them, and replaces invisible characters in its output.
 */
export function lineTransport(input: NodeJS.ReadableStream, output: NodeJS.WritableStream): Transport {
  let version: unknown
  let pieces: Buffer[] = []
  const batches = new Map<RequestId, Batch>()

  let writtenCount = 0
  let lastWrite = Promise.resolve()
  const write = (json: string): Promise<void> => {
    const writing = () => new Promise<unknown>((resolve) => void output.write(`${json}\n`, resolve))
    lastWrite = lastWrite.then(writing).then(() => void writtenCount++)
    return lastWrite
  }
  /** A slow client gets all its answers; one that stops reading is dropped. */
  const drain = async () => {
    for (let count = -1; count < writtenCount; ) {
      count = writtenCount
      await Promise.race([lastWrite, setTimeout(stallTimeoutMs, undefined, { ref: false })])
    }
  }

  /** @returns the message, or the error response to an invalid one; undefined if no response is expected */
  const understood = (said: unknown): { message: JSONRPCMessage } | { refusal: JSONRPCMessage } | undefined => {
    const { success, data } = JSONRPCMessageSchema.safeParse(said)
    if (!success) {
      const isAnswer = isRecord(said) && !('method' in said) && ('result' in said || 'error' in said)
      const refusal = refuse(said, ErrorCode.InvalidRequest, 'This is not a JSON-RPC 2.0 message.')
      return isAnswer ? undefined : { refusal }
    }
    if (!('method' in data)) return { message: data }
    const wrong = schemas.get(data.method)?.safeParse(data).error?.issues[0]
    if (!wrong) return { message: data }
    const what = `${data.method}: ${wrong.path.join('.')} is not valid. ${wrong.message}.`
    const refusal = refuse(data, ErrorCode.InvalidParams, what)
    return 'id' in data ? { refusal } : undefined
  }

  const refuse = (said: unknown, code: number, message: string): JSONRPCMessage => {
    transport.onerror?.(new Error(message))
    const id = isRecord(said) && ['string', 'number'].includes(typeof said.id) ? (said.id as RequestId) : undefined
    return { jsonrpc: '2.0', ...(id !== undefined && { id }), error: { code, message } }
  }

  const take = (line: string) => {
    if (line.trim() === '') return
    let said: unknown
    try {
      said = JSON.parse(line)
    } catch {
      return void write(asJson(refuse(undefined, ErrorCode.ParseError, 'This line is not JSON.')))
    }
    if (Array.isArray(said)) return takeBatch(said)
    const part = understood(said)
    if (part && 'refusal' in part) write(asJson(part.refusal))
    else if (part) pass(part.message)
  }

  const takeBatch = (said: readonly unknown[]) => {
    if (version !== versionWithBatches || said.length === 0) {
      const message =
        said.length === 0 ? 'This batch is empty.' : 'The version of the protocol agreed on has no batches.'
      const waiting = said.filter((one) => isRecord(one) && 'method' in one && 'id' in one)
      for (const one of waiting.length > 0 ? waiting : [undefined]) {
        write(asJson(refuse(one, ErrorCode.InvalidRequest, message)))
      }
      return
    }
    const parts = said.flatMap((one) => understood(one) ?? [])
    const messages = parts.flatMap((part) => ('message' in part ? part.message : []))
    const ids = new Set(messages.flatMap((message) => (isJSONRPCRequest(message) ? message.id : [])))
    const answers = parts.flatMap((part) => ('refusal' in part ? part.refusal : []))
    const batch: Batch = { answers, open: ids.size + 1 }
    for (const id of ids) batches.set(id, batch)
    for (const message of messages) pass(message)
    close(batch)
  }

  const close = (batch: Batch) => {
    batch.open -= 1
    if (batch.open === 0 && batch.answers.length > 0) write(`[${batch.answers.map(asJson).join(',')}]`)
  }

  /** The answer to this request has come, or never will. */
  const settle = (id: RequestId, ...answer: JSONRPCMessage[]): boolean => {
    const batch = batches.get(id)
    if (!batch) return false
    batches.delete(id)
    batch.answers.push(...answer)
    close(batch)
    return true
  }

  const pass = (message: JSONRPCMessage) => {
    transport.onmessage?.(message)
    if (!('method' in message) || message.method !== 'notifications/cancelled') return
    // A cancelled request gets no answer.
    settle(message.params?.requestId as RequestId)
  }

  const onData = (chunk: Buffer) => {
    let begin = 0
    for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', begin)) {
      const line = Buffer.concat([...pieces, chunk.subarray(begin, end)])
      if (line.length > maxLineBytes) return giveUp()
      pieces = []
      begin = end + 1
      take(line.toString())
    }
    pieces.push(chunk.subarray(begin))
    if (pieces.reduce((length, piece) => length + piece.length, 0) > maxLineBytes) giveUp()
  }

  const giveUp = () => {
    transport.onerror?.(new Error('A message has more than 10 MB.'))
    void transport.close()
  }

  const transport: Transport = {
    start: async () => void input.on('data', onData),
    close: async () => {
      input.off('data', onData).pause()
      pieces = []
      await drain()
      transport.onclose?.()
    },
    send: async (message) => {
      if ('result' in message) version = message.result.protocolVersion ?? version
      const isSettled = !('method' in message) && message.id !== undefined && settle(message.id, message)
      if (!isSettled) await write(asJson(message))
    },
  }
  return transport
}

function asJson(message: JSONRPCMessage): string {
  const { id, ...rest } = message as JSONRPCMessage & { id?: RequestId }
  const json = visibleJson(rest, exact)
  return id === undefined ? json : `{"id":${exactJson(id)},${json.slice(1)}`
}
