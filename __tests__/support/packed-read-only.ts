import { spawnSync } from 'node:child_process'
import { plainEnv } from './folder'
import { program, type Run } from './packed-program'

// Root may write everywhere, and test machines often run as root: so the program runs where even root cannot write, or
// as another user.

/**
 * A way to run the packed program in a folder that it cannot write to; undefined if this machine does not support it.
 */
export type RunReadOnly = ((folder: string, args: readonly string[]) => Run) | undefined

const run = (command: string, args: readonly string[], options: object): Run => {
  const { stdout, stderr, status } = spawnSync(command, args, { encoding: 'utf8', env: plainEnv, ...options })
  return { stdout, stderr, exitCode: status }
}

const mount = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0"'
const unshared = (script: string, args: readonly string[], options = {}) =>
  run('unshare', ['--map-root-user', '--mount', 'sh', '-c', script, ...args], options)
const inNamespace = (folder: string, args: readonly string[]) =>
  unshared(`${mount} && cd "$0" && exec "$@"`, [folder, ...args])

/** In a separate read-only mount, which ends with the process. */
export const onReadOnlyMount: RunReadOnly =
  inNamespace(__dirname, ['true']).exitCode === 0
    ? (folder, args) => inNamespace(folder, [process.execPath, program, ...args])
    : undefined

/** As an agent's sandbox runs a command of a repository: git's folder and that of the words are read-only. */
export const inSandbox =
  onReadOnlyMount &&
  ((cwd: string, words: string, args: readonly string[], env: NodeJS.ProcessEnv): Run => {
    const script = `${mount} && ${mount.replaceAll('$0', '.git')} && exec "$@"`
    return unshared(script, [words, process.execPath, program, ...args], { cwd, env: { ...plainEnv, ...env } })
  })

const isRoot = process.getuid?.() === 0
const nobody = { uid: 65534, gid: 65534 }

/** As a user who owns nothing here; undefined if that is not possible. */
export const runAsNobody: RunReadOnly =
  isRoot && run(process.execPath, [program, '--version'], nobody).exitCode === 0
    ? (folder, args) => run(process.execPath, [program, ...args], { cwd: folder, ...nobody })
    : undefined

/** As a user who may read the folder but not write to it. */
export const withoutPermission: RunReadOnly =
  process.getuid && (!isRoot || run(process.execPath, [program, '--version'], nobody).exitCode === 0)
    ? (folder, args) => {
        run('chmod', ['-R', 'a+rX,a-w', folder], {})
        try {
          return run(process.execPath, [program, ...args], { cwd: folder, ...(isRoot && nobody) })
        } finally {
          run('chmod', ['-R', 'u+w', folder], {})
        }
      }
    : undefined
