import type { Adapter } from '../pieces/adapter'
import { hookCommand, hooksIn, nudgeIn, skillAt } from './pieces'
import type { Wording } from './texts'

/** Codex: AGENTS.md, skills in `.agents/skills/`, hooks in `.codex/hooks.json`. */
export const codex = (wording: Wording): Adapter => ({
  name: 'codex',
  title: 'Codex, and other agents that read AGENTS.md',
  detect: (look) => look.isThere('.codex') || look.isThere('.agents') || look.isThere('AGENTS.md'),
  pieces(look) {
    const run = (args: string) => ({ type: 'command', command: hookCommand(look, args), timeout: 10 })
    return [
      nudgeIn('AGENTS.md', wording),
      skillAt('.agents/skills', wording),
      hooksIn('.codex/hooks.json', {
        SessionStart: { hooks: [run('lumos --for ai --brief')] },
        PreToolUse: { matcher: 'Bash|apply_patch|Edit|Write', hooks: [run('guard tool --agent codex')] },
      }),
    ]
  },
})
