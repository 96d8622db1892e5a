import { readFileSync, realpathSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { type Ground, time } from '../bench/ground'

/** How often a function of node:fs was called with a path. */
export interface Calls {
  readonly name: string
  /** Relative to the folder of the work, if it is in it. */
  readonly path: string
  readonly times: number
}

/**
 * Runs the built program once, and counts its file operations. Left out: its own files and their compiled code, and
 * what is printed. What other programs do, git for one, is not counted.
 *
 * @param args of the program
 * @throws Error with its output, if it fails
 */
export function countOperations(ground: Ground, args: readonly string[], folder: string): readonly Calls[] {
  const log = join(ground.makeFolder(), 'calls.jsonl')
  const home = dirname(dirname(ground.program))
  const env = {
    ...ground.env,
    NODE_OPTIONS: `--require ${JSON.stringify(resolve('scripts/operations/preload.cjs'))}`,
    COUNT_TO: log,
    COUNT_NOT: JSON.stringify([home, realpathSync(home), join(ground.env.XDG_CACHE_HOME ?? '', 'spell-cli')]),
  }
  time({ env }, [...ground.spell, ...args], folder)
  const runs: Calls[][] = readFileSync(log, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  return runs.flat().map((call) => ({ ...call, path: shownPath(call.path, folder) }))
}

function shownPath(path: string, folder: string): string {
  const from = relative(realpathSync(folder), resolve(folder, path))
  return from.startsWith('..') ? path : from || '.'
}

/** The paths of a table. */
const shownPaths = 12

/** @returns the total, and the paths that were touched most often, as a Markdown table */
export function operationTable(title: string, calls: readonly Calls[]): string {
  const lines = totals(calls, 'path')
    .slice(0, shownPaths)
    .map(([path, times]) => {
      const names = totals(
        calls.filter((call) => call.path === path),
        'name',
      )
      return `| ${path} | ${times} | ${names.map((each) => each.join(' ')).join(', ')} |`
    })
  return [`| ${title} | ${total(calls)} | |`, '| --- | --: | --- |', ...lines].join('\n')
}

export const total = (calls: readonly Calls[]): number => calls.reduce((sum, { times }) => sum + times, 0)

/** The most frequent first. */
function totals(calls: readonly Calls[], key: 'path' | 'name'): [of: string, times: number][] {
  const found = new Map<string, number>()
  for (const call of calls) found.set(call[key], (found.get(call[key]) ?? 0) + call.times)
  return [...found].sort(([, one], [, other]) => other - one)
}
