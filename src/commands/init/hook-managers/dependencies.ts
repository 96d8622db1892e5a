import type { Look } from '../pieces/piece'

/** @returns whether the package.json of a root names a package to be installed */
export function dependsOn(look: Look, name: string): boolean {
  try {
    const { dependencies, devDependencies } = JSON.parse(look.read('package.json') ?? '{}')
    return name in { ...dependencies, ...devDependencies }
  } catch {
    return false
  }
}
