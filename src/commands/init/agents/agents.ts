import type { Adapter } from '../pieces/adapter'
import type { Look, Piece } from '../pieces/piece'
import { commandsAt, hookCommand, hooksIn, nudgeIn, programOf, skillAt, withDescription } from './pieces'
import type { AgentTexts } from './texts'

/** An agent: the files by which it is known, any of them, and what of ours it needs. */
interface Agent extends Pick<Adapter, 'name' | 'title'> {
  readonly signs: readonly string[]
  readonly pieces: (look: Look, texts: AgentTexts) => readonly Piece[]
}

const all: readonly Agent[] = [
  {
    name: 'claude',
    title: 'Claude Code',
    signs: ['.claude', 'CLAUDE.md'],
    pieces(look, texts) {
      const call = (args: string) => hookCommand(look, args, '"$CLAUDE_PROJECT_DIR"/')
      const run = (command: string) => ({ hooks: [{ type: 'command', command, timeout: 10 }] })
      // Where nobody works with hope it costs no more than a look.
      const hope = (hook: string) => run(`test ! -d "$CLAUDE_PROJECT_DIR"/.ai/hope || ${call(`hope hook ${hook}`)}`)
      const remind = run(call('lumos --for ai --brief'))
      return [
        skillAt('.claude/skills', texts),
        ...commandsAt(texts, (spell) => `.claude/commands/${spell}.md`, withDescription),
        hooksIn('.claude/settings.json', {
          // Also after a compaction; what is said before one is what it has to keep.
          SessionStart: remind,
          PreCompact: remind,
          PreToolUse: {
            matcher: 'Bash|Edit|MultiEdit|Write|NotebookEdit',
            ...run(call('guard tool --agent claude')),
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
  },
  {
    name: 'codex',
    title: 'Codex, and other agents that read AGENTS.md',
    signs: ['.codex', '.agents', 'AGENTS.md'],
    pieces(look, texts) {
      const run = (args: string) => ({ hooks: [{ type: 'command', command: hookCommand(look, args), timeout: 10 }] })
      return [
        nudgeIn('AGENTS.md', texts),
        skillAt('.agents/skills', texts),
        hooksIn('.codex/hooks.json', {
          SessionStart: run('lumos --for ai --brief'),
          PreToolUse: { matcher: 'Bash|apply_patch|Edit|Write', ...run('guard tool --agent codex') },
        }),
      ]
    },
  },
  {
    name: 'cursor',
    title: 'Cursor',
    signs: ['.cursor', '.cursorrules'],
    pieces(look, texts) {
      const run = (args: string) => ({ command: hookCommand(look, args) })
      const guard = run('guard tool --agent cursor')
      const sessionStart = run('lumos --for ai --brief --hook cursor')
      const preToolUse = { ...guard, matcher: 'Write|Edit|StrReplace|Delete' }
      return [
        {
          do: 'file',
          path: '.cursor/rules/spell.mdc',
          text: `---\ndescription: Working with spell\nalwaysApply: true\n---\n\n${texts.nudge}`,
          comment: 'html',
        },
        ...commandsAt(texts, (spell) => `.cursor/commands/${spell}.md`),
        hooksIn('.cursor/hooks.json', { sessionStart, beforeShellExecution: guard, preToolUse }, 1),
      ]
    },
  },
  {
    name: 'copilot',
    title: 'GitHub Copilot',
    signs: ['.github/copilot-instructions.md', '.github/prompts', '.github/instructions', '.github/hooks'],
    pieces(look, texts) {
      const run = (args: string) => ({
        type: 'command',
        bash: hookCommand(look, args),
        powershell: `${programOf(look)} ${args}; exit 0`,
        timeoutSec: 10,
      })
      const sessionStart = run('lumos --for ai --brief --hook copilot')
      const preToolUse = run('guard tool --agent copilot')
      return [
        nudgeIn('.github/copilot-instructions.md', texts),
        ...commandsAt(texts, (spell) => `.github/prompts/${spell}.prompt.md`, withDescription),
        hooksIn('.github/hooks/spell.json', { sessionStart, preToolUse }, 1),
      ]
    },
  },
  {
    name: 'gemini',
    title: 'Gemini CLI',
    signs: ['.gemini', 'GEMINI.md'],
    pieces(look, texts) {
      const run = (args: string) => ({
        hooks: [{ type: 'command', name: 'spell', command: hookCommand(look, args), timeout: 10_000 }],
      })
      const asToml = (about: string, text: string) => `description = "${about}"\nprompt = '''\n${text}'''\n`
      return [
        nudgeIn('GEMINI.md', texts),
        ...commandsAt(texts, (spell) => `.gemini/commands/${spell}.toml`, asToml, 'hash'),
        hooksIn('.gemini/settings.json', {
          SessionStart: run('lumos --for ai --brief --hook gemini'),
          BeforeTool: { matcher: 'run_shell_command|write_file|replace', ...run('guard tool --agent gemini') },
        }),
      ]
    },
  },
  {
    name: 'opencode',
    title: 'OpenCode',
    signs: ['.opencode', 'opencode.json', 'opencode.jsonc'],
    pieces: (look, texts) => [
      nudgeIn('AGENTS.md', texts),
      ...commandsAt(texts, (spell) => `.opencode/commands/${spell}.md`, withDescription),
      {
        do: 'file',
        path: '.opencode/plugins/spell.js',
        text: texts.opencode.replace('{{spell}}', programOf(look)),
        comment: 'slashes',
      },
    ],
  },
]

/** @returns every agent that can be told of spell */
export const agents = (texts: AgentTexts): readonly Adapter[] =>
  all.map(({ name, title, signs, pieces }) => ({
    name,
    title,
    detect: ({ isThere }) => signs.some(isThere),
    pieces: (look) => pieces(look, texts),
  }))
