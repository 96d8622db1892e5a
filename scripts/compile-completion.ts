import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Shell, shells } from '../src/entry/completion/completion.command'

/** The file of each shell's script, in the shell's naming convention. */
const files: Readonly<Record<Shell, string>> = {
  bash: 'spell.bash',
  zsh: 'spell.zsh',
  fish: 'spell.fish',
  powershell: 'spell.ps1',
}

/**
 * Reads the completion scripts, one per shell.
 *
 * @param folder `templates/completion`
 */
export function compileCompletion(folder: string): Record<string, string> {
  const read = (shell: Shell) => readFileSync(join(folder, files[shell]), 'utf8').replace(/\r\n/g, '\n')
  return Object.fromEntries(shells.map((shell) => [shell, read(shell)]))
}
