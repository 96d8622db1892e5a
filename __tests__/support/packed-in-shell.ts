import { spawnSync } from 'node:child_process'
import { plainEnv } from './git-repository'
import { program, type Run } from './packed-program'

/** Lets stories be written as they would be typed. */
const spell = 'spell() { "$TEST_NODE" "$TEST_PROGRAM" "$@"; }'

/** Runs a shell line in which `spell` is the packed program. */
export function shell(cwd: string, line: string, env: Readonly<Record<string, string | undefined>> = {}): Run {
  const { stdout, stderr, status } = spawnSync('sh', ['-c', `${spell}\n${line}`], {
    cwd,
    encoding: 'utf8',
    env: { ...plainEnv, TEST_NODE: process.execPath, TEST_PROGRAM: program, ...env },
    maxBuffer: 64 * 1024 * 1024,
  })
  return { stdout, stderr, exitCode: status }
}
