import type { Edge } from '../cast'
import type { ExitCode } from '../failure'
import type { Option, Options } from './options'
import type { Timing } from './timing'

/** The envelope of every JSON document (design: JSON). */
export interface Document {
  readonly schemaVersion: 1
  readonly kind: string
  readonly ok: boolean
  readonly warnings: readonly string[]
  /** The fields of its kind; each kind has a published schema. */
  readonly [field: string]: unknown
}

/** What a command has to say. */
export interface Output {
  readonly document: Document
  /** The answer as Markdown, for a pipe. */
  readonly markdown: string
  /** The answer in a terminal, where it differs: the developer's part, and the AI's dimmed below. */
  readonly terminal?: { readonly main: string; readonly aside: string }
  /** The answer for another program, printed as it is wherever it goes. */
  readonly exact?: string
  readonly exitCode: ExitCode
}

/** What a command may know of the process. */
export interface Setting {
  readonly options: Options
  readonly env: Readonly<Record<string, string | undefined>>
  /** Takes the time, where somebody wants to know. */
  readonly timing?: Timing
  /** Says something on stderr, unless `--quiet`. */
  readonly tell: (message: string) => void
  /** Whether somebody can be asked: stdin and stdout are a terminal. */
  readonly canAsk: () => Promise<boolean>
  /** What was handed in, where that is not on stdin. */
  readonly input?: string
  /** Told when it has to wait, and by whom it can be called off. */
  readonly client?: Pick<Edge, 'waiting' | 'signal'>
  /** Prints an output now; for commands that have more than one to show. */
  readonly show: (output: Output) => Promise<void>
}

/** A word that a command takes, for the help. */
export interface Argument {
  readonly name: string
  readonly help: string
}

/** A subcommand. Its name is its file's name; it parses and calls. */
export interface Command {
  readonly name: string
  readonly summary: string
  /** For the help, as commander writes it: `[name]`. At most one. */
  readonly argument?: { readonly name: string; readonly help: string; readonly choices?: readonly string[] }
  /** Words that come after it. */
  readonly further?: readonly Argument[]
  readonly options: readonly Option<string>[]
  /** Undefined where it has shown everything already. */
  readonly run: (
    argument: string | undefined,
    setting: Setting,
    further: readonly (string | undefined)[],
  ) => Promise<Output | undefined>
}

/** A workflow with verbs of its own, which are loaded when its name is called. */
export interface Group {
  readonly name: string
  readonly summary: string
  readonly load: () => Promise<readonly Command[]>
}
