import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '../failure/failure'
import type { Output } from './command'

/** What can be looked at in a folder; paths are relative to it. */
interface Look {
  /** Anything but a text where the file cannot be read. */
  readonly read: (path: string) => string | undefined | false
  readonly isThere: (path: string) => boolean
}

type Manager = 'npm' | 'pnpm' | 'yarn' | 'bun'

/** None of them fetches a package of that name where this one is not installed yet, as `npx spell` and `bunx spell` would. */
const launchers: Readonly<Record<Manager, string>> = {
  npm: 'npx --no spell',
  pnpm: 'pnpm exec spell',
  yarn: 'yarn spell',
  bun: 'bun run spell',
}

/** npm is the one where no other shows. */
const lockFiles: readonly (readonly [path: string, manager: Manager])[] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
]

/** @returns how the program is run from the packages of a folder, by its package manager: `pnpm exec spell` */
export function launcherIn({ read, isThere }: Look): string {
  const [, named] = /"packageManager"\s*:\s*"(npm|pnpm|yarn|bun)@/.exec(read('package.json') || '') ?? []
  const [, locked] = lockFiles.find(([path]) => isThere(path)) ?? []
  return launchers[(named as Manager | undefined) ?? locked ?? 'npm']
}

/**
 * @param program the path by which Node was told to run it, absolute
 * @param cwd absolute
 * @returns the folder whose packages have brought the program along, if that is at work in it: there it may have to be run
 *   otherwise than as `spell`; undefined for one that is on the PATH
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

/** What goes wrong here must not hide what has gone wrong before. */
function orPlain<T>(plain: T, change: (launcher: string) => T): T {
  try {
    const home = homeOfPackages(process.argv[1] ?? '', process.cwd())
    return home === undefined ? plain : change(launcherAt(home))
  } catch {
    return plain
  }
}

/** @returns a failure whose commands work as they are written, wherever the program runs from */
export const failureHere = (failure: Failure): Failure => orPlain(failure, (launcher) => failureWith(launcher, failure))

/** @returns the same for what a check has found */
export const outputHere = (output: Output): Output => orPlain(output, (launcher) => outputWith(launcher, output))

const inText = (text: string, launcher: string) => text.replace(/(`|: |\b[Rr]un )spell (?=[a-z-])/g, `$1${launcher} `)
const inFix = (fix: string, launcher: string) => fix.replace(/(^|`|: |\b[Rr]un )spell (?=[a-z-])/g, `$1${launcher} `)

/** @returns a failure with a launcher in place of `spell` in each of its commands; what says “spell” otherwise stays */
export const failureWith = (launcher: string, { exitCode, code, message, fix, details, cause }: Failure): Failure =>
  new Failure(exitCode, code, inText(message, launcher), inFix(fix, launcher), {
    cause,
    details: details.map((detail) => inText(detail, launcher)),
  })

/** @returns the same for what a check has found */
export const outputWith = (launcher: string, output: Output): Output => ({
  ...output,
  markdown: inText(output.markdown, launcher),
  document: JSON.parse(JSON.stringify(output.document), (key, value) =>
    key === 'fix' && typeof value === 'string' ? inFix(value, launcher) : value,
  ),
})
