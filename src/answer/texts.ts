/** The text of one row, from `templates/<workflow>/rows/<id>.md`. */
export interface RowText {
  /** What casting would do: `advance`, `stay`, `missing`, `confirm`. */
  readonly summary?: string
  /** Why it does nothing: `block`, `no-op`. */
  readonly because?: string
  /** What the agent may write now, as Markdown. */
  readonly writes?: readonly string[]
  readonly tip?: boolean
  readonly ai?: string
  readonly happened?: string
  /** Only in a Lumos row: what people call the state. */
  readonly title?: string
  /** Only in a Lumos row: describes the state. */
  readonly where?: string
  readonly next?: string
}

/** Every text of a workflow. */
export interface Texts {
  readonly rows: Readonly<Record<string, RowText>>
  /** The AI's part of a `block` and a `no-op` that say no more. */
  readonly kinds: Readonly<Record<string, string>>
  /** The content of each file that can be created, by its path from the root. */
  readonly files: Readonly<Record<string, string>>
  /** The SHA-256 of each of them, as 64 hexadecimal digits: taken when building, so that a cast need not. */
  readonly digests: Readonly<Record<string, string>>
  readonly header: string
  /** What an agent is reminded of. */
  readonly brief: string
  readonly tip: string
  readonly rules: string
}
