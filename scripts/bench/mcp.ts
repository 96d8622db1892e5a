import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { estimate, median } from './figures'
import type { Ground } from './ground'
import { inPairs } from './pairs'
import { ratioRow, rowOf, type Section } from './row'

/** A server that answers one request after the other. */
interface Server {
  readonly child: ChildProcessByStdio<Writable, Readable, null>
  /** Sends a request. @returns milliseconds until the answer */
  readonly ask: (method: string, params: object) => Promise<number>
}

/** The smallest server from the SDK's documentation; as a module, as the SDK is meant to be used. */
const smallest = `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
  import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
  const server = new McpServer({ name: 'smallest', version: '1' })
  server.registerTool('look', { description: 'Looks' }, () => ({ content: [] }))
  await server.connect(new StdioServerTransport())`

const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bench', version: '1' } }
const warming = 200
const calls = 2000
/** The limit for the median of warm calls, in milliseconds. */
const callBar = 2
/** The limit for the start, as a ratio to the smallest server. */
const startBar = 1

function start({ env }: Ground, [program = '', ...args]: readonly string[], cwd: string): Server {
  const child = spawn(program, args, { cwd, env, stdio: ['pipe', 'pipe', 'ignore'] })
  const lines = createInterface({ input: child.stdout })
  let id = 0
  return {
    child,
    async ask(method, params) {
      const begin = process.hrtime.bigint()
      id++
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
      for (;;) {
        const [line] = await once(lines, 'line')
        const answer = JSON.parse(line)
        // Notifications are no answer.
        if (answer.id !== id || answer.method !== undefined) continue
        if (!answer.result) throw new Error(`${method}: ${line}`)
        return Number(process.hrtime.bigint() - begin) / 1e6
      }
    },
  }
}

async function stop({ child }: Server): Promise<void> {
  child.stdin.end()
  // Some servers keep running after the client disconnects.
  const late = setTimeout(() => child.kill('SIGKILL'), 1000)
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
  clearTimeout(late)
}

/** @returns milliseconds from starting the process to its answer to `initialize` */
async function timeStart(ground: Ground, command: readonly string[], cwd: string): Promise<number> {
  const begin = process.hrtime.bigint()
  const server = start(ground, command, cwd)
  await server.ask('initialize', hello)
  const taken = Number(process.hrtime.bigint() - begin) / 1e6
  await stop(server)
  return taken
}

/** Measures the server: the time to its first answer, and that of a warm call. */
export async function measureMcp(ground: Ground, work: string): Promise<Section> {
  const ours = [...ground.spell, 'mcp']
  // The working directory is where Node resolves the SDK.
  const other = [ground.node, '--input-type=module', '--eval', smallest]
  const pairs = await inPairs(
    Math.ceil(ground.pairs / 3),
    () => timeStart(ground, ours, work),
    () => timeStart(ground, other, process.cwd()),
  )
  const server = start(ground, ours, work)
  await server.ask('initialize', hello)
  const taken: number[] = []
  for (let call = 0; call < warming + calls; call++) taken.push(await server.ask('tools/call', { name: 'lumos' }))
  await stop(server)
  const warm = estimate([taken.slice(warming)], (drawn = []) => median(drawn))
  return {
    title: 'The MCP server',
    other: 'Smallest server of its SDK',
    rows: [
      ratioRow('from its start to its first answer', 'ms', pairs, startBar),
      rowOf('`lumos`, called on a warm server', 'ms', warm, callBar),
    ],
  }
}
