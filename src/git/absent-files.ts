import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment } from '../disk/environment'
import { quietGit } from './git'

/**
 * @param paths as a plan names them; a pattern, and what is no path, is left out
 * @returns those that are not here, and that no commit before has had either: what one had may have been removed
 */
export async function absentFiles(
  root: string,
  paths: readonly string[],
  env: Environment,
): Promise<readonly string[]> {
  const lacking = paths.filter((path) => /^[\w@./+~-]+$/.test(path) && !existsSync(join(root, path)))
  if (lacking.length === 0) return []
  const asked = ['log', '--format=', '--name-only', '-z', 'HEAD', '--', ...lacking]
  const known = await quietGit(root, env)(asked).catch(() => '')
  const before = known.split('\0')
  return lacking.filter((path) => !before.some((one) => one === path || one.startsWith(`${path.replace(/\/$/, '')}/`)))
}
