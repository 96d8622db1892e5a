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
  /** Options in this order: of every session, with or without a terminal, and to go on with the last session. */
  readonly options: Readonly<Record<'always' | 'terminal' | 'headless' | 'again', readonly string[]>>
  readonly message: (text: string) => readonly string[]
  /** What its terminal UI shows once it takes a message. */
  readonly prompt: string
  /** What surrounds a word in its messages, or stands for one. */
  readonly wordings: Readonly<Record<string, string>>
  /** Whether the hook can answer in the place of the model. */
  readonly endsTurns: boolean
}

export const hostFolder = resolve('scripts/hosts')

/** @returns the path of a host's program */
export const program = (name: string): string => `${hostFolder}/node_modules/.bin/${name}`

/** @returns what says a text without a terminal, or without one starts the terminal UI */
export const commandOf = ({ name, options, message }: Host, isAgain: boolean, text?: string): readonly string[] => [
  program(name),
  ...options.always,
  ...(text === undefined ? options.terminal : options.headless),
  ...(isAgain ? options.again : []),
  ...(text === undefined ? [] : message(text)),
]

/** As a document of settings. */
export const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`

/** Spell's MCP server, as most hosts want it; not all give it their own environment. */
export const mcpServers = ({ home }: Place) => ({
  spell: { command: 'npx', args: ['--no', '--', 'spell', 'mcp'], env: { XDG_STATE_HOME: stateOf(home) } },
})
