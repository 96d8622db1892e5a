import { existsSync } from 'node:fs'
import { delimiter, dirname, isAbsolute, join } from 'node:path'
import type { Environment } from '../disk/environment'
import type { Program } from './server'

export interface Ran {
  readonly stdout: string
  readonly stderr: string
  /** Its exit code, or why it has none. */
  readonly exit: number | 'missing' | 'too-slow' | 'too-large'
}

/** How much a program may take. */
interface Bounds {
  /** In milliseconds. */
  readonly timeout: number
  /** Of its output, in bytes. */
  readonly maxBuffer?: number
  readonly signal?: AbortSignal
}

/**
 * Starts the program of a server, without a shell, and outside of the repository, whose remotes and settings it would
 * read. `--hostname` takes no port, and with the host in its variable gh does not look whether it is signed in.
 *
 * A token in the environment is left to it only for servers that the token is meant for, so that no remote can have it
 * sent elsewhere.
 */
export async function run(
  { name, tokens, trusted, plainly, hostVariable }: Program,
  host: string,
  env: Environment,
  [args, input = '']: readonly [args: readonly string[], input?: string],
  bounds: Bounds,
): Promise<Ran> {
  const program = programIn(name, env)
  if (program === undefined) return { stdout: '', stderr: '', exit: 'missing' }
  const { execFile } = await import('node:child_process')
  const isOwn = trusted(env).includes(host)
  const kept = Object.entries(env).filter(([name]) => isOwn || !tokens.includes(name.toUpperCase()))
  const hasPort = host.includes(':')
  const all = [...args, ...(hasPort ? [] : ['--hostname', host])]
  const own = { ...Object.fromEntries(kept), ...plainly, [hostVariable]: hasPort ? host : '' }
  const options = { ...bounds, env: own, cwd: dirname(program), windowsHide: true }
  return new Promise((resolve) => {
    const child = execFile(program, all, options, (error, stdout, stderr) => {
      const exits = { ABORT_ERR: 'too-slow', ERR_CHILD_PROCESS_STDIO_MAXBUFFER: 'too-large' } as const
      const code = error?.killed ? 'ABORT_ERR' : (error?.code ?? 0)
      const exit = typeof code === 'number' ? code : (exits[code as keyof typeof exits] ?? 'missing')
      resolve({ stdout, stderr, exit })
    })
    // It may end before it has read everything.
    child.stdin?.on('error', () => {}).end(input)
  })
}

export const isInstalled = ({ name }: Program, env: Environment): boolean => programIn(name, env) !== undefined

/** @returns whether a program is signed in to a server, by what it says itself */
export async function isSignedIn(program: Program, host: string, env: Environment): Promise<boolean> {
  const { exit } = await run(program, host, env, [['auth', 'status']], { timeout: longestStatus })
  return exit === 0
}

/** In milliseconds. */
const longestStatus = 10_000

/** The path of a program; a folder that PATH names relative to the working directory may have any. */
function programIn(name: string, env: Environment): string | undefined {
  const [, path = ''] = Object.entries(env).find(([key]) => key.toUpperCase() === 'PATH') ?? []
  const file = process.platform === 'win32' ? `${name}.exe` : name
  const candidates = path.split(delimiter).filter(isAbsolute)
  return candidates.map((folder) => join(folder, file)).find((candidate) => existsSync(candidate))
}

/** @returns the host that a variable names, with or without `https://` */
export const hostIn = (text = ''): string =>
  text
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/\/.*$/, '')
