import fs from 'node:fs'
import { join } from 'node:path'
import { packed } from './packed'
import { plainEnv, type Run } from './program'

interface Program {
  readonly runProgram: (argv: readonly string[]) => Promise<number>
}

/**
 * Runs the packed program in this very process, for tests that call it hundreds of times: what it prints, and how it ends,
 * is as in a process of its own. Nothing is handed in.
 */
export async function spellHere(cwd: string, args: readonly string[]): Promise<Run> {
  const { runProgram }: Program = require(join(packed, 'package', 'dist', 'program.cjs'))
  const said: Record<number, string> = { 1: '', 2: '' }
  const { writeSync } = fs
  const { env } = process
  const write = jest.spyOn(fs, 'writeSync').mockImplementation(((
    descriptor: number,
    ...rest: [string | Uint8Array]
  ) => {
    if (!(descriptor in said)) return writeSync(descriptor, ...(rest as [string]))
    said[descriptor] += Buffer.from(rest[0] as Uint8Array).toString()
    return rest[0].length
  }) as typeof writeSync)
  process.env = { ...plainEnv }
  try {
    const exitCode = await runProgram(['--cwd', cwd, ...args])
    return { stdout: said[1] ?? '', stderr: said[2] ?? '', exitCode }
  } finally {
    write.mockRestore()
    process.env = env
  }
}
