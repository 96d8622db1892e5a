import type { Environment } from '../disk/environment'
import type { WaitOptions } from '../disk/lock/lock'
import { type ExitCode, exit } from '../text/failure'
import type { Wording } from '../text/wording'
import type { Examples } from '../workflow/words'
import type { picked } from './ask'
import type { GlobalOptions, Option, OptionsOf } from './options'

/** The envelope of every JSON document (docs/cli.md). */
export interface Document {
  readonly schemaVersion: 1
  readonly kind: string
  readonly ok: boolean
  readonly warnings: readonly string[]
  /** The fields of its kind; each kind has a published schema. */
  readonly [field: string]: unknown
}

export interface ForTerminal {
  /** The developer's part. */
  readonly main: string
  /** The AI's part, dimmed above it; may be empty. */
  readonly aside: string
}

export interface BoardCard {
  readonly title: string
  /** Each may begin with a sign; what is less important comes last, and is dimmed. */
  readonly lines: readonly string[]
  readonly dimmed: readonly string[]
}

/** Columns for a terminal, side by side if they fit. */
export interface Board {
  readonly columns: readonly { readonly heading: string; readonly cards: readonly BoardCard[] }[]
  /** Drawn below them: of each session that is being carried out the waves of its tasks. */
  readonly waves?: readonly Waves[]
  /** Markdown below them; may be empty. */
  readonly below: string
}

export interface Waves extends Pick<Board, 'columns'> {
  readonly heading: string
}

export interface Output {
  readonly document: Document
  /** The answer as Markdown, for a pipe. */
  readonly markdown: string
  /** The answer for a terminal, if it differs. */
  readonly terminal?: ForTerminal
  /** Drawn in a terminal instead. */
  readonly board?: Board
  /** The answer for another program, never styled. */
  readonly exact?: string
  /** How its texts name spells, if that is known. */
  readonly words?: Wording
  readonly exitCode: ExitCode
}

/** The output of a command that is no spell: not `ok` if it has found something; `fields` are those of its kind. */
export const documentOutput = (
  kind: string,
  ok: boolean,
  fields: object,
  markdown = '',
  warnings: readonly string[] = [],
): Output => ({
  document: { schemaVersion: 1, kind, ok, ...fields, warnings },
  markdown,
  exitCode: ok ? exit.done : exit.found,
})

/** A message of the developer that is one word, while its hook casts it. */
export interface SaidNow {
  readonly word: string
  /** The id of its use, which the entry of the step names; absent if it needs none. */
  readonly use?: string | undefined
  /** The session that it belongs to, as the sessions are kept. */
  readonly key: string
  /** Whether a person has said it, so that it can agree to what was shown. */
  readonly agrees: boolean
  /** Whether what its hook prints is known to be read as a whole: only then that counts as shown. */
  readonly isRead: boolean
}

/** The client of a server: it is told while a command waits for the lock or takes long, and can cancel it. */
export interface Client extends WaitOptions {
  /** The developer's message, if that is being cast. */
  readonly said?: SaidNow
  readonly progress?: (message: string) => void
}

/** What a command gets from the process; `Own` are its declared options without the global ones. */
export interface CommandContext<Own extends object = object> {
  readonly options: GlobalOptions & Own
  readonly env: Environment
  /** Prints a message on stderr, except with `--quiet`. */
  readonly tell: (message: string) => void
  /** Whether the user can be asked: stdin and stdout are a terminal. */
  readonly canAsk: () => Promise<boolean>
  /** Chooses in place of the user, as the developer of the tour does. */
  readonly pick?: typeof picked
  readonly stdin: (most?: number) => Uint8Array
  /** Set if a server runs the command for a client. */
  readonly client?: Client
  /** Prints an output now; for commands with several outputs. */
  readonly show: (output: Output) => Promise<void>
}

/** An argument of a command, for the help. */
export interface Argument extends Pick<Option, 'help' | 'choices' | 'known' | 'many'> {
  /** Completion recognises `file` by it. Of those that can be repeated, what follows the first comes as `further`. */
  readonly name: string
}

export interface Command<Own extends object = object> {
  readonly name: string
  readonly summary: string
  /** For the help, in commander's syntax: `[name]`. At most one. */
  readonly argument?: Argument
  readonly further?: readonly Argument[]
  readonly options: readonly Option[]
  /** What people type who mean this one. */
  readonly soughtAs?: readonly string[]
  /** Set if work may be lost by it: a near miss of its name is never offered. */
  readonly isDestructive?: true
  /** For the help; those of the commands without a workflow are listed together. */
  readonly examples?: Examples
  /** Undefined if it has printed everything already. */
  run(
    argument: string | undefined,
    cli: CommandContext<Own>,
    further: readonly (string | undefined)[],
  ): Promise<Output | undefined>
}

/** Declares a command whose `run` knows the types of its options: a misspelled one does not compile. */
export const defineCommand = <const Options extends readonly Option[]>(
  command: Omit<Command<OptionsOf<Options>>, 'options'> & { readonly options: Options },
): Command => command

/** A workflow with commands, which are loaded when its name is used. */
export interface Group {
  readonly name: string
  /** The command that begins a piece of work. */
  readonly begin: 'start' | 'new'
  readonly summary: string
  readonly load: () => Promise<readonly Command[]>
  /** Throws Failure if its commands cannot be known, asked before one is refused as unknown. */
  readonly refuse?: () => Promise<unknown>
}
