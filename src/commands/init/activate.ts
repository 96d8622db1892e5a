import type { CommandContext } from '../../cli/command'

/**
 * Runs the commands that activate what was installed. A failing one is reported, so that the user can run it.
 *
 * @param root absolute, the working directory
 * @param commands each with its arguments
 */
export async function activate(
  root: string,
  commands: readonly (readonly string[])[],
  { env, tell }: CommandContext,
): Promise<void> {
  const { spawnSync } = await import('node:child_process')
  for (const [program = '', ...rest] of commands) {
    // On Windows these programs are scripts, which only a shell can start; the commands contain no foreign input.
    const shell = process.platform === 'win32'
    const { status } = spawnSync(program, rest, { cwd: root, env: { ...env }, stdio: 'ignore', shell })
    if (status !== 0) tell(`This did not work, and has to be done by hand: ${[program, ...rest].join(' ')}`)
  }
}
