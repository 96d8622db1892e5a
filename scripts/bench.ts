import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/**
 * Measures whole processes in pairs, one after the other in changing order, and prints the ratio of each pair's times:
 * what else the machine does then falls on both. `npm run bench [PAIRS]`
 */

interface Subject {
  readonly name: string
  readonly args: readonly string[]
  /** The bar: the highest ratio that is still right. */
  readonly bar: number
  /** Spells cast before each measurement, in a fresh folder. Absent: the folder is used again. */
  readonly after?: readonly string[]
}

const program = resolve('bin/spell.cjs')
const pairs = Number(process.argv[2] ?? 60)

const subjects: readonly Subject[] = [
  { name: 'spell lumos', args: [program, 'lumos'], bar: 1.25 },
  { name: 'spell accio, advancing', args: [program, 'accio'], bar: 1.4, after: [] },
  { name: 'spell finite, a no-op', args: [program, 'finite'], bar: 1.25 },
  { name: 'spell lumos --json', args: [program, 'lumos', '--json'], bar: 1.25 },
]
const nothing = ['-e', '0']

const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env

/** @returns milliseconds from start to end of a process */
function time(args: readonly string[], cwd: string): number {
  const start = process.hrtime.bigint()
  const { status, stderr } = spawnSync(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const end = process.hrtime.bigint()
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`)
  return Number(end - start) / 1e6
}

function measure(subject: Subject, used: string): { ratios: number[]; times: number[]; base: number[] } {
  const ratios: number[] = []
  const times: number[] = []
  const base: number[] = []
  for (let pair = -3; pair < pairs; pair++) {
    const folder = subject.after ? mkdtempSync(join(tmpdir(), 'spell-bench-')) : used
    const order = pair % 2 === 0
    const first = order ? time(nothing, folder) : time(subject.args, folder)
    const second = order ? time(subject.args, folder) : time(nothing, folder)
    if (subject.after) rmSync(folder, { recursive: true, force: true })
    // The first pairs only warm the caches of the file system.
    if (pair < 0) continue
    const [empty, whole] = order ? [first, second] : [second, first]
    ratios.push(whole / empty)
    times.push(whole)
    base.push(empty)
  }
  return { ratios, times, base }
}

const quantile = (values: readonly number[], part: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? Number.NaN

function main(): void {
  const used = mkdtempSync(join(tmpdir(), 'spell-bench-'))
  cpSync('templates/engineer/files', used, { recursive: true })
  time([program, 'accio'], used)
  console.log(`Node ${process.version}, ${pairs} pairs each, ratio to \`node -e 0\`\n`)
  console.log('| What | Ratio (median) | 25 % – 75 % | Median | `node -e 0` | Bar |\n|---|---|---|---|---|---|')
  for (const subject of subjects) {
    const { ratios, times, base } = measure(subject, used)
    const row = [
      subject.name,
      quantile(ratios, 0.5).toFixed(2),
      `${quantile(ratios, 0.25).toFixed(2)} – ${quantile(ratios, 0.75).toFixed(2)}`,
      `${quantile(times, 0.5).toFixed(0)} ms`,
      `${quantile(base, 0.5).toFixed(0)} ms`,
      `${subject.bar.toFixed(2)}${quantile(ratios, 0.5) > subject.bar ? ' ✗' : ''}`,
    ]
    console.log(`| ${row.join(' | ')} |`)
  }
  rmSync(used, { recursive: true, force: true })
}

main()
