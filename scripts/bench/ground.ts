import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'

/** The environment of all measurements. */
export interface Ground {
  /** The Node that runs everything. */
  readonly node: string
  /** This program, as last built. */
  readonly program: string
  /** The command line that starts it. */
  readonly spell: readonly string[]
  /** Without this machine's settings, and with an empty home. */
  readonly env: NodeJS.ProcessEnv
  /** The number of pairs of each. */
  readonly pairs: number
  readonly makeFolder: (files?: Readonly<Record<string, string>>) => string
  readonly clean: () => void
}

/** Variables that change what programs do; extra certificates make Node 20 start much more slowly. */
const disturbing = /^(SPELL_|GIT_|GITHUB_|GH_|NODE_|npm_|NO_COLOR|FORCE_COLOR|CI$|TERM$)/i

/** @param built the folder of the program that is measured */
export function makeGround(node: string, pairs: number, built = '.'): Ground {
  const all = mkdtempSync(join(tmpdir(), 'spell-bench-'))
  const [home, program] = [join(all, 'home'), join(all, 'program')]
  mkdirSync(home)
  // A concurrent build must not change what is measured.
  for (const part of ['bin', 'dist']) cpSync(join(built, part), join(program, part), { recursive: true })
  const kept = Object.entries(process.env).filter(([name]) => !disturbing.test(name))
  const people = ['GIT_AUTHOR_NAME', 'GIT_AUTHOR_EMAIL', 'GIT_COMMITTER_NAME', 'GIT_COMMITTER_EMAIL']
  return {
    node,
    program: join(program, 'bin', 'spell.cjs'),
    spell: [node, join(program, 'bin', 'spell.cjs')],
    env: {
      ...Object.fromEntries(kept),
      ...Object.fromEntries(people.map((name) => [name, 'Kim'])),
      PATH: [dirname(node), process.env.PATH].join(delimiter),
      HOME: home,
      USERPROFILE: home,
      XDG_STATE_HOME: join(home, '.local', 'state'),
      XDG_CACHE_HOME: join(home, '.cache'),
      LOCALAPPDATA: home,
    },
    pairs,
    makeFolder(files = {}) {
      const folder = mkdtempSync(join(all, 'work-'))
      for (const [path, text] of Object.entries(files)) write(folder, path, text)
      return folder
    },
    clean: () => rmSync(all, { recursive: true, force: true, maxRetries: 3 }),
  }
}

export function write(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

/** Copies a folder, with the times of its files. */
export function copyOf(ground: Ground, folder: string): string {
  const copy = ground.makeFolder()
  cpSync(folder, copy, { recursive: true, preserveTimestamps: true })
  return copy
}

/**
 * Runs a program to its end, piped.
 *
 * @param more the expected exit code, if not 0; the text for stdin
 * @returns milliseconds from start to end
 * @throws Error with its output, if it ends differently
 */
export function time(
  { env }: Pick<Ground, 'env'>,
  [program = '', ...args]: readonly string[],
  cwd: string,
  { status = 0, input = '' }: { readonly status?: number | undefined; readonly input?: string | undefined } = {},
): number {
  const start = process.hrtime.bigint()
  const ended = spawnSync(program, args, { cwd, env, input, maxBuffer: 1e9 })
  const taken = Number(process.hrtime.bigint() - start) / 1e6
  if (ended.status === status) return taken
  throw new Error(`${[program, ...args].join(' ')} ended with ${ended.status}: ${ended.stderr}${ended.stdout}`)
}
