import type { Context, Definition, Facts, Payload } from '../engine/definition'
import type { Failure } from '../text/failure'
import type { TaskItem } from '../text/markdown/task-items'
import type { Standing } from './criteria/counts'
import type { Provable } from './criteria/provable'
import type { Effect, WantedChange } from './effect'
import type { WordOf } from './event-words'
import type { Settings } from './settings'
import type { AnswerExtras, Phrases, Texts } from './texts'
import type { Probe, Rebuilt, Remains, TransitionInput, TransitionResult } from './transition'
import type { Ending, Turn, TurnInput } from './turn'
import type { Taken } from './words'
import type { Stage, WorkflowEntry } from './workflow-entry'

/** What a piece of work of the six spells begins with, as another workflow leaves it; context and plan are Markdown. */
export interface Handover extends Payload {
  readonly title: string
  readonly context: string
  readonly plan: string
  /** The text of task.md, if the first task is agreed on, too. */
  readonly task?: string
}

/** What is wrong with a line, from 1, and the right form. */
export interface LineFault {
  readonly line: number
  readonly message: string
  readonly fix: string
}

/** The name for an archive folder, and a warning if the given name had to be changed. */
export interface SafeName {
  readonly name: string
  readonly warning?: string
}

/** How proving a piece of work is spoken of. */
export interface Speaking {
  readonly command: string
  readonly look: string
  /** What is proven: the word for one, and that for several. */
  readonly called: readonly [one: string, many: string]
  /** What the agent does once everything is proven. */
  readonly then: string
}

/** What comes with a workflow of the repository. */
export interface OwnWorkflow {
  readonly entry: Omit<WorkflowEntry, 'load'>
  readonly texts: Texts
  /** Of the definition that the piece of work has kept, as its context remembers it. */
  readonly digest: string
  /** Throws Failure (unreadable) `definition-changed` if a context goes by another definition. */
  refuse(context: Context): void
  readonly speaking: Speaking
  /** The words of a state that agree to what was shown. */
  agreeing(state: string): readonly string[]
  /** Whether a step agrees to what was shown, by the id of its row. */
  agrees(row: string): boolean
  /** What a word takes, by its names. */
  takes(word: string): Readonly<Record<string, Taken>>
  /** The path of the file that a word hands in. */
  draft(word: string): string | undefined
  /** @returns what was given with a word, as its steps read it */
  bring(word: string, given: Payload, probe: Probe, digest: (text: string) => string): Payload
  /** Whether it counts people, so that a step says who makes it. */
  readonly countsPeople: boolean
  /** Why that definition cannot be read; then nothing else of the workflow means anything. */
  readonly damage?: Failure
}

/**
 * Everything that a cast needs to know about a workflow. Functions of a context or a payload are declared as methods,
 * so that each workflow may narrow their types.
 */
export interface Workflow {
  readonly definition: Definition<Effect>
  readonly name?: string
  /** Set for a workflow of the repository, which the build knows nothing of. */
  readonly own?: OwnWorkflow
  /** The folder of its state, its history and its files. */
  readonly folder: string
  /** The common prefix of its archives' paths. */
  readonly archives?: string
  /** The folder in `.ai/.local` for its backups and prepared files; not shared with another workflow. */
  readonly local: string
  /** A file beside its state that counts if there is none, and how it, or a state without `current_state`, is read. */
  readonly byHand?: { readonly file: string; readonly read: (text: string) => string }
  /** What the developer says before each event. */
  readonly words: Readonly<Record<string, WordOf>>
  /** The event that only looks; every state answers it with the text that describes the state. */
  readonly look: string
  /**
   * The files that its facts depend on: `text` to read them, `short text` to read those that may be a template,
   * `presence` to check that they exist, `content` to check that they are not empty either.
   */
  readonly probes: Readonly<Record<string, 'text' | 'short text' | 'presence' | 'content'>>
  /** Without a payload, the facts are those of a valid one. With several regions they may depend on the state, too. */
  facts(probe: Probe, settings: Settings, context: Context, payload?: Payload, state?: string): Facts
  /** Who acts next, as far as the workflow says: what only the developer may allow or commit is asked outside of it. */
  turn(now: TurnInput): Turn | Promise<Turn>
  /**
   * The facts that may hold once the agent has written the files that it was asked to write, so that an answer is true
   * when it is read; several if they depend on what it writes, none if nothing changes.
   */
  readonly whenWritten?: (now: Facts, paths: readonly string[], state: string) => readonly Facts[]
  /** What the history records about the plan: its digest, its progress, and its criteria. */
  readonly plan?: {
    readonly file: string
    readonly criteria: (markdown: string) => readonly TaskItem[]
    readonly progress: (facts: Facts) => { readonly criteria: number; readonly open: number }
    /** Commands can show the criteria of its plan; its facts have `proof` and `missingCommand`, which the store finds out. */
    readonly proving?: {
      /** Whether a criterion may have a command: what reads and proves them is loaded only then. */
      readonly isNeeded: (probe: Probe) => boolean
      /** Whether an event can complete the work, so that what was proven has to be of the files that are here now. */
      readonly completes: (event: string, state: string) => boolean
    }
  }
  /** For a workflow without a plan: what of its context commands can show, and how that is spoken of. */
  readonly provable?: Speaking & {
    readonly criteria: (context: Context, state: string) => readonly Provable[]
    /** Where everything that counts stands, as far as the state says. */
    readonly standings: (context: Context, state: string) => readonly Standing[]
    /** Whether files may be changed now; `early`: what a pass may not show, as no work has begun. */
    readonly now?: (
      context: Context,
      state: string,
    ) => { readonly mayChange: boolean; readonly early: readonly string[] }
    /** Everything that counts, where only a part of it can be proven now. */
    readonly claims?: (context: Context) => readonly Provable[]
    /** What the developer is asked to allow, where that is more than can be proven now. */
    readonly asked?: (context: Context) => readonly Provable[]
  }
  /** All mistakes in a payload with their places, for a row of kind `invalid`. */
  problems?(context: Context, payload: Payload, state: string): readonly string[]
  describeTransition?(taken: TransitionResult, phrases: Phrases): AnswerExtras
  /** What the six spells carry on with. */
  readonly handover?: {
    /** The files that it is made of, besides the probed ones. */
    readonly files?: (context: Context) => readonly string[]
    /** The context and the plan, as Markdown; undefined if nothing is agreed on yet, or nothing is left. */
    documents(context: Context, files: Probe, state: string): Promise<Handover | undefined>
  }
  /** Its keys of the context; each entry seals them. An unused key stays, for entries that have sealed it. */
  readonly remembers?: readonly string[]
  readonly effects?: {
    readonly lists?: Readonly<Record<string, (probe: Probe, settings: Settings) => readonly string[]>>
    readonly changes?: Readonly<Record<string, (given: TransitionInput) => readonly WantedChange[]>>
    /** The file that names the archived task, and functions that read the name, and what is wrong with it. */
    readonly naming?: {
      readonly file: string
      readonly safeName: (text: string | undefined) => Promise<SafeName>
      readonly faultIn: (text: string) => Promise<LineFault | undefined>
    }
  }
  /** How a piece of work is over that claims nothing; undefined if it is under way, or over as it was meant. */
  readonly endsAs?: (state: string, context: Context, isArchived: boolean) => Ending | undefined
  readonly history?: {
    /** What a step's entry records, besides its note. */
    about?(taken: TransitionResult): Readonly<Record<string, unknown>>
    /** What the history says of an entry besides its states, given what `about` recorded; in one line, for people. */
    readonly retell?: (about: Readonly<Record<string, unknown>>, word?: unknown) => string
  }
  readonly states?: {
    /** The stage of each state; if it is missing, the previous one continues. */
    readonly stages?: Readonly<Record<string, Stage>>
  }
  readonly recovery?: {
    readonly needs?: Readonly<Record<string, readonly string[]>>
    readonly buildsOn?: (context: Context) => readonly string[]
    /** The state that the files imply if nothing else is known (default: the initial one), and the file that decided. */
    readonly impliedBy?: (probe: Probe) => { readonly state: string; readonly because?: string }
    /** For a workflow that depends on its context: rebuilds a lost one. */
    readonly rebuild?: (remains: Remains) => Rebuilt
    /** Adapts a recovered context to the files that exist, for example to names that are taken. */
    readonly holds?: (context: Context, files: readonly string[]) => Context
  }
  readonly files?: {
    /** Whether files stay as a step wrote them, until another step moves them; else they may be edited. */
    readonly areFixed?: true
    /** Whether its files have texts that an agent submitted: an undo then keeps them in a folder that git tracks. */
    readonly areKeptOnUndo?: true
    /** The probed files that a user may want to open, in the order of the work, each with a description. */
    readonly key?: Readonly<Record<string, string>>
    /** The repository's own guides, each with a description. */
    readonly guides?: Readonly<Record<string, string>>
  }
}
