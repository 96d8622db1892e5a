import type { CommandContext } from '../../cli/command'

/**
 * Runs the commands after which what was put in counts. One that fails is told of; it can be run by hand.
 *
 * @param root absolute, where they run
 * @param commands each with its arguments
 */
export async function activate(
  root: string,
  commands: readonly (readonly string[])[],
  { env, tell }: CommandContext,
): Promise<void> {
  const { spawnSync } = await import('node:child_process')
  for (const [program = '', ...rest] of commands) {
    // On Windows such programs are scripts, which only a shell can start; nothing in the command is from outside.
    const shell = process.platform === 'win32'
    const { status } = spawnSync(program, rest, { cwd: root, env: { ...env }, stdio: 'ignore', shell })
    if (status !== 0) tell(`This did not work, and has to be done by hand: ${[program, ...rest].join(' ')}`)
  }
}
