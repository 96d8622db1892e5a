import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'

/**
 * Measures the MCP server: how long it takes from its start to its first answer, as a ratio to the smallest server that the
 * SDK's own documentation builds; and how long a call takes once it is warm. Run by `npm run bench`.
 */

const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env
const ours = [resolve('bin/spell.cjs'), 'mcp']
/** As a module, which is how the SDK is meant to be used. */
const smallest = [
  '--input-type=module',
  '--eval',
  `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
   import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
   const server = new McpServer({ name: 'smallest', version: '1' })
   server.registerTool('look', { description: 'Looks' }, () => ({ content: [] }))
   await server.connect(new StdioServerTransport())`,
]

const warming = 200
const calls = 2000
/** The bar for the median of a warm call, in milliseconds. */
const callBar = 2
/** The bar for the start, as a ratio. */
const startBar = 1

interface Server {
  readonly child: ChildProcessByStdio<Writable, Readable, null>
  /** Sends a request. @returns milliseconds until its answer was there */
  readonly ask: (method: string, params: object) => Promise<number>
}

/** @param cwd where it runs: the SDK is found from there */
function start(args: readonly string[], cwd: string): Server {
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['pipe', 'pipe', 'inherit'] })
  const lines: Interface = createInterface({ input: child.stdout })
  let id = 0
  const ask = (method: string, params: object) =>
    new Promise<number>((resolveTime, reject) => {
      const begin = process.hrtime.bigint()
      id++
      lines.once('line', (line) => {
        const answer = JSON.parse(line)
        if (answer.id !== id || !answer.result) reject(new Error(`${method}: ${line}`))
        resolveTime(Number(process.hrtime.bigint() - begin) / 1e6)
      })
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    })
  return { child, ask }
}

const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bench', version: '1' } }

const stop = ({ child }: Server) =>
  new Promise<void>((done) => {
    child.on('close', () => done())
    child.stdin.end()
  })

/** @returns milliseconds from before the process to the answer to `initialize` */
async function timeStart(args: readonly string[], cwd: string): Promise<number> {
  const begin = process.hrtime.bigint()
  const server = start(args, cwd)
  await server.ask('initialize', hello)
  const taken = Number(process.hrtime.bigint() - begin) / 1e6
  await stop(server)
  return taken
}

const quantile = (values: readonly number[], part: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? Number.NaN

const missed = (value: number, bar: number) => (value > bar ? ' (missed)' : '')

/**
 * @param pairs how many starts of each, one after the other in changing order
 * @param folder where somebody is in the midst of work
 */
export async function benchMcp(pairs: number, folder: string): Promise<void> {
  const ratios: number[] = []
  const times: { ours: number; smallest: number }[] = []
  for (let pair = -3; pair < pairs; pair++) {
    const timeOurs = () => timeStart(ours, folder)
    const timeSmallest = () => timeStart(smallest, process.cwd())
    const first = pair % 2 === 0 ? await timeOurs() : await timeSmallest()
    const second = pair % 2 === 0 ? await timeSmallest() : await timeOurs()
    const time = pair % 2 === 0 ? { ours: first, smallest: second } : { ours: second, smallest: first }
    // The first pairs only warm the caches of the file system.
    if (pair >= 0) times.push(time)
  }
  for (const time of times) ratios.push(time.ours / time.smallest)
  const median = (which: 'ours' | 'smallest') => {
    const all = times.map((time) => time[which])
    return `${quantile(all, 0.5).toFixed(1)} ms`
  }
  const ratio = quantile(ratios, 0.5)
  console.log(
    '\n| What | Ratio (median) | 25 % – 75 % | Median | The smallest server | Bar |\n|---|---|---|---|---|---|',
  )
  const quartiles = `${quantile(ratios, 0.25).toFixed(2)} – ${quantile(ratios, 0.75).toFixed(2)}`
  const bar = `${startBar.toFixed(2)}${missed(ratio, startBar)}`
  const cells = [ratio.toFixed(2), quartiles, median('ours'), median('smallest'), bar]
  console.log(`| spell mcp, from its start to its first answer | ${cells.join(' | ')} |`)

  const server = start(ours, folder)
  await server.ask('initialize', hello)
  const look = () => server.ask('tools/call', { name: 'lumos' })
  for (let count = 0; count < warming; count++) await look()
  const taken: number[] = []
  for (let count = 0; count < calls; count++) taken.push(await look())
  await stop(server)
  const half = quantile(taken, 0.5)
  console.log('\n| What | Median | 99 % | Bar |\n|---|---|---|---|')
  const time = [`${half.toFixed(2)} ms`, `${quantile(taken, 0.99).toFixed(2)} ms`]
  console.log(
    `| lumos, called on a warm server | ${time.join(' | ')} | ${callBar.toFixed(2)} ms${missed(half, callBar)} |`,
  )
}
