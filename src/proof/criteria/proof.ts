/** How a command ended that was run for a criterion; `confirmed`: it has none, and the developer said that it is met. */
export const outcomes = ['passed', 'failed', 'timed out', 'killed', 'confirmed'] as const
export type Outcome = (typeof outcomes)[number]

/** Whether only its `files` say what it is of, whatever else is in the tree. */
export const isOfFilesAlone = ({ outcome, treeAll }: Pick<Proof, 'outcome' | 'treeAll'>): boolean =>
  outcome === 'confirmed' && treeAll === undefined

/** What stands for the criterion of commands that the settings ask for whatever the plan says. */
export const always = 'always'

/** One command that was run for a criterion, and what came of it. */
export interface Proof {
  /** ISO 8601 in UTC. */
  readonly time: string
  /** The id of the piece of work; absent if it has none. */
  readonly work?: string
  /** What the criterion is known by, 16 hexadecimal digits; or `always`. */
  readonly criterion: string
  /** What all its commands and what is expected of them are known by, 16 hexadecimal digits. */
  readonly commands: string
  /** Which of them this is, from 1, and how many there are. */
  readonly command: number
  readonly of: number
  /** What was started: the arguments, or the text that a shell got; of a long one the beginning. */
  readonly argv?: readonly string[]
  readonly shell?: string
  /** The folder that it ran in, relative to the root; absent for the root. */
  readonly in?: string
  /** What was expected of it besides exit 0, as its plan said it. */
  readonly expect?: readonly string[]
  readonly outcome: Outcome
  readonly exit?: number
  readonly signal?: string
  /** A file that it names was not there, so it could not run. */
  readonly missing?: true
  /** How long it ran, in milliseconds. */
  readonly ms: number
  /** The SHA-256 of what it printed. */
  readonly output: string
  readonly tests?: { readonly passed: number; readonly failed: number; readonly skipped: number }
  /** The first files that it wrote, and left as they were, each time that it ran. */
  readonly touched?: readonly string[]
  /** The commit that git was at. */
  readonly head?: string
  /** The ids of the working tree without and with files not yet tracked; absent if there was no git. */
  readonly tree?: string
  readonly treeAll?: string
  /**
   * The first 16 hexadecimal digits of the SHA-256 of each file that the command names and no tree has: under `.ai/`, or ignored.
   * Of a confirmation: of each file that it is of.
   */
  readonly files?: Readonly<Record<string, string>>
  readonly node: string
  readonly os: string
  readonly ci?: true
  /** The digest of the proof before, absent in the first. */
  readonly previous?: string
  /** The SHA-256 of the line as it is written, without this key. Always the last key. */
  readonly digest?: string
}
