import type { Adapter } from '../pieces/adapter'
import { commandsAt, hookCommand, hooksIn, nudgeIn, withDescription } from './pieces'
import type { Wording } from './texts'

/** GitHub Copilot: instructions, prompts and hooks of a repository are in `.github/`. */
export const copilot = (wording: Wording): Adapter => ({
  name: 'copilot',
  title: 'GitHub Copilot',
  detect: (look) =>
    ['.github/copilot-instructions.md', '.github/prompts', '.github/instructions', '.github/hooks'].some(look.isThere),
  pieces(look) {
    const run = (args: string) => ({
      type: 'command',
      bash: hookCommand(look, args),
      powershell: `${hookCommand(look, args).replace(/ \|\| exit 0$/, '')}; exit 0`,
      timeoutSec: 10,
    })
    return [
      nudgeIn('.github/copilot-instructions.md', wording),
      ...commandsAt(wording, (spell) => `.github/prompts/${spell}.prompt.md`, withDescription),
      hooksIn(
        '.github/hooks/spell.json',
        {
          sessionStart: run('lumos --for ai --brief --hook copilot'),
          preToolUse: run('guard tool --agent copilot'),
        },
        1,
      ),
    ]
  },
})
