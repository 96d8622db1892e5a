import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFileSync, closeSync, fsyncSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { benchGuard } from './bench-guard'
import { benchMcp } from './bench-mcp'
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
type Pair = { readonly whole: number; readonly other: number }

/** Runs both, the first now before and now after the other. */
function inPairs(whole: () => number, other: () => number): Pair[] {
  // The first pairs only warm the caches of the file system.
  return Array.from({ length: pairs + 3 }, (_, pair) => {
    if (pair % 2 === 0) {
      const before = other()
      return { whole: whole(), other: before }
    }
    return { whole: whole(), other: other() }
  }).slice(3)
}

function measure({ args, files, changes }: Subject): Pair[] {
  const shared = makeFolder(files)
  const whole = () => {
    const folder = changes ? makeFolder(files) : shared
    const taken = time(args, folder)
    if (changes) rmSync(folder, { recursive: true })
    return taken
  }
  const measured = inPairs(whole, () => time(nothing, shared))
  rmSync(shared, { recursive: true })
  return measured
}

/** Work that has gone to and fro between its plan and its task, with a history of that many lines. */
function makeLongWork(count: number): string {
  const [plan, task] = ['GATHER_EDITING', 'ACHIEVE_TASK_DRAFTING']
  const folder = makeFolder(midst)
  const history = join(folder, '.ai/task/history.jsonl')
  const newest: object[] = []
  let text = ''
  let previous: string | undefined
  for (let number = 1; number <= count; number++) {
    const forth = number % 2 === 1
    const said = {
      timestamp: '2026-08-20T15:30:00Z',
      transition: forth ? `${plan} → ${task}` : `${task} → ${plan}`,
      trigger: forth ? 'Accio' : 'Finite',
      row: forth ? 'G4' : 'F1',
      number,
      ...(previous && { previous }),
    }
    previous = createHash('sha256').update(JSON.stringify(said)).digest('hex')
    const line = { ...said, digest: previous }
    text += `${JSON.stringify(line)}\n`
    if (number > count - 50) newest.push(line)
    if (text.length > 1e6 || number === count) {
      appendFileSync(history, text)
      text = ''
    }
  }
  const state = { current_state: plan, context: {}, history: newest }
  writeFileSync(join(folder, '.ai/task/state.json'), JSON.stringify(state))
  // What the disk still has to write would be paid for by the first casts.
  const descriptor = openSync(history, 'r+')
  fsyncSync(descriptor)
  closeSync(descriptor)
  return folder
}

const few = 10
const many = 1_000_000

/** One cast after many lines, and one after few. */
function measureHistory(): Pair[] {
  const [long, short] = [makeLongWork(many), makeLongWork(few)]
  // There and back again, which is not measured.
  const accio = (folder: string) => () => {
    const taken = time([program, 'accio'], folder)
    time([program, 'finite'], folder)
    return taken
  }
  const measured = inPairs(accio(long), accio(short))
  for (const folder of [long, short]) rmSync(folder, { recursive: true })
  return measured
}

const quantile = (values: readonly number[], part: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? Number.NaN

function print(name: string, measured: readonly Pair[], bar: number): void {
  const ratios = measured.map(({ whole, other }) => whole / other)
  const median = quantile(ratios, 0.5)
  const milliseconds = (which: keyof Pair) =>
    `${quantile(
      measured.map((pair) => pair[which]),
      0.5,
    ).toFixed(1)} ms`
  const row = [
    name,
    median.toFixed(2),
    `${quantile(ratios, 0.25).toFixed(2)} – ${quantile(ratios, 0.75).toFixed(2)}`,
    milliseconds('whole'),
    milliseconds('other'),
    Number.isFinite(bar) ? `${bar.toFixed(2)}${median > bar ? ' (missed)' : ''}` : '',
  ]
  console.log(`| ${row.join(' | ')} |`)
}

async function main(): Promise<void> {
  console.log(`Node ${process.version}, ${pairs} pairs each, whole processes, ratio to \`node -e 0\`\n`)
  console.log('| What | Ratio (median) | 25 % – 75 % | Median | `node -e 0` | Bar |\n|---|---|---|---|---|---|')
  for (const subject of subjects) print(`spell ${subject.name}`, measure(subject), subject.bar)
  console.log(
    `\n| What | Ratio (median) | 25 % – 75 % | After ${many} | After ${few} | Bar |\n|---|---|---|---|---|---|`,
  )
  print(`spell accio after ${many} lines of history, to one after ${few}`, measureHistory(), 1.1)
  benchGuard(pairs, print)
  const shared = makeFolder(midst)
  await benchMcp(pairs, shared)
  rmSync(shared, { recursive: true })
}

main()
