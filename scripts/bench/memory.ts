import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { copyOf, type Ground } from './ground'
import { inPairs } from './pairs'
import { ratioRow, type Section } from './row'
import { nothing } from './spells'

/** The limit, as a multiple of the memory of `node -e 0`. */
const most = 1.15
/** Memory varies little between runs. */
const pairsOf = (pairs: number) => Math.ceil(pairs / 4)

/** The peak memory of whole processes, compared with an idle Node. Only on Linux; otherwise no rows. */
export async function measureMemory(ground: Ground, work: string): Promise<Section> {
  const rows = []
  for (const spell of existsSync('/proc/self/status') ? ['lumos', 'accio'] : []) {
    const ours = async () => {
      const folder = copyOf(ground, work)
      const peak = await peakOf(ground, [...ground.spell, spell], folder)
      rmSync(folder, { recursive: true })
      return peak
    }
    const pairs = await inPairs(pairsOf(ground.pairs), ours, () => peakOf(ground, nothing(ground), work))
    rows.push(ratioRow(`\`spell ${spell}\``, 'MB', pairs, most))
  }
  return { title: 'Peak memory', other: '`node -e 0`', rows }
}

/**
 * Watches a process until its end. Nothing is loaded into the process, which would add memory; and the system's own
 * figure for an ended process cannot be used, as it includes the parent.
 *
 * @returns its peak memory in millions of bytes
 */
export async function peakOf(ground: Ground, [program = '', ...args]: readonly string[], cwd: string): Promise<number> {
  // A pipe without a reader would fill up, and /dev/null is a device: a spell would check whether it is a terminal.
  const out = openSync(join(ground.makeFolder(), 'out'), 'w')
  const child = spawn(program, args, { cwd, env: ground.env, stdio: ['ignore', out, out] })
  const ended = once(child, 'close')
  let peak = 0
  for (;;) {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? []
    if (kilobytes === undefined) break
    peak = (Number(kilobytes) * 1024) / 1e6
  }
  closeSync(out)
  const [status] = await ended
  if (status !== 0) throw new Error(`${[program, ...args].join(' ')} ended with ${status}`)
  return peak
}
