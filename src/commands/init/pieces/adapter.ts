import type { Hook, Look, Piece } from './piece'

/** One agent, or one program that runs git's hooks: what it looks like in a repository, and what of ours it needs. */
export interface Adapter {
  /** As in flags and in the record: `husky`. */
  readonly name: string
  /** As people write it: `Husky`. */
  readonly title: string
  /** Whether the repository uses it. */
  readonly detect: (look: Look) => boolean
  /** `hooks` are those of git that it is to run us in. */
  readonly pieces: (look: Look, hooks: readonly Hook[]) => readonly Piece[]
  /** The command after which what was put in counts, where there is one. */
  readonly activate?: (look: Look, hooks: readonly Hook[]) => readonly string[] | undefined
}

/** All that can be put in. Of the managers the more special one comes first. */
export interface Adapters {
  readonly agents: readonly Adapter[]
  readonly managers: readonly Adapter[]
}
