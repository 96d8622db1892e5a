import type { Answer } from '../answer/answer'
import type { CastContext } from '../cast/cast'
import type { ExitCode } from '../failure/failure'
import type { Environment } from '../store/settings/settings'
import type { GlobalOptions, Option, OptionsOf } from './options'
import type { Timing } from './timing'

/** The envelope of every JSON document (docs/cli.md). */
export interface Document {
  readonly schemaVersion: 1
  readonly kind: string
  readonly ok: boolean
  readonly warnings: readonly string[]
  /** The fields of its kind; each kind has a published schema. */
  readonly [field: string]: unknown
}

/** An answer in a terminal. */
export interface ForTerminal {
  /** The developer's part. */
  readonly main: string
  /** The AI's, dimmed above it; may be empty. */
  readonly aside: string
  /** Looks at how far the work has come, which is shown with the answer. */
  readonly look?: (() => Promise<Answer>) | undefined
}

/** What a command has to say. */
export interface Output {
  readonly document: Document
  /** The answer as Markdown, for a pipe. */
  readonly markdown: string
  /** The answer in a terminal, where it differs. */
  readonly terminal?: ForTerminal
  /** The answer for another program, without style wherever it goes. */
  readonly exact?: string
  readonly exitCode: ExitCode
}

/** What a command may know of the process; `Own` are the options that it declares beside those of all commands. */
export interface CommandContext<Own extends object = object> {
  readonly options: GlobalOptions & Own
  readonly env: Environment
  /** Takes the time, where somebody wants to know. */
  readonly timing?: Timing
  /** Says something on stderr, unless `--quiet`. */
  readonly tell: (message: string) => void
  /** Whether somebody can be asked: stdin and stdout are a terminal. */
  readonly canAsk: () => Promise<boolean>
  /** Reads all of what was handed in, in place of a file. */
  readonly stdin: (most?: number) => Uint8Array
  /** Told when it has to wait, and by whom it can be called off. */
  readonly client?: Pick<CastContext, 'waiting' | 'signal'>
  /** Prints an output now; for commands that have more than one to show. */
  readonly show: (output: Output) => Promise<void>
}

/** A word that a command takes, for the help. */
export interface Argument {
  readonly name: string
  readonly help: string
  /** The only words that are right. Completion knows `file` by its name. */
  readonly choices?: readonly string[]
  /** Can be given again and again; those after the first come as `further`. */
  readonly many?: true
}

/** A subcommand: it parses and calls. */
export interface Command<Own extends object = object> {
  readonly name: string
  readonly summary: string
  /** For the help, as commander writes it: `[name]`. At most one. */
  readonly argument?: Argument
  /** Words that come after it. */
  readonly further?: readonly Argument[]
  readonly options: readonly Option[]
  /** Undefined where it has shown everything already. */
  run(
    argument: string | undefined,
    cli: CommandContext<Own>,
    further: readonly (string | undefined)[],
  ): Promise<Output | undefined>
}

/** A command whose `run` knows the options that it declares: a misspelled one does not compile. */
export const defineCommand = <const Options extends readonly Option[]>(
  command: Omit<Command<OptionsOf<Options>>, 'options'> & { readonly options: Options },
): Command => command

/** A workflow with verbs of its own, which are loaded when its name is called. */
export interface Group {
  readonly name: string
  readonly summary: string
  readonly load: () => Promise<readonly Command[]>
  /** What can be written at a place of a command line, here and now; undefined where nothing more is known of it. */
  readonly completions: (asked: CompletionRequest) => Promise<readonly string[] | undefined>
}

/** A place in a command line of a workflow. */
export interface CompletionRequest {
  /** Undefined where the verb itself stands. */
  readonly verb: string | undefined
  /** The flag of the option whose value it is, or the words that stand before it. */
  readonly at: string | readonly string[]
  /** Those of the workflow. */
  readonly verbs: readonly Command[]
  /** With the options that stand in the line. */
  readonly cli: CommandContext
}
