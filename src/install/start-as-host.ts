import { spawn } from 'node:child_process'
import type { Environment } from '../disk/environment'
import { attempt } from '../text/failure'

export interface Ended {
  readonly code: number | null
  readonly printed: string
}

/** The time that hosts give a hook. */
const mostSeconds = 10
export const tooLong = `no end in ${mostSeconds} seconds`

/** No message, no commit, and no task that is done, in the form of every host: no hook has anything to do. */
const input = JSON.stringify({
  ...{ tool_name: 'Bash', tool_input: { command: 'true' } },
  ...{ toolName: 'bash', toolArgs: '{"command":"true"}' },
  ...{ command: 'true', stop_hook_active: true, status: 'aborted' },
})

export interface Started {
  /** The shell's arguments. */
  readonly shell: readonly string[]
  readonly cwd: string
  readonly env?: Environment
}

/** Runs a shell as the host of a hook does. Ends it, with all that it has started, if it takes too long. */
export function run({ shell, cwd, env }: Started, clean: Environment): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn('/bin/sh', shell, { cwd, env: { ...clean, ...env }, detached: true })
    let printed = ''
    let late = ''
    const take = (text: Buffer) => {
      printed += text
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    child.stdin.on('error', () => {}).end(input)
    const limit = setTimeout(() => {
      late = tooLong
      // It may have ended by itself.
      attempt(() => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL'))
    }, mostSeconds * 1_000)
    const end = (code: number | null) => {
      clearTimeout(limit)
      resolve({ code, printed: late || printed })
    }
    child.on('error', (error) => {
      printed += error.message
      end(null)
    })
    child.on('close', end)
  })
}
