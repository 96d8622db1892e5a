import type { Adapter } from '../pieces/adapter'
import { commandsAt, hookCommand, hooksIn, skillAt, withDescription } from './pieces'
import type { Wording } from './texts'

/** Claude Code: skills, commands and hooks of a project are in `.claude/`. */
export const claude = (wording: Wording): Adapter => ({
  name: 'claude',
  title: 'Claude Code',
  detect: (look) => look.isThere('.claude') || look.isThere('CLAUDE.md'),
  pieces(look) {
    const run = (args: string) => ({
      type: 'command',
      command: hookCommand(look, args, '"$CLAUDE_PROJECT_DIR"/'),
      timeout: 10,
    })
    // Where nobody works with hope it costs no more than a look.
    const hope = (hook: string) => {
      const { command, ...rest } = run(`hope hook ${hook}`)
      return { hooks: [{ ...rest, command: `test ! -d "$CLAUDE_PROJECT_DIR"/.ai/hope || ${command}` }] }
    }
    const remind = { hooks: [run('lumos --for ai --brief')] }
    return [
      skillAt('.claude/skills', wording),
      ...commandsAt(wording, (spell) => `.claude/commands/${spell}.md`, withDescription),
      hooksIn('.claude/settings.json', {
        // Also after a compaction; what is said before one is what it has to keep.
        SessionStart: remind,
        PreCompact: remind,
        PreToolUse: {
          matcher: 'Bash|Edit|MultiEdit|Write|NotebookEdit',
          hooks: [run('guard tool --agent claude')],
        },
      }),
      hooksIn('.claude/settings.json', {
        SessionStart: hope('session-start'),
        SubagentStart: hope('subagent-start'),
        PreCompact: hope('pre-compact'),
        PreToolUse: { matcher: 'ExitPlanMode', ...hope('exit-plan') },
      }),
    ]
  },
})
