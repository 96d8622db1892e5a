import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { compileTour } from './compile-tour'

/**
 * Measures whole processes in pairs, one after the other in changing order, and prints the ratio of each pair's times:
 * what else the machine does then falls on both. `npm run bench [PAIRS]`
 */

interface Subject {
  readonly name: string
  readonly args: readonly string[]
  /** The bar: the highest ratio that is still right. */
  readonly bar: number
  /** What is in the folder. */
  readonly files: Readonly<Record<string, string>>
  /** Whether it changes the folder, so that each pair needs a new one. */
  readonly changes?: true
}

const program = resolve('bin/spell.cjs')
const pairs = Number(process.argv[2] ?? 60)

const standing = (state: string) => ({
  '.ai/task/state.json': JSON.stringify({ current_state: state, context: {}, history: [] }),
})

/** In the midst of the tour: a plan with two criteria, a drafted task. */
const midst: Readonly<Record<string, string>> = {
  ...standing('ACHIEVE_TASK_DRAFTING'),
  ...Object.fromEntries(
    compileTour('templates/tour')
      .slice(0, 4)
      .flatMap(({ writes, text }) => (writes ? [[writes, text ?? '']] : [])),
  ),
}

const subjects: readonly Subject[] = [
  { name: 'lumos in a new repository', args: [program, 'lumos'], files: {}, bar: 1.25 },
  { name: 'lumos in the midst of work', args: [program, 'lumos'], files: midst, bar: 1.25 },
  { name: 'lumos --json, in the midst', args: [program, 'lumos', '--json'], files: midst, bar: 1.25 },
  { name: 'accio, the very first', args: [program, 'accio'], files: {}, bar: 1.4, changes: true },
  { name: 'accio in the midst of work', args: [program, 'accio'], files: midst, bar: 1.4, changes: true },
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

function makeFolder(files: Subject['files']): string {
  const folder = mkdtempSync(join(tmpdir(), 'spell-bench-'))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

/** Times of both processes of each pair, in milliseconds. */
function measure({ args, files, changes }: Subject): { whole: number; empty: number }[] {
  const shared = makeFolder(files)
  // The first pairs only warm the caches of the file system.
  const measured = Array.from({ length: pairs + 3 }, (_, pair) => {
    const folder = changes ? makeFolder(files) : shared
    const [first, second] = pair % 2 === 0 ? [nothing, args] : [args, nothing]
    const times = [time(first, folder), time(second, folder)] as const
    if (changes) rmSync(folder, { recursive: true })
    return pair % 2 === 0 ? { empty: times[0], whole: times[1] } : { empty: times[1], whole: times[0] }
  }).slice(3)
  rmSync(shared, { recursive: true })
  return measured
}

const quantile = (values: readonly number[], part: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? Number.NaN

function main(): void {
  console.log(`Node ${process.version}, ${pairs} pairs each, whole processes, ratio to \`node -e 0\`\n`)
  console.log('| What | Ratio (median) | 25 % – 75 % | Median | `node -e 0` | Bar |\n|---|---|---|---|---|---|')
  for (const subject of subjects) {
    const measured = measure(subject)
    const ratios = measured.map(({ whole, empty }) => whole / empty)
    const median = quantile(ratios, 0.5)
    const row = [
      `spell ${subject.name}`,
      median.toFixed(2),
      `${quantile(ratios, 0.25).toFixed(2)} – ${quantile(ratios, 0.75).toFixed(2)}`,
      `${quantile(
        measured.map(({ whole }) => whole),
        0.5,
      ).toFixed(1)} ms`,
      `${quantile(
        measured.map(({ empty }) => empty),
        0.5,
      ).toFixed(1)} ms`,
      `${subject.bar.toFixed(2)}${median > subject.bar ? ' (missed)' : ''}`,
    ]
    console.log(`| ${row.join(' | ')} |`)
  }
}

main()
