import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, lstatSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { compileHooks } from '../../scripts/compile-templates'
import { type Folder, plainEnv } from './folder'

export const hookTexts = compileHooks('templates/hooks')

/** Every shell on this machine that can run a hook. */
export const shells: readonly (readonly string[])[] = [
  ['dash'],
  ['bash'],
  ['bash', '--posix'],
  ['busybox', 'ash'],
  ['ksh'],
  ['zsh', '--emulate', 'sh'],
].filter(([program = '', ...rest]) => spawnSync(program, [...rest, '-c', 'exit 0']).status === 0)

/** Where a program of this machine is: a hook has a shorter PATH. */
const placeOf = (program: string): string =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, program))
    .find(existsSync) ?? program

export function putExecutable(folder: Folder, path: string, text: string): void {
  const full = join(folder.path, path)
  mkdirSync(dirname(full), { recursive: true })
  writeFileSync(full, text)
  chmodSync(full, 0o755)
}

export interface Told {
  readonly exitCode: number | null
  readonly stderr: string
  /** The arguments of the program; undefined if it was not called. */
  readonly asked?: string
}

/**
 * Runs the guard's script with a stub for `spell`, which records its call.
 * @param answer its exit code; `none` if there is no such program
 * @param user who runs it (default: the user of the tests)
 */
export function runGuard(
  folder: Folder,
  shell: readonly string[],
  answer: number | 'none' = 10,
  env: Readonly<Record<string, string | undefined>> = {},
  text = hookTexts.guard,
  user: { readonly uid?: number; readonly gid?: number } = {},
): Told {
  folder.remove('node_modules', 'asked')
  // In a linked worktree and a submodule `.git` is a file.
  const script = lstatSync(join(folder.path, '.git'), { throwIfNoEntry: false })?.isFile()
    ? 'guard.sh'
    : '.git/guard.sh'
  folder.write({ [script]: text })
  if (answer !== 'none') {
    putExecutable(folder, 'node_modules/.bin/spell', `#!/bin/sh\necho "$@" > "$ASKED"\nexit ${answer}\n`)
  }
  const [program = '', ...rest] = shell
  const { status, stderr } = spawnSync(placeOf(program), [...rest, script], {
    cwd: folder.path,
    env: { ...plainEnv, PATH: '/usr/bin:/bin', GIT_PREFIX: '', ASKED: join(folder.path, 'asked'), ...env },
    encoding: 'utf8',
    ...user,
  })
  const asked = existsSync(join(folder.path, 'asked')) && folder.read('asked').trim()
  return { exitCode: status, stderr, ...(asked && { asked }) }
}

/** How the script ends where it asks the program, which blocks, and where it lets the commit pass by itself. */
export const asked = { exitCode: 10, asked: 'guard pre-commit' }
export const alone = { exitCode: 0, stderr: '' }
