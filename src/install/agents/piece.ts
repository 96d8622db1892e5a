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
  /** What shows whether it works: the line that it starts, or the hook of git that it is. */
  readonly starts?: string
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
  readonly place?: (text: string) => LinePosition | string
}

export interface LinePosition {
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
}

/** Something that `spell init` installs. */
export type Piece = FilePiece | BlockPiece | KeysPiece

/** The comment syntax: `# …`, `<!-- … -->`, `// …`. */
export type Comment = 'hash' | 'html' | 'slashes'

const folders = /(?:^|\/)(skills\/spell\/SKILL\.md|commands\/(?:accio|lumos)\.\w+)$/

/** @returns the path in a plugin of what `init` would write; undefined for what no plugin brings, such as hooks of a workflow */
export function pathInPlugin(piece: Piece): string | undefined {
  if (piece.do === 'file') return folders.exec(piece.path)?.[1]
  if (piece.do === 'block' || !piece.keys.some(({ at }) => at[0] === 'hooks')) return undefined
  return / \w+ hook /.test(JSON.stringify(piece.keys)) ? undefined : 'hooks/hooks.json'
}

/** The name of the plugin in every agent. */
export const plugin = 'spell'

/** The user's own folder, in which agents keep plugins. */
export const homeIn = ({ HOME, USERPROFILE }: Readonly<Record<string, string | undefined>>): string =>
  HOME ?? USERPROFILE ?? ''
