import { resolve } from 'node:path'
import { type Files, type Place, stateOf } from './place'

/** A coding agent as it comes from npm, pinned in package.json. */
export interface Host {
  readonly name: 'claude' | 'codex' | 'opencode' | 'gemini' | 'copilot'
  /** Where its model is, and that it is to stay at home. */
  readonly env: (place: Place) => Readonly<Record<string, string>>
  /** Its settings, which also trust the repository. */
  readonly files: (place: Place) => Files
  /** Adds spell's MCP server. */
  readonly mcp: (place: Place) => Files
  /** The command that says a message without a terminal, in a new session or in the last one. */
  readonly say: (text: string, isAgain?: boolean) => readonly string[]
  /** The command that starts its terminal UI, in a new session or in the last one. */
  readonly terminal: (isAgain?: boolean) => readonly string[]
  /** What its hooks get on a message, and before a command of the shell. */
  readonly payloads: { readonly message: object; readonly tool: object }
  /** What surrounds a word in its messages, or stands for one. */
  readonly wordings: Readonly<Record<string, string>>
}

export const hostFolder = resolve('scripts/hosts')

/** @returns the path of a host's program */
export const program = (name: string): string => `${hostFolder}/node_modules/.bin/${name}`

/** As a document of settings. */
export const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`

/** Spell's MCP server, as most hosts want it; not all give it their own environment. */
export const mcpServers = ({ home }: Place) => ({
  spell: { command: 'npx', args: ['--no', '--', 'spell', 'mcp'], env: { XDG_STATE_HOME: stateOf(home) } },
})

const cwd = '/tmp'
/** Claude Code's form of what hooks get, which others share. */
export const payloads = {
  message: { hook_event_name: 'UserPromptSubmit', session_id: 'timed', prompt: 'Looks good so far.', cwd },
  tool: {
    hook_event_name: 'PreToolUse',
    session_id: 'timed',
    tool_name: 'Bash',
    tool_input: { command: 'ls -l' },
    cwd,
  },
}
