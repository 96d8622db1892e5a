import { relative, sep } from 'node:path'
import { launcherIn, launcherOf } from '../../cli/launcher'
import { isInside } from '../../disk/links'
import { exit, Failure } from '../../text/failure'
import { fromJson, isRecord } from '../../text/json'
import type { Look } from './piece'

/** @returns the package.json of a root; empty if it cannot be read */
function packageIn(look: Look): Readonly<Record<string, unknown>> {
  const read = fromJson((look.read('package.json') || '{}').replace(/^\uFEFF/, ''))
  return isRecord(read) ? read : {}
}

/** @returns whether the package.json of a root depends on a package */
export function dependsOn(look: Look, name: string): boolean {
  const { dependencies, devDependencies } = packageIn(look)
  return name in { ...(dependencies as object), ...(devDependencies as object) }
}

/** @returns whether the package.json of a folder depends on this program, even if it is invalid JSON */
const bringsSpell = (look: Look, folder = ''): boolean =>
  /"spell-cli"\s*:/.test(look.read(`${folder}package.json`) || '')

/** @returns the package from whose folder, or from one below it, `cwd` the program is called, if it brings it and the root does not */
export function packageAt(look: Look, cwd: string): string | undefined {
  if (bringsSpell(look) || !isInside(look.root, cwd)) return undefined
  const parts = relative(look.root, cwd).split(sep)
  const above = parts.map((_, index) => parts.slice(0, parts.length - index).join('/'))
  return above.find((folder) => bringsSpell(look, `${folder}/`))
}

/** @returns the command that runs the program in the repository: `npx --no -- spell` */
export function launcherAt(look: Look): string {
  if (bringsSpell(look)) return launcherIn(look)
  return (look.package !== undefined && launcherOf(look, look.package)) || 'spell'
}

/** @returns the program itself, which package managers may have put into the root for a package */
export function programIn({ package: folder, isThere }: Look): string {
  const own = `${folder}/node_modules/.bin/spell`
  return folder !== undefined && isThere(own) ? own : 'node_modules/.bin/spell'
}

/**
 * What is written is read and started at the root.
 *
 * @throws Failure (notPossible) `package-below` if nothing there starts the program of the package that brings it
 */
export function refuseBelow(look: Look): void {
  const { package: folder } = look
  if (folder === undefined || launcherAt(look) !== 'spell') return
  const message = `spell is a package of ${folder}, and what init writes is started at the root, where no command leads to it.`
  const fix = 'install spell in the root, or with npm install --global, and there: spell init'
  throw new Failure(exit.notPossible, 'package-below', message, fix)
}
