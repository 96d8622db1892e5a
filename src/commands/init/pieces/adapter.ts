import type { Look, Piece } from './piece'

/** One agent, or one program that runs git's hooks: what it looks like in a repository, and what of ours it needs. */
export interface Adapter {
  /** As in flags and in the record: `husky`. */
  readonly name: string
  /** As people write it: `Husky`. */
  readonly title: string
  /** Whether the repository uses it. */
  readonly detect: (look: Look) => boolean
  readonly pieces: (look: Look, wanted: Extras) => readonly Piece[]
  /** The command after which what was put in counts, where there is one. */
  readonly activate?: (look: Look, wanted: Extras) => readonly string[] | undefined
}

/** What somebody may want besides. */
export interface Extras {
  /** Whether commits name their task. */
  readonly trailer: boolean
}

/** All that can be put in. Of the managers the more special one comes first. */
export interface Adapters {
  readonly agents: readonly Adapter[]
  readonly managers: readonly Adapter[]
}
