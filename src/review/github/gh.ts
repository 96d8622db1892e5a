import { existsSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import type { Environment } from '../../settings/settings'

export interface Ran {
  readonly stdout: string
  readonly stderr: string
  /** Its exit code, or why it has none. */
  readonly exit: number | 'missing' | 'too-slow' | 'too-large'
}

/** How much `gh` may take. */
export interface Bounds {
  /** In milliseconds. */
  readonly timeout: number
  /** Of its output, in bytes. */
  readonly maxBuffer: number
  readonly signal: AbortSignal
}

/** Variables with a token, which `gh` would send to any server of an enterprise. */
const tokens = ['GH_TOKEN', 'GITHUB_TOKEN', 'GH_ENTERPRISE_TOKEN', 'GITHUB_ENTERPRISE_TOKEN']

/** No question, no color, no hint, and no trace of a request in its output. */
const plainly = {
  GH_PROMPT_DISABLED: '1',
  GH_NO_UPDATE_NOTIFIER: '1',
  GH_FORCE_TTY: '',
  GH_DEBUG: '',
  NO_COLOR: '1',
  CLICOLOR_FORCE: '0',
}

/**
 * Sends a question to the GraphQL API of a server through `gh`, started without a shell. The question goes in by its
 * input. `--hostname` takes no port, and with `GH_HOST` gh does not look whether it is signed in.
 *
 * A token in the environment is left to `gh` only for github.com, and for the server of `GH_HOST` or
 * `GITHUB_SERVER_URL`, so that no remote can have it sent elsewhere.
 */
export async function runGh(host: string, env: Environment, question: string, bounds: Bounds): Promise<Ran> {
  const isOwn = ['github.com', env.GH_HOST?.toLowerCase(), hostIn(env.GITHUB_SERVER_URL)].includes(host)
  const kept = Object.entries(env).filter(([name]) => isOwn || !tokens.includes(name.toUpperCase()))
  const hasPort = host.includes(':')
  const args = ['api', 'graphql', ...(hasPort ? [] : ['--hostname', host]), '--input', '-']
  const own = { ...Object.fromEntries(kept), ...plainly, GH_HOST: hasPort ? host : '' }
  return start('gh', args, own, question, bounds)
}

/** Starts the command of a server. */
export async function start(
  name: string,
  args: readonly string[],
  env: Environment,
  input: string,
  bounds: Bounds,
): Promise<Ran> {
  const program = programIn(name, env)
  if (program === undefined) return { stdout: '', stderr: '', exit: 'missing' }
  const { execFile } = await import('node:child_process')
  const options = { ...bounds, env, windowsHide: true }
  return new Promise((resolve) => {
    const child = execFile(program, args, options, (error, stdout, stderr) => {
      const exits = { ABORT_ERR: 'too-slow', ERR_CHILD_PROCESS_STDIO_MAXBUFFER: 'too-large' } as const
      const code = error?.killed ? 'ABORT_ERR' : (error?.code ?? 0)
      const exit = typeof code === 'number' ? code : (exits[code as keyof typeof exits] ?? 'missing')
      resolve({ stdout, stderr, exit })
    })
    // It may end before it has read everything.
    child.stdin?.on('error', () => {}).end(input)
  })
}

/** The path of a program; a folder that PATH names relative to the working directory may have any program. */
function programIn(program: string, env: Environment): string | undefined {
  const [, path = ''] = Object.entries(env).find(([name]) => name.toUpperCase() === 'PATH') ?? []
  const name = process.platform === 'win32' ? `${program}.exe` : program
  const candidates = path.split(delimiter).filter(isAbsolute)
  return candidates.map((folder) => join(folder, name)).find((candidate) => existsSync(candidate))
}

export const hostIn = (url = ''): string => (URL.canParse(url) ? new URL(url).host : '')
