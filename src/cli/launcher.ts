import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '../failure/failure'
import type { Output } from './command'

/** Read access to a folder; paths are relative to it. */
interface Look {
  /** No text if the file cannot be read. */
  readonly read: (path: string) => string | undefined | false
  readonly isThere: (path: string) => boolean
}

type Manager = 'npm' | 'pnpm' | 'yarn' | 'bun'

/** Unlike `npx spell` and `bunx spell`, none of these downloads a package of that name if it is not installed. */
const launchers: Readonly<Record<Manager, string>> = {
  npm: 'npx --no -- spell',
  pnpm: 'pnpm exec spell',
  yarn: 'yarn spell',
  bun: 'bun run spell',
}

/** The default is npm. */
const lockFiles: readonly (readonly [path: string, manager: Manager])[] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
]

/** @returns the command that runs a folder's own copy of the program, with its package manager: `pnpm exec spell` */
export function launcherIn({ read, isThere }: Look): string {
  const [, named] = /"packageManager"\s*:\s*"(npm|pnpm|yarn|bun)@/.exec(read('package.json') || '') ?? []
  const [, locked] = lockFiles.find(([path]) => isThere(path)) ?? []
  return launchers[(named as Manager | undefined) ?? locked ?? 'npm']
}

/**
 * @param program the path of Node's script, absolute, as `cwd` is
 * @returns the project whose packages contain the program, if `cwd` is in it: there `spell` alone may not work
 */
export function homeOfPackages(program: string, cwd: string): string | undefined {
  const [home = ''] = program.split(/[\\/]node_modules[\\/]/, 1)
  const isIn = cwd.startsWith(home) && /^([\\/]|$)/.test(cwd.slice(home.length))
  return home !== program && isIn ? home : undefined
}

function launcherAt(home: string): string {
  const isThere = (path: string) => existsSync(join(home, path))
  return launcherIn({ isThere, read: (path) => (isThere(path) ? readFileSync(join(home, path), 'utf8') : undefined) })
}

/** An error here must not hide the original one. */
function orPlain<T>(plain: T, change: (launcher: string) => T): T {
  try {
    const home = homeOfPackages(process.argv[1] ?? '', process.cwd())
    return home === undefined ? plain : change(launcherAt(home))
  } catch {
    return plain
  }
}

/** @returns a failure whose commands can be pasted, wherever the program runs from */
export const failureHere = (failure: Failure): Failure => orPlain(failure, (launcher) => failureWith(launcher, failure))

/** @returns the same for findings */
export const outputHere = (output: Output): Output => orPlain(output, (launcher) => outputWith(launcher, output))

const inText = (text: string, launcher: string) => text.replace(/(`|: |\b[Rr]un )spell (?=[a-z-])/g, `$1${launcher} `)
const inFix = (fix: string, launcher: string) => fix.replace(/(^|`|: |\b[Rr]un )spell (?=[a-z-])/g, `$1${launcher} `)

/** @returns a failure with `spell` replaced by a launcher in each of its commands, but not in prose */
export const failureWith = (launcher: string, { exitCode, code, message, fix, details, cause }: Failure): Failure =>
  new Failure(exitCode, code, inText(message, launcher), inFix(fix, launcher), {
    cause,
    details: details.map((detail) => inText(detail, launcher)),
  })

/** @returns the same for findings */
export const outputWith = (launcher: string, output: Output): Output => ({
  ...output,
  markdown: inText(output.markdown, launcher),
  document: JSON.parse(JSON.stringify(output.document), (key, value) =>
    key === 'fix' && typeof value === 'string' ? inFix(value, launcher) : value,
  ),
})
