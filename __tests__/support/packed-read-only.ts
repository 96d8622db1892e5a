import { spawnSync } from 'node:child_process'
import { plainEnv } from './git-repository'
import { program, type Run } from './packed-program'

// Root may write everywhere, and test machines often run as root: so the program is run where even root cannot write,
// or as somebody else.

/** One way to run the packed program in a folder that it cannot write to; undefined where this machine has it not. */
export type RunReadOnly = ((folder: string, args: readonly string[]) => Run) | undefined

const run = (command: string, args: readonly string[], options: object): Run => {
  const { stdout, stderr, status } = spawnSync(command, args, { encoding: 'utf8', env: plainEnv, ...options })
  return { stdout, stderr, exitCode: status }
}

const mount = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && cd "$0"'
const inNamespace = (folder: string, args: readonly string[]) =>
  run('unshare', ['--map-root-user', '--mount', 'sh', '-c', `${mount} && exec "$@"`, folder, ...args], {})

/** In a mount of its own that is read-only; it goes with the process. */
export const onReadOnlyMount: RunReadOnly =
  inNamespace(__dirname, ['true']).exitCode === 0
    ? (folder, args) => inNamespace(folder, [process.execPath, program, ...args])
    : undefined

const isRoot = process.getuid?.() === 0
const nobody = { uid: 65534, gid: 65534 }

/** As somebody who owns nothing here; undefined where that is not possible. */
export const runAsNobody: RunReadOnly =
  isRoot && run(process.execPath, [program, '--version'], nobody).exitCode === 0
    ? (folder, args) => run(process.execPath, [program, ...args], { cwd: folder, ...nobody })
    : undefined

/** As somebody who may read the folder and not write to it. */
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
