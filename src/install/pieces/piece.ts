import type { Failure } from '../../failure/failure'
import type { Environment } from '../../settings/settings'

/** The path of a piece: relative to the root with `/`; absolute only in git's own folder. */
type Path = string

/** A file that belongs to us. A foreign file of that name is kept, and reported. */
export interface FilePiece {
  readonly do: 'file'
  readonly path: Path
  /** Without the marker, which is added when writing. */
  readonly text: string
  readonly comment: Comment
  /** For hooks. */
  readonly executable?: boolean
  /** An existing file is renamed to this name and called first; uninstalling renames it back. */
  readonly chain?: string
}

/** Our lines in a foreign file, which is created if it does not exist. */
export interface BlockPiece {
  readonly do: 'block'
  readonly path: Path
  /** Distinguishes it from our other blocks in the file: `guard`. */
  readonly id: string
  readonly text: string
  readonly comment: Comment
  /**
   * Where the block begins, at the start of a line, and its indentation (default: at the end of the file). A text
   * explains why the file cannot take it.
   */
  readonly place?: (text: string) => Place | string
}

export interface Place {
  readonly offset: number
  readonly indent: string
}

/** Our values in a foreign JSON file; its comments and its layout are kept. It is created if it does not exist. */
export interface KeysPiece {
  readonly do: 'keys'
  readonly path: Path
  readonly keys: readonly Key[]
}

export interface Key {
  readonly at: readonly string[]
  readonly value: unknown
  /** Appends the value to the list at the key. */
  readonly append?: boolean
  /** Appends the value, a shell command, to the existing command with `&&`. */
  readonly chain?: boolean
}

/** Something that `spell init` installs. */
export type Piece = FilePiece | BlockPiece | KeysPiece

/** The result of inserting a piece: the new text, or why it stays unchanged. */
export type Put =
  | { readonly text: string }
  /** The user has edited our part, or has something else in its place. */
  | { readonly kept: 'edited' | 'foreign'; readonly ours: string; readonly there: string }
  /** The file cannot take it; `why` is a sentence. */
  | { readonly kept: 'refused'; readonly why: string }

/** The comment syntax: `# …`, `<!-- … -->`, `// …`. */
export type Comment = 'hash' | 'html' | 'slashes'

/** A git hook that we can use. */
export type Hook = 'pre-commit' | 'prepare-commit-msg'

/** Read access for adapters and plans. Paths are relative to the root with `/`, or absolute. */
export interface Look {
  /** Absolute. */
  readonly root: string
  /** The process's environment, which shows the agent that has started it. */
  readonly env: Environment
  /** The unchanged text of a file; undefined if it does not exist, `false` if it cannot be read as text. */
  readonly read: (path: string) => string | undefined | false
  readonly isThere: (path: string) => boolean
  /** git's hooks folder (absolute), from `core.hooksPath` or the repository; undefined without git. */
  readonly hooksFolder?: string
  /** The value of `core.hooksPath`, if it is set. */
  readonly hooksPath?: string
}

/** A repository to install into: read access, and what can be changed. */
export interface Site extends Look {
  /** Whether links lead a file out of both the root and git's own folder: other repositories may use it. */
  readonly isOutside: (path: string) => boolean
  /**
   * What prevents a file from being created, written, renamed or removed; undefined if nothing does.
   *
   * @param rewrite whether its content is to change
   */
  readonly obstacle: (path: string, rewrite: boolean) => Failure | undefined
  /** The same folder in the repository's other worktrees, which share git's own folder; absolute. */
  readonly worktrees: readonly string[]
}
