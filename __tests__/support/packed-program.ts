import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { plainEnv } from './git-repository'
import { packed } from './packed'

// Real processes on slow machines.
jest.setTimeout(180_000)

/** The packed program, as users have it. */
export const program = join(packed, 'package', 'bin', 'spell.cjs')

export interface Run {
  readonly stdout: string
  readonly stderr: string
  readonly exitCode: number | null
}

/** Runs the packed program to its end. */
export function spell(
  cwd: string,
  args: readonly string[],
  more: { input?: string; env?: Readonly<Record<string, string | undefined>>; timeout?: number } = {},
): Run {
  const { stdout, stderr, status } = spawnSync(process.execPath, [program, ...args], {
    cwd,
    encoding: 'utf8',
    input: more.input ?? '',
    env: { ...plainEnv, ...more.env },
    maxBuffer: 64 * 1024 * 1024,
    // A process that hangs has no exit code.
    timeout: more.timeout,
    killSignal: 'SIGKILL',
  })
  return { stdout, stderr, exitCode: status }
}
