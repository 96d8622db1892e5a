import { type ChildProcess, spawn } from 'node:child_process'
import { beforeFoldersGo } from './folder'
import { plainEnv } from './git-repository'
import { program, type Run } from './packed-program'

/** The running packed program. */
export interface Running {
  readonly child: ChildProcess
  /** Its exit code is null if it was killed. */
  readonly ended: Promise<Run>
}

const running = new Set<ChildProcess>()
// A failing test leaves no process behind.
beforeFoldersGo(() => {
  for (const child of running) child.kill('SIGKILL')
})

/** Starts the packed program without waiting for it. */
export function start(
  cwd: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = {},
): Running {
  const options = { cwd, env: { ...plainEnv, ...env }, stdio: ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'] }
  const child = spawn(process.execPath, [program, ...args], options)
  running.add(child)
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk
  })
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk
  })
  const ended = new Promise<Run>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (exitCode) => {
      running.delete(child)
      resolve({ stdout, stderr, exitCode })
    })
  })
  return { child, ended }
}
