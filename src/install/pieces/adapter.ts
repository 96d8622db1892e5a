import type { Hook, Look, Piece } from './piece'

/** An agent or a hook manager: how to recognise it in a repository, and what it needs from us. */
export interface Adapter {
  /** As in flags and in the record: `husky`. */
  readonly name: string
  /** As displayed: `Husky`. */
  readonly title: string
  /** Whether the repository uses it. */
  readonly detect: (look: Look) => boolean
  /** `hooks` are the git hooks that should run us. */
  readonly pieces: (look: Look, hooks: readonly Hook[]) => readonly Piece[]
  /** The command that activates what was installed, if one is needed. */
  readonly activate?: (look: Look, hooks: readonly Hook[]) => readonly string[] | undefined
}

/** All agents and hook managers. The more specific hook managers come first. */
export interface Adapters {
  readonly agents: readonly Adapter[]
  readonly managers: readonly Adapter[]
}
