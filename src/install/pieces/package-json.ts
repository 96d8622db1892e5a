import { launcherIn } from '../../cli/launcher'
import type { Look } from './piece'

/** @returns the package.json of a root; empty if it cannot be read */
export function packageIn(look: Look): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(look.read('package.json') || '{}')
  } catch {
    return {}
  }
}

/** @returns whether the package.json of a root depends on a package */
export function dependsOn(look: Look, name: string): boolean {
  const { dependencies, devDependencies } = packageIn(look)
  return name in { ...(dependencies as object), ...(devDependencies as object) }
}

/** @returns whether the package.json of a root depends on this program, even if it is invalid JSON */
export const bringsSpell = (look: Look): boolean => /"spell-cli"\s*:/.test(look.read('package.json') || '')

/** @returns the command that runs the program in the repository: `npx --no -- spell` */
export const launcherAt = (look: Look): string => (bringsSpell(look) ? launcherIn(look) : 'spell')
