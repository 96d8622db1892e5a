import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Ground, time, write } from '../bench/ground'
import { makeHistory, stateOf } from './long-history'

/** Something that can grow. */
export interface Subject {
  readonly name: string
  /** Small, medium and large. */
  readonly sizes: readonly [number, number, number]
  /** The unit of its size, if not its name. */
  readonly unit: 'bytes' | 'lines' | ''
  /** Further commands that read it, besides `lumos` and `accio`. */
  readonly further?: readonly (readonly string[])[]
  /** Creates a folder of that size in which the next Accio moves on, and returns where to cast. */
  readonly make: (ground: Ground, folder: string, size: number) => string
}

/** A text of that many bytes, with a criterion in each hundred. */
function ofBytes(size: number): string {
  const line = `- [ ] ${'criterion '.repeat(9)}abc\n`
  return line.repeat(Math.ceil(size / line.length)).slice(0, size)
}

/** The chunk size for writing a large file. */
const part = 1e6

function plan(folder: string, text = '- [ ] one\n'): string {
  write(folder, '.ai/task/state.json', stateOf('GATHER_EDITING'))
  write(folder, '.ai/task/plan.md', text)
  return folder
}

export const subjects: readonly Subject[] = [
  {
    name: 'history',
    sizes: [10, 100_000, 1_000_000],
    unit: 'lines',
    further: [['history'], ['check'], ['check', '--base', 'HEAD'], ['doctor']],
    make(ground, folder, size) {
      plan(folder)
      makeHistory(folder, size)
      const git = (...args: readonly string[]) => time(ground, ['git', ...args], folder)
      git('init', '--quiet', '--template=')
      git('add', '.ai')
      git('commit', '--quiet', '-m', 'one')
      return folder
    },
  },
  {
    name: 'archives',
    sizes: [1, 1000, 10_000],
    unit: '',
    further: [['check']],
    make(_, folder, size) {
      for (let count = 0; count < size; count++) write(folder, `.ai/archive/work-${count}/plan.md`, '- [x] done\n')
      return plan(folder)
    },
  },
  {
    name: 'plan.md',
    sizes: [1e3, 1e6, 1e7],
    unit: 'bytes',
    further: [['check']],
    make: (_, folder, size) => plan(folder, ofBytes(size)),
  },
  {
    name: 'comments.md',
    sizes: [1e3, 1e7, 1e8],
    unit: 'bytes',
    make(_, folder, size) {
      plan(folder)
      write(folder, '.ai/task/state.json', stateOf('PR_GATHERING_COMMENTS_G'))
      const text = ofBytes(Math.min(size, part))
      write(folder, '.ai/task/comments.md', '')
      for (let left = size; left > 0; left -= text.length) {
        appendFileSync(join(folder, '.ai/task/comments.md'), text.slice(0, left))
      }
      return folder
    },
  },
  {
    name: 'files in the repository',
    sizes: [10, 10_000, 100_000],
    unit: '',
    make(ground, folder, size) {
      time(ground, ['git', 'init', '--quiet', '--template='], folder)
      for (let count = 0; count < size; count++) write(folder, `src/${count % 100}/${count}.txt`, '')
      return plan(folder)
    },
  },
  {
    name: 'depth of the folder',
    sizes: [1, 10, 50],
    unit: '',
    make(_, folder, size) {
      const deep = join(plan(folder), ...Array.from({ length: size }, () => 'd'))
      mkdirSync(deep, { recursive: true })
      return deep
    },
  },
  {
    name: 'worktrees',
    sizes: [1, 10, 100],
    unit: '',
    make(ground, folder, size) {
      const main = join(folder, 'main')
      const git = (...args: readonly string[]) => time(ground, ['git', ...args], main)
      mkdirSync(main)
      git('init', '--quiet', '--template=')
      git('commit', '--quiet', '--allow-empty', '-m', 'one')
      for (let count = 1; count < size; count++) git('worktree', 'add', '--quiet', '--detach', join('..', `w${count}`))
      return plan(size > 1 ? join(folder, 'w1') : main)
    },
  },
]
