import type { Adapter } from '../pieces/adapter'
import { commandsAt, hookCommand, hooksIn, nudgeIn } from './pieces'
import type { Wording } from './texts'

/** Gemini CLI: GEMINI.md; commands and hooks of a project are in `.gemini/`. */
export const gemini = (wording: Wording): Adapter => ({
  name: 'gemini',
  title: 'Gemini CLI',
  detect: (look) => look.isThere('.gemini') || look.isThere('GEMINI.md'),
  pieces(look) {
    const run = (args: string) => ({
      type: 'command',
      name: 'spell',
      command: hookCommand(look, args),
      timeout: 10_000,
    })
    return [
      nudgeIn('GEMINI.md', wording),
      ...commandsAt(
        wording,
        (spell) => `.gemini/commands/${spell}.toml`,
        (about, text) => `description = "${about}"\nprompt = '''\n${text}'''\n`,
        'hash',
      ),
      hooksIn('.gemini/settings.json', {
        SessionStart: { hooks: [run('lumos --for ai --brief --hook gemini')] },
        BeforeTool: {
          matcher: 'run_shell_command|write_file|replace',
          hooks: [run('guard tool --agent gemini')],
        },
      }),
    ]
  },
})
