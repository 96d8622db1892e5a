import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '../failure/failure'
import { isInside } from '../store/disk/links'

/** What can be looked at in a folder; paths are relative to it. */
interface Look {
  /** Anything but a text where the file cannot be read. */
  readonly read: (path: string) => string | undefined | false
  readonly isThere: (path: string) => boolean
}

type Manager = 'npm' | 'pnpm' | 'yarn' | 'bun'

const launchers: Readonly<Record<Manager, string>> = {
  npm: 'npx spell',
  pnpm: 'pnpm exec spell',
  yarn: 'yarn spell',
  bun: 'bunx spell',
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
 * @returns how the program is run here, if it runs from packages of a folder that this is in; undefined for one that is on the PATH
 */
export function launcherOf(program: string, cwd: string): string | undefined {
  const [home = ''] = program.split(/[\\/]node_modules[\\/]/, 1)
  if (home === program || !isInside(realpathSync(home), realpathSync(cwd))) return undefined
  return launcherIn({
    read: (path) => (existsSync(join(home, path)) ? readFileSync(join(home, path), 'utf8') : undefined),
    isThere: (path) => existsSync(join(home, path)),
  })
}

/** @returns a failure whose commands work as they are written, wherever the program runs from */
export function asRunHere(failure: Failure): Failure {
  let launcher: string | undefined
  try {
    launcher = launcherOf(process.argv[1] ?? '', process.cwd())
  } catch {
    // A failure is told in any case.
  }
  return launcher === undefined ? failure : withLauncher(failure, launcher)
}

/** @returns a failure with a launcher in place of `spell` in each of its commands; what says “spell” otherwise stays */
export function withLauncher({ exitCode, code, message, fix, details, cause }: Failure, launcher: string): Failure {
  const inText = (text: string) => text.replace(/(`|: |\b[Rr]un )spell (?=[a-z-])/g, `$1${launcher} `)
  const inFix = inText(fix.replace(/^spell (?=[a-z-])/, `${launcher} `))
  return new Failure(exitCode, code, inText(message), inFix, { cause, details: details.map(inText) })
}
