import fs from 'node:fs'
import { join } from 'node:path'
import { parse } from 'shell-quote'
import { plainEnv } from './git-repository'
import { packed } from './packed'
import { program, type Run } from './packed-program'

const dist = join(packed, 'package', 'dist')

/**
 * Runs the packed program in this very process, for tests that call it hundreds of times: what it prints, and how it ends,
 * is as in a process of its own, without the launcher. It stands in the folder, sees no terminal, and nothing is handed in.
 */
export async function spellHere(
  cwd: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = {},
): Promise<Run> {
  const said: Record<number, string> = { 1: '', 2: '' }
  const { writeSync, readSync, fstatSync } = fs
  const write = jest.spyOn(fs, 'writeSync').mockImplementation(((
    descriptor: number,
    ...rest: [string | Uint8Array]
  ) => {
    if (!(descriptor in said)) return writeSync(descriptor, ...(rest as [string]))
    said[descriptor] += Buffer.from(rest[0] as Uint8Array).toString()
    return rest[0].length
  }) as typeof writeSync)
  // What stands before the tests, a terminal or a pipe that nobody ends, is neither read nor asked.
  const read = jest
    .spyOn(fs, 'readSync')
    .mockImplementation(((descriptor: number, ...rest: [Uint8Array]) =>
      descriptor === 0 ? 0 : readSync(descriptor, ...rest)) as typeof readSync)
  const stat = jest.spyOn(fs, 'fstatSync').mockImplementation(((descriptor: number, ...rest: []) => {
    if (descriptor > 2) return fstatSync(descriptor, ...rest)
    throw new Error('no terminal')
  }) as typeof fstatSync)
  const exit = jest.spyOn(process, 'exit')
  const before = { cwd: process.cwd(), env: process.env, argv: process.argv }
  process.chdir(cwd)
  process.env = { ...plainEnv, ...env }
  process.argv = [process.execPath, program, ...args]
  try {
    let exitCode = 0
    const ended = new Promise<void>((resolve) => {
      exit.mockImplementation((code) => {
        exitCode = Number(code)
        resolve()
        return undefined as never
      })
    })
    // As the first of its process, each time; what is loaded later belongs to the same program.
    await jest.isolateModulesAsync(async () => {
      require(join(dist, 'spell.cjs')).run()
      await ended
    })
    return { stdout: said[1] ?? '', stderr: said[2] ?? '', exitCode }
  } finally {
    for (const mock of [write, read, stat, exit]) mock.mockRestore()
    process.chdir(before.cwd)
    process.env = before.env
    process.argv = before.argv
  }
}

/** The same for a line as it would be typed: perhaps variables, then `spell` and its arguments. */
export function typedHere(cwd: string, line: string): Promise<Run> {
  const words = parse(line).map(String)
  const at = words.indexOf('spell')
  const env = Object.fromEntries(words.slice(0, at).map((word) => word.split('=')))
  return spellHere(cwd, words.slice(at + 1), env)
}
