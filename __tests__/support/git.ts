import { execFileSync, spawnSync } from 'node:child_process'
import { type Folder, plainEnv } from './folder'

// Without the process that git starts after a commit, to look whether it should tidy up.
const settings = [
  'user.name=Ada',
  'user.email=ada@example.com',
  'core.autocrlf=false',
  'maintenance.auto=false',
  'core.editor=true',
]
const who = settings.flatMap((setting) => ['-c', setting])

/** Runs git in a folder; throws if it fails. */
export function git(folder: Pick<Folder, 'path'>, ...args: string[]): string {
  return execFileSync('git', [...who, ...args], { cwd: folder.path, encoding: 'utf8', env: plainEnv, stdio: 'pipe' })
}

/** Runs git for what may end in a conflict. */
export const tries = ({ path: cwd }: Pick<Folder, 'path'>, ...args: string[]) =>
  spawnSync('git', [...who, ...args], { cwd, env: plainEnv, encoding: 'utf8' })

/** Several calls of git in one process of a shell: to start one takes longer from a test, which is large. */
export function gitInTurn(folder: Pick<Folder, 'path'>, ...calls: readonly (readonly string[])[]): void {
  const quoted = (word: string) => `'${word.replaceAll("'", "'\\''")}'`
  const script = calls.map((words) => ['git', ...who, ...words].map(quoted).join(' ')).join(' && ')
  execFileSync('sh', ['-c', script], { cwd: folder.path, env: plainEnv, stdio: 'pipe' })
}

export const commitAll = (folder: Folder, message = 'work'): void =>
  gitInTurn(folder, ['add', '-A'], ['commit', '-qm', message, '--allow-empty'])

/** Runs git. @returns what it prints, without the end of its last line */
export const gitIn = (folder: Pick<Folder, 'path'>, ...args: readonly string[]): string =>
  git(folder, ...args).trimEnd()

/** Commits that git does not track these files any more. */
export function untrack(folder: Pick<Folder, 'path'>, ...names: readonly string[]): void {
  gitIn(folder, 'rm', '--quiet', '--cached', ...names)
  gitIn(folder, 'commit', '--quiet', '--message', 'untracked')
}
