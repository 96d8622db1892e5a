import type { Failure } from '../../text/failure'
import type { Repository } from '../agents/agent'
import type { Piece } from '../agents/piece'

/** The result of inserting a piece: the new text, or why it stays unchanged. */
export type Put =
  | { readonly text: string }
  /** The user has edited our part, or has something else in its place. */
  | { readonly kept: 'edited' | 'foreign'; readonly ours: string; readonly there: string }
  /** The file cannot take it; `why` is a sentence. */
  | { readonly kept: 'refused'; readonly why: string }

/** Read access for adapters and plans. Paths are relative to the root with `/`, or absolute. */
export interface Look extends Pick<Repository, 'env' | 'read' | 'belowTop'> {
  readonly root: string
  /** The folder of the package that brings the program, if it is not the root: `packages/a`. */
  readonly package?: string
  readonly isThere: (path: string) => boolean
  /** git's hooks folder (absolute), from `core.hooksPath` or the repository; undefined without git. */
  readonly hooksFolder?: string
  /** The value of `core.hooksPath`, if it is set. */
  readonly hooksPath?: string
}

/** A repository to install into: read access, and what can be changed. */
export interface Site extends Look {
  /** Where links lead a path, as an absolute path without links. */
  readonly leadsTo: (path: string) => string
  /** Whether links lead a file out of both the root and git's own folder: other repositories may use it. */
  readonly isOutside: (path: string) => boolean
  /** What prevents a file from being created, renamed or removed, or its content from being changed (`rewrite`). */
  readonly obstacle: (path: string, rewrite: boolean) => Failure | undefined
  /** The same folder in the repository's other worktrees, which share git's own folder; absolute. */
  readonly worktrees: readonly string[]
}

/** An agent or a hook manager: how to recognise it in a repository, and what it needs from us. */
export interface Adapter {
  /** As in flags and in the record: `husky`. */
  readonly name: string
  /** As displayed: `Husky`. */
  readonly title: string
  readonly detect: (look: Look) => boolean
  readonly startsHooksInRoot?: true
  /** Whether it has spell as a plugin, and no files of it here: `pieces` are then what no plugin brings. */
  readonly comesAsPlugin?: (look: Look) => boolean
  /** `agents` are all agents that are set up. */
  readonly pieces: (look: Look, agents: readonly string[]) => readonly Piece[]
  /** What lets an agent look and prove without asking, where its settings can say so. */
  readonly permission?: (look: Look) => Piece
  /** Whether what git runs before a commit now is the manager's own. */
  readonly runs?: (look: Look) => boolean
  /** The command that activates what was installed, if one is needed. */
  readonly activate?: (look: Look) => readonly string[] | undefined
}

/** All agents and hook managers. The more specific hook managers come first. */
export interface Adapters {
  readonly agents: readonly Adapter[]
  readonly managers: readonly Adapter[]
}
