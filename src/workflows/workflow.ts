import type { Context, Definition, Facts, Payload } from '../engine/definition'
import type { TaskItem } from '../markdown/task-items'
import type { ProofsNow } from './proving/proofs-now'

/** What a row does to files, as data. Paths are relative to the root. */
export type Effect =
  /** Writes the file's template where there is no such file; one that is there is kept. */
  | { readonly do: 'create'; readonly file: string }
  /** Moves those of the files that exist into a new folder; `<name>` and `<stamp>` in it are filled in. */
  | { readonly do: 'move'; readonly files: readonly string[]; readonly to: string }
  /** Puts the text of the file into the AI's part of the answer; a file that is moved is read before. */
  | { readonly do: 'show'; readonly file: string }
  /** Warns where the file is still its untouched template. */
  | { readonly do: 'expect'; readonly file: string }
  /** Puts a list that the workflow computes into the AI's part of the answer. */
  | { readonly do: 'list'; readonly list: string }
  /** Makes the changes that one of the workflow's `changes` says, from what it knows and what the event brought. */
  | { readonly do: 'change'; readonly changes: string }

/** One change to the files of a workflow, as data. Paths are relative to the root, with `/`. */
export type Change =
  /** A new file; nothing may be there. Where the SHA-256 of its text is known, it need not be made. */
  | { readonly do: 'create'; readonly path: string; readonly text: string; readonly digest?: string }
  /** A file or a folder gets a new place, which must be free. */
  | { readonly do: 'move'; readonly from: string; readonly to: string }

/**
 * What a workflow asks for: a change, or that whatever has this name makes room for what comes next. It gets the next free
 * name, `brief.r1.md`; where nothing has the name, nothing happens.
 */
export type WantedChange = Change | { readonly do: 'retire'; readonly path: string }

/** What the store found: the text of a file that is there, `true` where only its presence was asked for. */
export type Probe = Readonly<Record<string, string | true | undefined>>

/** What an event was answered from. */
export interface TransitionInput<Brought = Payload> {
  readonly from: string
  readonly state: string
  readonly probe: Probe
  /** The context before the event. */
  readonly before: Context
  /** As the event has left it. */
  readonly context: Context
  /** Empty where nothing was brought. */
  readonly payload: Brought
}

/** A step, for those who tell of it. */
export interface TransitionResult<Brought = Payload> extends TransitionInput<Brought> {
  /** The ids of the row that answered and of those that followed. */
  readonly rows: readonly string[]
  readonly now: Date
  /** What its proofs show; absent if its plan has no commands and the settings ask for none. */
  readonly proofs?: ProofsNow
}

/** A step that the history tells of. */
export interface PastStep {
  /** ISO 8601, with milliseconds. */
  readonly time: string
  readonly from: string
  readonly to: string
  readonly row?: string
  /** The rows that followed. */
  readonly via?: readonly string[]
  readonly note?: string
  /** What the workflow has said of it; the line of a repair has all that the work remembered then, as `remembered`. */
  readonly about?: Readonly<Record<string, unknown>>
}

/** What is left of a piece of work whose state is lost. */
export interface Remains {
  readonly probe: Probe
  /** The steps that stand, the oldest first; those after `base`, if there is one. */
  readonly past: readonly PastStep[]
  /** The work as it was at an earlier step, which its seal proves. */
  readonly base?: { readonly state: string; readonly context: Context }
}

/** A state that was made of what is left. */
export interface Rebuilt {
  readonly state: string
  readonly context: Context
  /** What tells the state, if neither history nor base does. */
  readonly because?: string
  /** Whether the steps of the past were done again. */
  readonly isReplayed?: boolean
  /** Files that it builds on and that are not there. */
  readonly missing?: readonly string[]
  /** What nothing that is left tells, each as it is named after "Lost:". */
  readonly lost?: readonly string[]
}

type OfAnswer = 'ok' | 'outcome' | 'row' | 'from' | 'to' | 'ai' | 'developer' | 'spells' | 'files'

/** Parts of sentences that its texts have placeholders for, by their names. */
export type Phrases = Readonly<Record<string, string>>

/** What a workflow adds to an answer, beside its texts. */
export interface AnswerExtras {
  /** What the texts have placeholders for, beside the facts. */
  readonly values?: Readonly<Record<string, string>>
  readonly warnings?: readonly string[]
  /** What is to be known where we are, as Markdown: for a look what the work is and how far it has come. */
  readonly overview?: string
  /** Texts for the AI that others have written, each under a heading of its own. */
  readonly quotes?: readonly { readonly heading: string; readonly text: string }[]
  /** Files whose text the AI's part quotes. */
  readonly shown?: readonly string[]
  /** Events that are the developer's alone: an agent is not reminded of them. */
  readonly reserved?: readonly string[]
  /** Whether the piece of work is no longer there, and nothing can be done with it. */
  readonly isGone?: boolean
  /** Further fields of the JSON document; what every answer says stays the answer's own. */
  readonly fields?: Readonly<Record<string, unknown>> & { readonly [Own in OfAnswer]?: never }
}

/** What a person can set for all workflows, from `.ai/spell.json` and the environment. */
export interface Settings {
  /** The name of the workflow that a repository works with above all. */
  readonly workflow: string
  readonly atlassian: { readonly hosts: readonly string[] }
  readonly guard: { readonly blockIn: readonly string[]; readonly editsOnlyIn: readonly string[] }
  /** Whether Reparo fetches by itself, and whose comments it leaves out. */
  readonly review: { readonly fetches: boolean; readonly ignoreAuthors: readonly string[] }
  readonly proof: ProofSettings
}

/** What proving goes by. */
export interface ProofSettings {
  /** The time limit of a command that has none itself, such as `10m`. */
  readonly within: string
  /** Commands that completing the work needs, whatever the criteria say. */
  readonly always: readonly string[]
  /** Whether no task may begin while a criterion has neither a command nor `by: developer`. */
  readonly required: boolean
}

/** A name for an archive folder, and what was wrong with the one that was asked for. */
export interface SafeName {
  readonly name: string
  readonly warning?: string
}

/**
 * What goes on in a state: the plan is written, nothing (between two tasks), a task is carried out, or a review is applied and
 * waits to be archived.
 */
export type Stage = 'planning' | 'between' | 'task' | 'review'

/**
 * Everything the cast has to know about one workflow. What is told of its context or of what an event brought is declared as
 * a method, so that each workflow may say what these look like.
 */
export interface Workflow {
  readonly definition: Definition<Effect>
  /** Where its state, its history and its files live. */
  readonly folder: string
  /** What the paths of its archives begin with. */
  readonly archives?: string
  /** Where its backups are, and what waits to become true; within `.ai/.local`, and no other workflow's. */
  readonly local: string
  /** The event that only looks; every state answers it with the text that describes the state. */
  readonly look: string
  /**
   * The files that its facts depend on: `text` to read them, `short text` to read those that a template could be, `presence`
   * to look whether they are there.
   */
  readonly probes: Readonly<Record<string, 'text' | 'short text' | 'presence'>>
  /**
   * Without a payload they are those of an event that brings all that it should: the question is what it would do. With
   * several regions they may depend on the state, too.
   */
  facts(probe: Probe, settings: Settings, context: Context, payload?: Payload, state?: string): Facts
  readonly lists?: Readonly<Record<string, (probe: Probe, settings: Settings) => readonly string[]>>
  /**
   * The facts as they can be once the agent has written the files that it was asked to, so that an answer says what holds when
   * it is read; several if what it writes decides, none if nothing changes.
   */
  readonly whenWritten?: (now: Facts, paths: readonly string[], state: string) => readonly Facts[]
  /** What the history tells of the plan: the digest of its file, how far it is, and its criteria. */
  readonly plan?: {
    readonly file: string
    readonly criteria: (markdown: string) => readonly TaskItem[]
    readonly progress: (facts: Facts) => { readonly criteria: number; readonly open: number }
  }
  /** Commands can show the criteria of its plan; its facts have `proof` and `missingCommand`, which the store finds out. */
  readonly proving?: {
    /** Whether a criterion may have a command: what reads and proves them is loaded only then. */
    readonly isNeeded: (probe: Probe) => boolean
    /** Whether an event can complete the work, so that what was proven has to be of what lies here now. */
    readonly completes: (event: string, state: string) => boolean
  }
  /** Everything that is wrong with what an event brings, each with its place, for a row of kind `invalid`. */
  problems?(context: Context, payload: Payload, state: string): readonly string[]
  /** Which files a row makes and moves that says `change`. */
  readonly changes?: Readonly<Record<string, (given: TransitionInput) => readonly WantedChange[]>>
  /** Whether the files that its steps make hold what somebody handed in: undo then keeps them where git does. */
  readonly keepsUndone?: boolean
  /** What the line of a step says of it, beside its note. */
  about?(taken: TransitionResult): Readonly<Record<string, unknown>>
  describeTransition?(taken: TransitionResult, phrases: Phrases): AnswerExtras
  /** What goes on in a state; where it is not said, what went on before. */
  readonly stages?: Readonly<Record<string, Stage>>
  /** The phases of its picture, by what the names of their states begin with. */
  readonly groups?: Readonly<Record<string, string>>
  /** The files without which a state makes no sense. */
  readonly needs?: Readonly<Record<string, readonly string[]>>
  /** The files without which what it remembers makes no sense. */
  readonly buildsOn?: (context: Context) => readonly string[]
  /** The state that the files imply if nothing else is known, and the file that tells; the first one unless told. */
  readonly impliedBy?: (probe: Probe) => { readonly state: string; readonly because?: string }
  /** The file that names the task that is archived, and how to read that name. */
  readonly naming?: { readonly file: string; readonly safeName: (text: string | undefined) => Promise<SafeName> }
  /**
   * The keys of its context that it reads and writes; each line seals them. One that is used no more stays on the list, for
   * the lines that have sealed it.
   */
  readonly remembers?: readonly string[]
  /** For a workflow that cannot do without its context: makes one where it is lost. */
  readonly rebuild?: (remains: Remains) => Rebuilt
  /** What holds of a context that was found again, beside the files that are there now: names that are taken, for example. */
  readonly holds?: (context: Context, files: readonly string[]) => Context
  /** Whether a file that a step has written stays as it was until another step moves it; others are there to be written in. */
  readonly keepsFiles?: true
  /** Of the probes, those that a person may want to open, in the order of the work, each with what it is. */
  readonly keyFiles?: Readonly<Record<string, string>>
  /** How things are written here; they belong to the people of the repository, each with what it is. */
  readonly guides?: Readonly<Record<string, string>>
}
