import type { Context, Definition, Facts, Payload } from '../engine/definition'
import type { Failure } from '../text/failure'
import type { TaskItem } from '../text/markdown/task-item'
import type { Standing } from './criteria/counts'
import type { Provable } from './criteria/provable'
import type { Effect, WantedChange } from './effect'
import type { WordOf } from './event-words'
import type { Settings } from './settings'
import type { AnswerExtras, Phrases, Texts } from './texts'
import type { Probe, Rebuilt, Remains, TransitionInput, TransitionResult, TurnInput } from './transition'
import type { Ending, Turn } from './turn'
import type { Taken } from './words'
import type { KnownWorkflow, Stage } from './workflow-entry'

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

/** The definition that a piece of work has kept beside it, since its repository may change it. */
interface KeptDefinition {
  /** As the context remembers it. */
  readonly digest: string
  /** Throws Failure (unreadable) `definition-changed` if a context goes by another definition. */
  refuse(context: Context): void
  /** Why it cannot be read; then nothing else of the workflow means anything. */
  readonly damage?: Failure
}

/** What its words take from a command line, where no command was made for it by the build. */
export interface Input {
  /** What a word takes, by its names. */
  takes(word: string): Readonly<Record<string, Taken>>
  /** The path of the file that a word hands in. */
  draft(word: string): string | undefined
  /** @returns what was given with a word, as its steps read it */
  bring(word: string, given: Payload, probe: Probe, digest: (text: string) => string): Payload
  /** Whether people are counted, so that a step says who makes it. */
  readonly countsPeople: boolean
}

/** Which of the developer's words agree to the criteria and the commands that they were shown. */
interface Agreement {
  /** Those of a state. */
  words(state: string): readonly string[]
  /** Whether a step does, by its event and the ids of the rows that answer. */
  isBy(event: string, rows: readonly string[]): boolean
}

/** What an answer is made of, besides the texts of the rows. */
interface Answers {
  /** Its texts, where the build has none. */
  readonly texts?: Texts
  describe?(taken: TransitionResult, phrases: Phrases): AnswerExtras
  /** All mistakes in a payload with their places, for a row of kind `invalid`. */
  problems?(context: Context, payload: Payload, state: string): readonly string[]
  /**
   * The facts that may hold once the agent has written the files that it was asked to write, so that an answer is true
   * when it is read; several if they depend on what it writes, none if nothing changes.
   */
  readonly whenWritten?: (now: Facts, paths: readonly string[], state: string) => readonly Facts[]
}

/** What it remembers besides its state. */
interface Memory {
  /** Its keys of the context; each entry has their digest. An unused key stays, for entries that have one of it. */
  readonly keys: readonly string[]
  /** What a step's entry records, besides its note. */
  about?(taken: TransitionResult): Readonly<Record<string, unknown>>
  /** What the history says of an entry besides its states, given what `about` recorded; in one line, for people. */
  readonly retell?: (about: Readonly<Record<string, unknown>>, word?: unknown) => string
  /** For a workflow that depends on its context: rebuilds a lost one. */
  readonly rebuild?: (remains: Remains) => Rebuilt
  /** Adapts a recovered context to the files that exist, for example to names that are taken. */
  readonly holds?: (context: Context, files: readonly string[]) => Context
  /** A file beside its state that counts if there is none, and how it, or a state without `current_state`, is read. */
  readonly byHand?: { readonly file: string; readonly read: (text: string) => string }
}

/** A plan, of which the history records the digest, the progress, and the criteria; commands can show these. */
interface Plan {
  readonly file: string
  readonly criteria: (markdown: string) => readonly TaskItem[]
  readonly progress: (facts: Facts) => { readonly criteria: number; readonly open: number }
  /** Whether a criterion may have a command: what reads and proves them is loaded only then. */
  readonly mayHaveCommands: (probe: Probe) => boolean
  /** Whether an event can complete the work, so that what was proven has to be of the files that are here now. */
  readonly completes: (event: string, state: string) => boolean
}

/** How its commands are proven, where that is not as in the six spells; its facts have `proof` and `missingCommand`, which the store finds out. */
interface Proving {
  /** How that is spoken of. */
  readonly said?: Partial<Speaking>
  /** Whether what the settings ask for can be shown before a plan is written. */
  readonly isWithoutPlan?: true
  /** Files besides the plan in which criteria can stand that nothing counts. */
  readonly uncounted?: readonly string[]
}

/** For a workflow without a plan: what of its context commands can show. */
interface ProvableContext {
  readonly criteria: (context: Context, state: string) => readonly Provable[]
  /** Where everything that counts stands, as far as the state says. */
  readonly standings: (context: Context, state: string) => readonly Standing[]
  /** Whether files may be changed now; `early`: what a pass may not show, as no work has begun. */
  readonly now?: (context: Context, state: string) => { readonly mayChange: boolean; readonly early: readonly string[] }
  /** Everything that counts, where only a part of it can be proven now. */
  readonly claims?: (context: Context) => readonly Provable[]
  /** What the developer is asked to allow, where that is more than can be proven now. */
  readonly asked?: (context: Context) => readonly Provable[]
  /** Whether that is agreed on: before, what they decide comes first. */
  readonly isAgreed: (state: string) => boolean
}

/** What the six spells carry on with. */
interface HandingOver {
  /** The files that it is made of, besides the probed ones. */
  readonly files?: (context: Context) => readonly string[]
  /** The context and the plan, as Markdown; undefined if nothing is agreed on yet, or nothing is left. */
  documents(context: Context, files: Probe, state: string): Promise<Handover | undefined>
}

/** What the effects of its rows name. */
interface Effects {
  readonly lists?: Readonly<Record<string, (probe: Probe, settings: Settings) => readonly string[]>>
  readonly changes?: Readonly<Record<string, (given: TransitionInput) => readonly WantedChange[]>>
  /** The file that names the archived task, and functions that read the name, and what is wrong with it. */
  readonly naming?: {
    readonly file: string
    readonly safeName: (text: string | undefined) => Promise<SafeName>
    readonly faultIn: (text: string) => Promise<LineFault | undefined>
  }
}

interface States {
  /** The stage of each state; if it is missing, the previous one continues. */
  readonly stages?: Readonly<Record<string, Stage>>
  /** Whether a task is finished by going on from it; else by archiving its results. */
  readonly isTaskLeft?: true
  /** How a piece of work is over that claims nothing; undefined if it is under way, or over as it was meant. */
  readonly endsAs?: (state: string, context: Context, isArchived: boolean) => Ending | undefined
}

interface Files {
  /** Whether they stay as a step wrote them, until another step moves them; an undo keeps them. Else they may be edited. */
  readonly areFixed?: true
  /** The probed files that a user may want to open, in the order of the work, each with a description. */
  readonly key?: Readonly<Record<string, string>>
  /** The repository's own guides, each with a description. */
  readonly guides?: Readonly<Record<string, string>>
  /** Those that a state cannot be without. */
  readonly needs?: Readonly<Record<string, readonly string[]>>
  /** Those that what is remembered builds on. */
  readonly buildsOn?: (context: Context) => readonly string[]
  /** The state that the files imply if nothing else is known (default: the initial one), and the file that decided. */
  readonly impliedBy?: (probe: Probe) => { readonly state: string; readonly because?: string }
}

/**
 * Everything that a cast needs to know about a workflow: what each has, and then what some can. Functions of a context or a
 * payload are declared as methods, so that each workflow may narrow their types.
 */
export interface Workflow {
  readonly definition: Definition<Effect>
  readonly entry: KnownWorkflow
  /** The folder of its state, its history and its files. */
  readonly folder: string
  /** The folder in `.ai/.local` for its backups and prepared files; not shared with another workflow. */
  readonly local: string
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
  readonly answers: Answers
  readonly memory: Memory
  readonly effects: Effects
  readonly states: States
  readonly files: Files

  /** Of the piece of work; absent if it is the only one, or the one without a name. */
  readonly name?: string
  readonly kept?: KeptDefinition
  readonly input?: Input
  readonly agreement?: Agreement
  readonly plan?: Plan
  readonly proving?: Proving
  readonly provable?: ProvableContext
  readonly handover?: HandingOver
}
