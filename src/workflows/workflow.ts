import type { Definition, Facts } from '../engine/definition'

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

/** What the store found: the text of a file that is there, `true` where only its presence was asked for. */
export type Probe = Readonly<Record<string, string | true | undefined>>

/** What a person can set for all workflows, from `.ai/spell.json` and the environment. */
export interface Settings {
  readonly atlassian: { readonly hosts: readonly string[] }
  readonly guard: { readonly blockIn: readonly string[]; readonly editsOnlyIn: readonly string[] }
  /** Whether Reparo fetches by itself, and whose comments it leaves out. */
  readonly review: { readonly fetches: boolean; readonly ignoreAuthors: readonly string[] }
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

/** Everything the cast has to know about one workflow. */
export interface Workflow<State extends string = string, Spell extends string = string, Guard extends string = string> {
  readonly definition: Definition<State, Spell, Guard, Effect>
  /** Where its state, its history and its files live. */
  readonly folder: string
  /** The event that only looks; every state answers it with the text that describes the state. */
  readonly look: Spell
  /** The files that its facts depend on: `text` to read them, `presence` to look whether they are there. */
  readonly probes: Readonly<Record<string, 'text' | 'presence'>>
  readonly facts: (probe: Probe, settings: Settings) => Facts
  readonly lists: Readonly<Record<string, (probe: Probe, settings: Settings) => readonly string[]>>
  /** How far the plan is, for the history. */
  readonly progress: (facts: Facts) => { readonly criteria: number; readonly open: number }
  /** What goes on in a state; where it is not said, what went on before. */
  readonly stages: Readonly<Partial<Record<State, Stage>>>
  /** The phases of its picture, by what the names of their states begin with. */
  readonly groups: Readonly<Record<string, string>>
  /** The files without which a state makes no sense. */
  readonly needs: Readonly<Partial<Record<State, readonly string[]>>>
  /** The state that the files imply, where nothing else is known, and the file that tells. */
  readonly impliedBy: (probe: Probe) => { readonly state: State; readonly because?: string }
  /** The file whose first heading names a whole piece of work. */
  readonly planFile: string
  /** The file whose front matter names the task that is archived, and how to read that name. */
  readonly nameFile: string
  readonly safeName: (text: string | undefined) => Promise<SafeName>
  /** Of the probes, those that a person may want to open, in the order of the work, each with what it is. */
  readonly keyFiles: Readonly<Record<string, string>>
  /** How things are written here; they belong to the people of the repository, each with what it is. */
  readonly guides: Readonly<Record<string, string>>
}
