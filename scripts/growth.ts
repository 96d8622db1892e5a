import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

/**
 * Measures how the time of a spell grows with what lies around: `npm run growth [PAIRS]`. Each size is measured in pairs with
 * the smallest one, so that what else the machine does falls on both. Where a spell has to read what grows, the cost of a
 * megabyte is shown; where it has not, the ratio shall stay 1.
 */

interface Subject {
  readonly name: string
  readonly sizes: readonly number[]
  readonly unit: string
  /** Makes a repository of that size, and says where in it to cast. */
  readonly make: (folder: string, size: number) => string
  /** The bytes that a spell must read for each unit of size; none where it must read nothing of it. */
  readonly bytes?: number
}

const program = resolve('bin/spell.cjs')
const pairs = Number(process.argv[2] ?? 15)
const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env

const state = (current: string, history: readonly object[] = []) =>
  `${JSON.stringify({ current_state: current, context: {}, history }, null, 2)}\n`

function write(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

/** A text of that many bytes, a line of list each hundred. */
function ofBytes(size: number): string {
  const line = `- [ ] ${'criterion '.repeat(9)}abc\n`
  return line.repeat(Math.ceil(size / line.length)).slice(0, size)
}

const git = (cwd: string, ...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd, stdio: 'ignore' })

const subjects: readonly Subject[] = [
  {
    name: 'archives',
    sizes: [1, 100, 10_000],
    unit: '',
    make(folder, size) {
      for (let count = 0; count < size; count++) write(folder, `.ai/archive/work-${count}/plan.md`, '- [x] done\n')
      write(folder, '.ai/task/state.json', state('GATHER_EDITING'))
      write(folder, '.ai/task/plan.md', '- [ ] one\n')
      return folder
    },
  },
  {
    name: 'plan.md',
    sizes: [1e3, 1e5, 1e7],
    unit: 'bytes',
    bytes: 1,
    make(folder, size) {
      write(folder, '.ai/task/state.json', state('GATHER_EDITING'))
      write(folder, '.ai/task/plan.md', ofBytes(size))
      return folder
    },
  },
  {
    name: 'comments.md',
    sizes: [1e3, 1e6, 1e8],
    unit: 'bytes',
    bytes: 1,
    make(folder, size) {
      write(folder, '.ai/task/state.json', state('PR_GATHERING_COMMENTS_G'))
      write(folder, '.ai/task/plan.md', '- [ ] one\n')
      const part = ofBytes(Math.min(size, 1e6))
      write(folder, '.ai/task/comments.md', '')
      for (let left = size; left > 0; left -= part.length) {
        appendFileSync(join(folder, '.ai/task/comments.md'), part.slice(0, left))
      }
      return folder
    },
  },
  {
    name: 'files in the repository',
    sizes: [10, 1000, 100_000],
    unit: '',
    make(folder, size) {
      for (let count = 0; count < size; count++) write(folder, `src/${count % 100}/${count}.txt`, '')
      return folder
    },
  },
  {
    name: 'depth of the folder',
    sizes: [1, 10, 50],
    unit: '',
    make(folder, size) {
      mkdirSync(join(folder, '.ai'))
      const deep = join(folder, ...Array.from({ length: size }, () => 'd'))
      mkdirSync(deep, { recursive: true })
      return deep
    },
  },
  {
    name: 'worktrees',
    sizes: [1, 10, 100],
    unit: '',
    make(folder, size) {
      git(folder, 'init', '-q', 'main')
      const main = join(folder, 'main')
      git(main, 'commit', '-q', '--allow-empty', '-m', 'one')
      for (let count = 1; count < size; count++) git(main, 'worktree', 'add', '-q', '--detach', join('..', `w${count}`))
      return size > 1 ? join(folder, 'w1') : main
    },
  },
]

/** @returns milliseconds from start to end of a look */
function time(cwd: string): number {
  const start = process.hrtime.bigint()
  const { status, stderr } = spawnSync(process.execPath, [program, 'lumos'], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (status !== 0) throw new Error(`lumos ended with ${status}: ${stderr}`)
  return Number(process.hrtime.bigint() - start) / 1e6
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

console.log(
  `Node ${process.version}, ${pairs} pairs each, \`spell lumos\` in a repository that has grown, to one that has not\n`,
)
console.log(
  '| What grows | From | To | Ratio (median) | Milliseconds more | For a megabyte |\n|---|---|---|---|---|---|',
)
for (const { name, sizes, unit, bytes, make } of subjects) {
  const folders = sizes.map((size) => {
    const folder = mkdtempSync(join(tmpdir(), 'spell-growth-'))
    return { folder, size, cwd: make(folder, size) }
  })
  const [smallest, ...others] = folders
  for (const { cwd, size } of others) {
    const measured = Array.from({ length: pairs + 2 }, (_, pair) => {
      const first = pair % 2 === 0 ? time(cwd) : 0
      const small = time(smallest?.cwd ?? '')
      return { large: first || time(cwd), small }
    }).slice(2)
    const ratio = median(measured.map(({ large, small }) => large / small))
    const more = median(measured.map(({ large, small }) => large - small))
    const each = bytes ? `${(more / (((size - (smallest?.size ?? 0)) * bytes) / 1e6)).toFixed(1)} ms` : ''
    const of = (count: number) => `${count.toLocaleString('en')} ${unit}`.trim()
    console.log(`| ${[name, of(smallest?.size ?? 0), of(size), ratio.toFixed(2), more.toFixed(1), each].join(' | ')} |`)
  }
  for (const { folder } of folders) rmSync(folder, { recursive: true })
}
