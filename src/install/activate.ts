import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { CommandContext } from '../cli/command'
import { topOf } from '../git/clone'
import { quietGit } from '../git/git'

/** Runs, in the root, what activates the installation. A failing command is reported, so that the user can run it. */
export async function activate(
  root: string,
  commands: readonly (readonly string[])[],
  { env, tell }: CommandContext,
): Promise<void> {
  const { spawnSync } = await import('node:child_process')
  for (const command of commands) {
    const [program, ...rest] = (await installed(root, command, env)) ?? []
    // On Windows these programs are scripts, which only a shell can start; the commands contain no foreign input.
    const shell = process.platform === 'win32'
    const settings = { cwd: root, env: { ...env }, stdio: 'ignore', shell } as const
    const done = program === undefined ? undefined : spawnSync(shell ? `"${program}"` : program, rest, settings)
    if (done?.status !== 0) tell(`This did not work, and has to be done by hand: ${command.join(' ')}`)
  }
}

/** A package's program is started without npx, which does what `.npmrc` says; the user starts one that is committed. */
async function installed(
  root: string,
  command: readonly string[],
  env: CommandContext['env'],
): Promise<readonly string[] | undefined> {
  const [npx, , name = '', ...rest] = command
  if (npx !== 'npx') return command
  const top = topOf(root) ?? root
  for (let folder = root; ; folder = dirname(folder)) {
    const program = join(folder, 'node_modules', '.bin', name)
    if (existsSync(program)) {
      const tracked = await quietGit(folder, env)(['ls-files', '-z', '--', 'node_modules']).catch(() => undefined)
      return tracked === '' ? [program, ...rest] : undefined
    }
    if (folder === top || folder === dirname(folder)) return undefined
  }
}
