import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import type { Readable } from 'node:stream'
import type { Environment } from '../disk/environment'
import { attemptOr } from '../text/failure'

/** A command while it runs, with all that it has started and that has not left its process group. */
export interface ProcessGroup {
  readonly stdout: Readable
  readonly stderr: Readable
  /** How the command itself ended; rejects if it could not be started. */
  readonly ended: Promise<{ readonly exit: number | null; readonly signal: NodeJS.Signals | null }>
  /** Whether both outputs have been read to their end. */
  readonly closed: Promise<void>
  isAlive(): boolean
  /** Asks it to end, or makes it. */
  signal(how: 'SIGTERM' | 'SIGKILL'): void
  /** It need not end any more if this process dies. */
  forget(): void
}

/** How long what is asked to end may take for that, in milliseconds. */
export const endingMs = 2_000
const endingSteps = 20

/**
 * Reads the number of a process group, and ends that group when its input ends: when the process dies that holds the other
 * side, however it dies. An empty line takes the number back. It has its own session, so nothing ends it along.
 */
const watcher = `
group=
while read -r line; do group=$line; done
test -n "$group" || exit 0
kill -TERM "-$group" || exit 0
kill -CONT "-$group"
for step in ${Array.from({ length: endingSteps }, (_, index) => index).join(' ')}; do
  kill -0 "-$group" || exit 0
  sleep ${endingMs / endingSteps / 1_000} || sleep 1
done
kill -KILL "-$group"
`

/** There on every system but Windows, whatever the PATH is. */
const shell = '/bin/sh'

/** Waits for a line before it becomes the command: if there comes none, it ends, and nothing has been started. */
const gate = 'read -r line && exec "$@" </dev/null'

/**
 * Starts a command in its own process group. It does not run before it is certain that it ends with this process.
 *
 * @throws what the system says against it
 */
export function startGroup(
  argv: readonly string[],
  folder: string,
  env: Readonly<Record<string, string>>,
): ProcessGroup {
  // A shell drops variables that it could not name itself.
  const unnamed = Object.entries(env).filter(([name]) => !/^[A-Za-z_]\w*$/.test(name) && name !== '')
  const given = unnamed.map(([name, value]) => `${name}=${value}`)
  const whole = given.length > 0 ? ['/usr/bin/env', ...given, ...argv] : argv
  const child = spawn(shell, ['-c', gate, 'sh', ...whole], { cwd: folder, detached: true, env, stdio: 'pipe' })
  child.stdin.on('error', ignored)
  const results = resultsOf(child, child.stdout, child.stderr)
  const group = child.pid
  const watching = spawn(shell, ['-c', watcher], { detached: true, env, stdio: ['pipe', 'ignore', 'ignore'] })
  watching.on('error', ignored).unref()
  watching.stdin.on('error', ignored)
  if (watching.pid === undefined) {
    // Without its line the command does not begin.
    child.stdin.destroy()
    throw new Error('there is no room for another process')
  }
  watching.stdin.write(`${group ?? ''}\n`)
  child.stdin.end('\n')
  // It may be gone, or of another user by now.
  const signal = (how: NodeJS.Signals | 0) => attemptOr(false, () => group !== undefined && process.kill(-group, how))
  return {
    ...results,
    isAlive: () => signal(0) && hasLiving(group),
    signal(how) {
      signal(how)
      // What is stopped could not listen.
      signal('SIGCONT')
    },
    forget() {
      watching.stdin.end('\n')
      watching.kill('SIGKILL')
    },
  }
}

const ignored = () => undefined

/** Whether more is left of a group than what its new parent has not taken note of: in a container there may be no process with that task. */
const hasLiving = (group: number | undefined): boolean =>
  // Where it is not Linux there is always a process with that task.
  attemptOr(true, () => readdirSync('/proc').some((name) => /^\d/.test(name) && isIn(group, name)))

/** What has just ended is in none. */
function isIn(group: number | undefined, id: string): boolean {
  const stat = attemptOr('', () => readFileSync(`/proc/${id}/stat`, 'latin1'))
  const [state = '', , of] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return Number(of) === group && !'ZX'.includes(state)
}

/** The same for Windows, which has no process groups: what the command has started is known by who has started it. */
export async function startTree(
  argv: readonly [program: string, ...args: string[]],
  folder: string,
  env: Environment,
): Promise<ProcessGroup> {
  const { default: spawnAcross } = await import('cross-spawn')
  const [program, ...args] = argv
  const child = spawnAcross(program, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true })
  const { stdout, stderr } = child
  if (!stdout || !stderr) throw new Error('a command without output')
  return {
    ...resultsOf(child, stdout, stderr),
    isAlive: () => child.exitCode === null && child.signalCode === null && child.pid !== undefined,
    signal() {
      if (child.pid === undefined) return
      spawn('taskkill', ['/pid', String(child.pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true }).on(
        'error',
        ignored,
      )
    },
    forget: ignored,
  }
}

const resultsOf = (child: ChildProcess, stdout: Readable, stderr: Readable) => ({
  stdout,
  stderr,
  ended: new Promise<Awaited<ProcessGroup['ended']>>((resolve, reject) => {
    child.on('error', reject).on('exit', (exit, signal) => resolve({ exit, signal }))
  }),
  closed: new Promise<void>((resolve) => child.on('close', () => resolve())),
})
