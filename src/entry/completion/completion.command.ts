import { defineCommand, documentOutput } from '../../cli/command'
import { builtJson } from '../../disk/built'
import { exit, Failure } from '../../text/failure'

/** The shells with a completion script in `templates/completion/`. */
export const shells = ['bash', 'zsh', 'fish', 'powershell'] as const
export type Shell = (typeof shells)[number]

/** Prints the completion script of a shell; at each Tab the script calls `complete`. */
export const command = defineCommand({
  name: 'completion',
  summary: 'Print the completion script for a shell',
  argument: { name: 'shell', help: `one of: ${shells.join(', ')}`, choices: shells },
  options: [],
  async run(name) {
    const shell = shells.find((known) => known === name)
    if (!shell) {
      const known = shells.join(', ')
      const asked = name === undefined ? 'Which shell?' : `There is no completion for "${name}".`
      throw new Failure(exit.usage, 'unknown-shell', `${asked} There is ${known}.`, 'spell completion bash')
    }
    const { [shell]: script } = builtJson<Readonly<Record<Shell, string>>>('completion.json')
    return { ...documentOutput('completion', true, { shell, script }), exact: script }
  },
})
