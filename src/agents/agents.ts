import type { Adapter } from '../install/pieces/adapter'
import type { Look, Piece } from '../install/pieces/piece'
import {
  commandsAt,
  hookCommand,
  hooksIn,
  nudgeIn,
  programOf,
  skillAt,
  type Told,
  toldIn,
  withDescription,
} from './pieces'
import type { AgentTexts } from './texts'

/**
 * An agent: how to recognise it, by its files and by the environment variables that it sets, and what it needs from us.
 */
interface Agent extends Pick<Adapter, 'name' | 'title'> {
  readonly signs: readonly string[]
  readonly variables: readonly string[]
  readonly pieces: (look: Look, told: Told, texts: AgentTexts) => readonly Piece[]
}

/** Any agent that reads AGENTS.md, used if none is known; so it is never detected. */
export const anyAgent = 'agents'

const all: readonly Agent[] = [
  {
    name: 'claude',
    title: 'Claude Code',
    signs: ['.claude', 'CLAUDE.md'],
    variables: ['CLAUDECODE'],
    pieces(look, told) {
      const projectFolder = '"$CLAUDE_PROJECT_DIR"/'
      const call = (args: string) => hookCommand(look, args, projectFolder)
      const run = (command: string) => ({ hooks: [{ type: 'command', command, timeout: 10 }] })
      // Without a hope session it only costs a test.
      const hope = (hook: string) => run(`test ! -d "$CLAUDE_PROJECT_DIR"/.ai/hope || ${call(`hope hook ${hook}`)}`)
      // Of hope its own hooks tell.
      const remind = run(call('lumos --for ai --brief --hook claude'))
      // Only 2 keeps it from stopping, and only if spell has something to say: 2 is also what a spell that is too old ends with.
      const stop = run(
        `test ! -f "$CLAUDE_PROJECT_DIR"/.ai/task/plan.md || ${programOf(look, projectFolder)} guard stop --agent claude >&2 || test $? -ne 10 || exit 2`,
      )
      return [
        skillAt('.claude/skills', told),
        ...commandsAt(told, (spell) => `.claude/commands/${spell}.md`, withDescription),
        hooksIn('.claude/settings.json', {
          // Also runs after compaction. The text of PreCompact says what the summary must keep.
          SessionStart: remind,
          PreCompact: remind,
          PreToolUse: {
            matcher: 'Bash|Edit|MultiEdit|Write|NotebookEdit',
            ...run(call('guard tool --agent claude')),
          },
          Stop: stop,
          TaskCompleted: stop,
        }),
        hooksIn('.claude/settings.json', {
          SessionStart: hope('session-start'),
          UserPromptSubmit: hope('user-prompt'),
          SubagentStart: hope('subagent-start'),
          PreCompact: hope('pre-compact'),
          PreToolUse: { matcher: 'ExitPlanMode', ...hope('exit-plan') },
        }),
        ...statusLineIn(look),
      ]
    },
  },
  {
    name: 'codex',
    title: 'Codex',
    signs: ['.codex', '.agents', 'AGENTS.md'],
    variables: ['CODEX_THREAD_ID', 'CODEX_SANDBOX', 'CODEX_SANDBOX_NETWORK_DISABLED', 'CODEX_CI'],
    pieces(look, told) {
      const run = (args: string) => ({ hooks: [{ type: 'command', command: hookCommand(look, args), timeout: 10 }] })
      return [
        nudgeIn('AGENTS.md', told),
        skillAt('.agents/skills', told),
        hooksIn('.codex/hooks.json', {
          SessionStart: run('lumos --for ai --brief'),
          PreToolUse: { matcher: 'Bash|apply_patch|Edit|Write', ...run('guard tool --agent codex') },
          Stop: run('guard stop --agent codex'),
        }),
      ]
    },
  },
  {
    name: 'cursor',
    title: 'Cursor',
    signs: ['.cursor', '.cursorrules'],
    variables: ['CURSOR_AGENT'],
    pieces(look, told) {
      const run = (args: string) => ({ command: hookCommand(look, args) })
      const guard = run('guard tool --agent cursor')
      const sessionStart = run('lumos --for ai --brief --hook cursor')
      const preToolUse = { ...guard, matcher: 'Write|Edit|StrReplace|Delete' }
      const stop = { ...run('guard stop --agent cursor'), loop_limit: 1 }
      return [
        {
          do: 'file',
          path: '.cursor/rules/spell.mdc',
          text: `---\ndescription: Working with spell\nalwaysApply: true\n---\n\n${told.nudge}`,
          comment: 'html',
        },
        skillAt('.agents/skills', told),
        ...commandsAt(told, (spell) => `.cursor/commands/${spell}.md`),
        hooksIn('.cursor/hooks.json', { sessionStart, beforeShellExecution: guard, preToolUse, stop }, 1),
      ]
    },
  },
  {
    name: 'copilot',
    title: 'GitHub Copilot',
    signs: ['.github/copilot-instructions.md', '.github/prompts', '.github/instructions', '.github/hooks'],
    variables: ['COPILOT_CLI'],
    pieces(look, told) {
      const run = (args: string) => ({
        type: 'command',
        bash: hookCommand(look, args),
        powershell: `${programOf(look)} ${args}; exit 0`,
        timeoutSec: 10,
      })
      const sessionStart = run('lumos --for ai --brief --hook copilot')
      const preToolUse = run('guard tool --agent copilot')
      const agentStop = run('guard stop --agent copilot')
      return [
        nudgeIn('.github/copilot-instructions.md', told),
        skillAt('.agents/skills', told),
        ...commandsAt(told, (spell) => `.github/prompts/${spell}.prompt.md`, withDescription),
        hooksIn('.github/hooks/spell.json', { sessionStart, preToolUse, agentStop }, 1),
      ]
    },
  },
  {
    name: 'gemini',
    title: 'Gemini CLI',
    signs: ['.gemini', 'GEMINI.md'],
    variables: ['GEMINI_CLI'],
    pieces(look, told) {
      const run = (args: string) => ({
        hooks: [{ type: 'command', name: 'spell', command: hookCommand(look, args), timeout: 10_000 }],
      })
      const asToml = (about: string, text: string) => `description = "${about}"\nprompt = '''\n${text}'''\n`
      return [
        nudgeIn('GEMINI.md', told),
        skillAt('.agents/skills', told),
        ...commandsAt(told, (spell) => `.gemini/commands/${spell}.toml`, asToml, 'hash'),
        hooksIn('.gemini/settings.json', {
          SessionStart: run('lumos --for ai --brief --hook gemini'),
          BeforeTool: { matcher: 'run_shell_command|write_file|replace', ...run('guard tool --agent gemini') },
          AfterAgent: run('guard stop --agent gemini'),
        }),
      ]
    },
  },
  {
    name: 'opencode',
    title: 'OpenCode',
    signs: ['.opencode', 'opencode.json', 'opencode.jsonc'],
    variables: ['OPENCODE'],
    pieces: (look, told, texts) => [
      nudgeIn('AGENTS.md', told),
      skillAt('.agents/skills', told),
      ...commandsAt(told, (spell) => `.opencode/commands/${spell}.md`, withDescription),
      {
        do: 'file',
        path: '.opencode/plugins/spell.js',
        text: texts.opencode.replace('{{spell}}', programOf(look)),
        comment: 'slashes',
      },
    ],
  },
  {
    name: anyAgent,
    title: 'Any other agent that reads AGENTS.md',
    signs: [],
    variables: [],
    pieces: (_, told) => [nudgeIn('AGENTS.md', told), skillAt('.agents/skills', told)],
  },
]

/**
 * The status line of Claude Code, unless one is there: the team's, that of this clone, or the user's own, of which the
 * team's would take the place.
 */
function statusLineIn(look: Look): readonly Piece[] {
  const path = '.claude/settings.json'
  // Unlike hooks, a status line may lack the variable.
  const command = hookCommand(look, 'statusline', `"\${CLAUDE_PROJECT_DIR:-.}"/`)
  const { HOME, USERPROFILE, CLAUDE_CONFIG_DIR = `${HOME ?? USERPROFILE}/.claude` } = look.env
  const isOurs = (look.read(path) || '').includes(JSON.stringify(command))
  const others = [path, '.claude/settings.local.json', `${CLAUDE_CONFIG_DIR}/settings.json`]
  if (!isOurs && others.some((each) => /"statusLine"\s*:/.test(look.read(each) || ''))) return []
  return [{ do: 'keys', path, keys: [{ at: ['statusLine'], value: { type: 'command', command } }] }]
}

/** @returns the agent that started this process; undefined if none did */
export const agentIn = (env: Readonly<Record<string, string | undefined>>): string | undefined =>
  all.find(({ variables }) => variables.some((variable) => env[variable]))?.title

/** @returns all supported agents */
export const agents = (texts: AgentTexts): readonly Adapter[] =>
  all.map(({ name, title, signs, variables, pieces }) => ({
    name,
    title,
    detect: ({ isThere, env }) => signs.some(isThere) || variables.some((variable) => env[variable]),
    pieces: (look) => pieces(look, toldIn(look, texts), texts),
  }))
