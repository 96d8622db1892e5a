import type { Context, Definition, Facts, Payload } from '../engine/definition'
import type { Failure } from '../text/failure'
import type { TaskItem } from '../text/markdown/task-items'
import type { Standing } from './criteria/counts'
import type { ProofSettings, ProofsNow } from './criteria/proofs-now'
import type { Provable } from './criteria/provable'
import type { WordOf } from './event-words'
import type { Texts } from './texts'
import type { Taken } from './words'
import type { WorkflowEntry } from './workflow-entry'

/** A row's effect on files, as data. Paths are relative to the root; a template has its own path if that is another. */
export type Effect =
  /** Creates the file from its template; an existing one is kept. */
  | { readonly do: 'create'; readonly file: string; readonly template?: string }
  /** Moves existing files into a new folder; `<name>` and `<stamp>` are filled in. `proofs`: with those of the task. */
  | { readonly do: 'move'; readonly files: readonly string[]; readonly to: string; readonly proofs?: true }
  /** Quotes the file in the AI's part of the answer; it is read before it moves. */
  | { readonly do: 'show'; readonly file: string; readonly template?: string }
  /** Warns if the file still equals its template. */
  | { readonly do: 'expect'; readonly file: string; readonly template?: string }
  /** Adds a list that the workflow computes to the AI's part of the answer. */
  | { readonly do: 'list'; readonly list: string }
  /** Tells the AI, in place of `{{commands}}`, which commands the repository has. */
  | { readonly do: 'name commands' }
  /** Makes the changes that a function of the workflow's `changes` returns for the context and the payload. */
  | { readonly do: 'change'; readonly changes: string }

/** One change to the files of a workflow, as data. Paths are relative to the root, with `/`. */
export type Change =
  /** Creates a file; the path must be free. The SHA-256 of its text saves hashing, if known. */
  | { readonly do: 'create'; readonly path: string; readonly text: string; readonly digest?: string }
  /** Moves a file or a folder to a free path. */
  | { readonly do: 'move'; readonly from: string; readonly to: string }

/** A change that a workflow asks for. `retire` renames a file, if it exists, to a free name, as `brief.r1.md`. */
export type WantedChange = Change | { readonly do: 'retire'; readonly path: string }

/** What the store found: the text of a file, or `true` if only its presence was asked for. */
export type Probe = Readonly<Record<string, string | true | undefined>>

export interface TransitionInput<Brought = Payload> {
  readonly from: string
  readonly state: string
  readonly probe: Probe
  readonly before: Context
  readonly context: Context
  /** Empty if there is no payload. */
  readonly payload: Brought
}

/** A completed transition, as input for descriptions. */
export interface TransitionResult<Brought = Payload> extends TransitionInput<Brought> {
  /** The ids of the row that answered, and of those taken after it. */
  readonly rows: readonly string[]
  readonly now: Date
  /** A character for each criterion as the last step has recorded it: `x` if it was ticked, `-` if not. */
  readonly ticked?: string
  /** What its proofs show; absent if its plan has no commands and the settings ask for none. */
  readonly proofs?: ProofsNow
  /** Absent if nothing has a command. */
  readonly commandsLeft?: CommandsLeft
  /** Whether the developer has agreed to an assumption or an open question, by its text. */
  readonly isAgreed?: (text: string) => boolean
}

/** Who acts next on a piece of work: the one value that answers, lists and pages show. */
export interface Turn {
  readonly who: 'you' | 'agent' | 'nobody'
  /** Completes “You:” or “The agent is”, as Markdown; empty if the work is done. */
  readonly does: string
  /** What does it, as it is typed: `spell confirm 2`, `git commit`; absent if it is no command. */
  readonly command?: string
  /** The title of the agent that works on it, as far as spell has seen one. */
  readonly agent?: string
  /** When the last step was made, ISO 8601 in UTC; absent before the first. */
  readonly since?: string
}

/** An end without a claim: nothing is said to be done, or nothing but a plan was asked for. */
export type Ending = 'given up' | 'planned'

/** What decides whose turn it is. */
export interface TurnInput {
  readonly state: string
  readonly context: Context
  readonly facts: Facts
  readonly probe: Probe
  readonly proofs?: ProofsNow | undefined
  /** Where a step that was just made came from. */
  readonly from?: string
  /** The rows that have just answered an agent. */
  readonly rows?: readonly string[]
}

/** How many commands of what is not shown yet may run, and how many wait for the developer. */
export interface CommandsLeft {
  readonly allowed: number
  readonly waiting: number
}

/** A step, as recorded in the history. */
export interface PastStep {
  /** ISO 8601, with milliseconds. */
  readonly time: string
  readonly from: string
  readonly to: string
  readonly row?: string
  /** The rows taken after the first. */
  readonly via?: readonly string[]
  readonly note?: string
  /** What the workflow recorded; a repair entry has the whole context, as `remembered`. */
  readonly about?: Readonly<Record<string, unknown>>
}

/** What is left of a piece of work whose state is lost. */
export interface Remains {
  readonly probe: Probe
  /** The steps in effect, the oldest first; only those after `base`, if there is one. */
  readonly past: readonly PastStep[]
  /** An earlier state and context, verified by its seal. */
  readonly base?: { readonly state: string; readonly context: Context }
}

export interface Rebuilt {
  readonly state: string
  readonly context: Context
  /** The evidence for the state, if it is neither the history nor the base. */
  readonly because?: string
  readonly isReplayed?: boolean
  readonly missing?: readonly string[]
  /** What cannot be recovered; each completes "Lost:". */
  readonly lost?: readonly string[]
}

type OfAnswer = 'ok' | 'outcome' | 'row' | 'from' | 'to' | 'ai' | 'developer' | 'spells' | 'turn' | 'files'

/** Parts of sentences for placeholders, by name. */
export type Phrases = Readonly<Record<string, string>>

/** `reminded`: the rules were told before. `familiar`: the list of commands, too. `small`: only what happened is said. */
export type Brevity = 'reminded' | 'familiar' | 'small' | undefined

/** What a workflow adds to an answer, besides its texts. */
export interface AnswerExtras {
  /** Values for the placeholders of the texts, in addition to the facts. */
  readonly values?: Readonly<Record<string, string>>
  readonly warnings?: readonly string[]
  /** What is not understood in the plan, with its place and a right form: the developer reads it, and the agent, who writes the plan. */
  readonly faults?: readonly string[]
  /** The current situation as Markdown; for a look, the work and its progress. */
  readonly overview?: string
  /** Texts by other people for the AI, each with a heading. */
  readonly quotes?: readonly { readonly heading: string; readonly text: string }[]
  readonly shown?: readonly string[]
  /** Events that only the developer may cast: the reminder for agents leaves them out. */
  readonly reserved?: readonly string[]
  /** Events that only the agent casts: the developer's lists leave them out. */
  readonly byAgent?: readonly string[]
  readonly brevity?: Brevity
  /** The key files that are not worth listing: there is nothing in them, and nothing to come. */
  readonly unlisted?: readonly string[]
  /** Who acts next, where that is something else than the state says. */
  readonly turn?: Turn | undefined
  /** Whether the piece of work no longer exists. */
  readonly isGone?: boolean
  /** Further fields of the JSON document, which cannot replace the answer's fields. */
  readonly fields?: Readonly<Record<string, unknown>> & { readonly [Own in OfAnswer]?: never }
}

/** The settings for all workflows, from `.ai/spell.json` and the environment. */
export interface Settings {
  readonly workflow: string
  readonly atlassian: { readonly hosts: readonly string[] }
  readonly guard: { readonly blockIn: readonly string[]; readonly editsOnlyIn: readonly string[] }
  /** Whether Reparo fetches comments by default, and which authors it leaves out. */
  readonly review: { readonly fetch: boolean; readonly ignoreAuthors: readonly string[] }
  readonly proof: ProofSettings
  /** What happens between two items of a session, and before building: the agent asks, nothing, or the context is cleared each time. */
  readonly collab: { readonly clear: 'ask' | 'never' | 'always' }
  /** Paths, and folders with `/` at the end, whose change needs no work: `spell check --require-work`. */
  readonly check: { readonly withoutWork: readonly string[] }
  /** Whether a step needs a word that spell has seen: `auto` if an agent's host has reported one lately. */
  readonly word: 'auto' | 'required' | 'recorded'
  /** Which name of a spell comes first where a person reads. */
  readonly words: 'magic' | 'plain'
}

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

/** Of a state: writing the plan, between two tasks, in a task, or with an applied review that is to be archived. */
export type Stage = 'planning' | 'between' | 'task' | 'review'

export const workPhases = ['planning', 'between', 'task', 'review', 'complete'] as const
export type WorkPhase = (typeof workPhases)[number]

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
