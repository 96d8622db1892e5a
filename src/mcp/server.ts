import { PassThrough, type Readable, Writable } from 'node:stream'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { Server } from '@modelcontextprotocol/server'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { version } from '../../package.json'
import type { CommandContext } from '../cli/command'
import { builtJson } from '../disk/built'
import { exit, Failure } from '../text/failure'
import { isRecord } from '../text/json'
import { exactJson, visibleJson } from '../text/markdown/visible'
import { clientFolderOf } from './client-folder'
import { type McpTexts, type Offer, offerTools } from './requests'

/**
 * Serves the spells of a workflow over the Model Context Protocol until `ended`, by the client or the system; then all
 * that is in progress is done, but a cast that waits for the lock is cancelled. Caches nothing but what the client has
 * said: other programs may change the files at any time.
 *
 * @throws Failure `too-large` if the client sends too long a message
 */
export async function serve(
  called: Pick<Offer, 'groupsIn' | 'prove'>,
  cli: CommandContext,
  ended: Promise<void>,
): Promise<void> {
  // The SDK's message about an invalid message is a list, in JSON.
  const tell = ({ message }: Error) =>
    cli.tell(
      message.startsWith('[') ? 'This is not a JSON-RPC 2.0 message.' : message.replace(/\s+/g, ' ').slice(0, 300),
    )
  const ending = new AbortController()
  const running = new Set<Promise<unknown>>()
  const texts = builtJson<McpTexts>('mcp.texts.json')
  const common = { texts, ...called, cli, ending: ending.signal, running }

  const wire = openWire(process.stdin, process.stdout)
  const connection = serveStdio(() => serverFor(common, tell), { transport: wire.transport, onerror: tell })
  const isTooLarge = await Promise.race([ended.then(() => false), wire.closed.then(() => true)])
  ending.abort()
  // What was read is handled, and what was handled is answered, in the next turn.
  do {
    await setImmediate()
    await Promise.allSettled(running)
    await setImmediate()
  } while (running.size > 0)
  await wire.close(connection.close)
  if (!isTooLarge) return
  throw new Failure(exit.system, 'too-large', 'A message was too large, and the connection is closed.', 'spell mcp')
}

function serverFor(common: Omit<Offer, 'server' | 'folder'>, tell: (error: Error) => void): Server {
  const { texts, cli } = common
  const server = new Server(
    { name: 'spell', title: 'spell', version },
    { instructions: texts.instructions, capabilities: { tools: {} } },
  )
  const folder = clientFolderOf(server, cli)
  offerTools({ ...common, server, folder })
  server.onerror = tell
  server.setNotificationHandler('notifications/roots/list_changed', folder.changed)
  return server
}

/** How long a client may stop reading its answers after the connection ends. */
const stallTimeoutMs = 5000

/** What a client compares with what it has sent. */
const exact = ['uri', 'progressToken', 'io.modelcontextprotocol/subscriptionId']

/**
 * Connects the SDK's transport with a client. The SDK drops the answers that are due when its input ends, so that end is
 * kept from it; and invisible characters are replaced in its output.
 */
function openWire(input: Readable, output: Writable) {
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
