/** The text of one row, from `templates/<workflow>/states/`, or of a command that is no row, from `commands.md`. */
export interface RowText {
  /** What casting would do: `advance`, `stay`, `missing`, `confirm`. */
  readonly summary?: string
  /** When it will, if it cannot yet: completes "once". */
  readonly once?: string
  /** Why it does nothing: `block`, `no-op`. */
  readonly because?: string
  /** Of `invalid`: the code of the failure, what was wrong, and what to do. */
  readonly code?: string
  readonly problem?: string
  readonly fix?: string
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

/** What a workflow calls the things that every answer has. */
export interface Words {
  /** An event in a list, with `{{event}}` as it is typed, `{{spell}}` with a capital, `{{plain}}` its plain word. */
  readonly name: string
  /** The same among others, if it is shorter there. */
  readonly short?: string
  /** Headings. */
  readonly available: string
  readonly unavailable: string
  readonly choices: string
  readonly list: string
  /** Of what cannot be done, and of what had no effect: sentences with `{{because}}`. */
  readonly refused: string
  readonly idle: string
}

/** Texts by their names; a Map is one. */
export interface Lookup<T> {
  get(name: string): T | undefined
}

/** Every text of a workflow. */
export interface Texts {
  readonly rows: Lookup<RowText>
  /** The AI's part of a `block` and a `no-op` that say no more. */
  readonly kinds: Readonly<Record<string, string>>
  /** The content of each file that can be created, by its path from the root. */
  readonly files: Lookup<string>
  /** The SHA-256 of each of them, as 64 hexadecimal digits: taken when building, so that a cast need not. */
  readonly digests: Readonly<Record<string, string>>
  readonly words: Words
  /** What a placeholder may stand for, by what decides it. */
  readonly phrases: Readonly<Record<string, string>>
  readonly header: string
  /** What an agent is reminded of. */
  readonly brief: string
  readonly tip: string
  readonly rules: string
}
