import { PassThrough, type Readable, Writable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { isRecord } from '../text/json'
import { exactJson, visibleJson } from '../text/markdown/visible'

/** How long a client may stop reading its answers after the connection ends. */
const stallTimeoutMs = 5000

/** What a client compares with what it has sent. */
const exact = ['uri', 'progressToken', 'io.modelcontextprotocol/subscriptionId']

/**
 * Connects the SDK's transport with a client. The SDK drops the answers that are due when its input ends, so that end is
 * kept from it; and invisible characters are replaced in its output.
 */
export function openWire(input: Readable, output: Writable) {
  let writtenCount = 0
  const messages = input.pipe(new PassThrough(), { end: false })
  const answers = new Writable({
    decodeStrings: false,
    // Errors are left out: a client that no longer reads ends the connection anyway.
    write: (line: string, _, done) => {
      output.write(`${visibleLine(JSON.parse(line))}\n`, () => void writtenCount++)
      done()
    },
  })

  return {
    transport: new StdioServerTransport(messages, answers),
    /** Resolves when the transport reads no more, as after too long a message. */
    closed: new Promise<void>((resolve) => {
      messages.once('pause', resolve)
    }),
    /** Ends when the client has all of its answers: a slow one is waited for, one that has stopped reading is not. */
    close: async (closing: () => Promise<void>): Promise<void> => {
      input.unpipe(messages).pause()
      const all = closing().then(() => new Promise<unknown>((resolve) => void output.write('', resolve)))
      for (let count = -1; count < writtenCount; ) {
        count = writtenCount
        await Promise.race([all, setTimeout(stallTimeoutMs, undefined, { ref: false })])
      }
    },
  }
}

function visibleLine(message: unknown): string {
  const { id, ...rest } = isRecord(message) ? message : {}
  const json = visibleJson(rest, exact)
  return id === undefined ? json : `{"id":${exactJson(id)},${json.slice(1)}`
}
