import { execFileSync } from 'node:child_process'
import type { Folder } from './folder'
import { makeRepository } from './git-repository'
import type { GitHub } from './github-server'

export function git(folder: Folder, ...args: readonly string[]): string {
  return execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
    cwd: folder.path,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim()
}

/** A clone of `acme/shop` of the GitHub of the test, on the branch `export`. */
export function makeClone({ host }: Pick<GitHub, 'host'>, files: Readonly<Record<string, string>>): Folder {
  const folder = makeRepository(files)
  git(folder, 'remote', 'add', 'origin', `http://${host}/acme/shop.git`)
  git(folder, 'checkout', '--quiet', '-b', 'export')
  return folder
}
