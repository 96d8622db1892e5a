import type { Failure } from '../../../failure/failure'
import type { Environment } from '../../../store/settings/settings'

/** Where a piece goes: relative to the root with `/`; absolute only for what lies in git's own folder. */
type Path = string

/** A file that is ours alone. Where another one has its name it is kept, and that is said. */
export interface FilePiece {
  readonly do: 'file'
  readonly path: Path
  /** Without the marker; that is put in by who writes it. */
  readonly text: string
  readonly comment: Comment
  /** For hooks. */
  readonly executable?: boolean
  /** What is there already is called first, from this name next to it; taking us out gives it its name back. */
  readonly chain?: string
}

/** A few lines of ours in a file that is somebody else's. The file is made where there is none. */
export interface BlockPiece {
  readonly do: 'block'
  readonly path: Path
  /** What tells it from other blocks of ours in the same file: `guard`. */
  readonly id: string
  readonly text: string
  readonly comment: Comment
  /**
   * Where the block begins, at the beginning of a line, and how far it is indented; at the end of the file where it is not
   * given. A reason in words says that the file cannot take it.
   */
  readonly place?: (text: string) => Place | string
}

export interface Place {
  readonly offset: number
  readonly indent: string
}

/** Values of ours in a JSON file that is somebody else's; its comments and its layout stay. The file is made where there is none. */
export interface KeysPiece {
  readonly do: 'keys'
  readonly path: Path
  readonly keys: readonly Key[]
}

export interface Key {
  readonly at: readonly string[]
  readonly value: unknown
  /** The value is one more item of the list that the key has. */
  readonly append?: boolean
  /** The value is a shell command, which comes after the one that the key has, joined by `&&`. */
  readonly chain?: boolean
}

/** One thing that `spell init` puts into a repository. */
export type Piece = FilePiece | BlockPiece | KeysPiece

/** What came of putting a piece into a text: the new text, or why it stays as it is. */
export type Put =
  | { readonly text: string }
  /** Somebody has changed what was ours, or has something of their own in its place. */
  | { readonly kept: 'edited' | 'foreign'; readonly ours: string; readonly there: string }
  /** The file cannot take it; the reason, a sentence. */
  | { readonly kept: 'refused'; readonly why: string }

/** How a line of comment is written: `# …`, `<!-- … -->`, `// …`. */
export type Comment = 'hash' | 'html' | 'slashes'

/** A hook of git that something of ours can run in. */
export type Hook = 'pre-commit' | 'prepare-commit-msg'

/** What adapters and plans may look at; nothing of it changes anything. Paths are relative to the root with `/`, or absolute. */
export interface Look {
  /** Absolute. */
  readonly root: string
  /** That of the process, by which an agent is known that has started it. */
  readonly env: Environment
  /** The text of a file as it is; undefined if there is no such file, `false` if it cannot be read as text. */
  readonly read: (path: string) => string | undefined | false
  readonly isThere: (path: string) => boolean
  /** Git's folder for hooks (absolute), as `core.hooksPath` or the worktree's repository gives it; undefined without git. */
  readonly hooksFolder?: string
  /** The value of `core.hooksPath`, where it is set. */
  readonly hooksPath?: string
}

/** A repository that pieces are to be put into: what it looks like, and what can be done to it. */
export interface Site extends Look {
  /** Whether a file lies neither below the root nor in git's own folder, by way of whatever links: other repositories may use it. */
  readonly isOutside: (path: string) => boolean
  /**
   * What keeps a file from being made, written, renamed or removed; undefined where nothing does.
   *
   * @param rewrite whether its bytes are to change
   */
  readonly obstacle: (path: string, rewrite: boolean) => Failure | undefined
  /** The same root in the other worktrees of the repository, which have git's own folder in common with this one; absolute. */
  readonly worktrees: readonly string[]
}
