import type { Turn } from '../workflow/turn'

/** What an answer tells of the developer's words. */
export interface WordReport {
  /** What was changed of the criteria, and the word of this step has agreed to, as Markdown. */
  readonly agreed?: string
  /** What is new since the last word, as Markdown. */
  readonly news?: string
  /** Whether the developer's next Accio lets commands run. */
  readonly allows?: boolean
  /** The same for programs. */
  readonly shown?: object
  /** What the agent reads about them. */
  readonly ai?: string
  /** What the agent is doing, if it may cast the next Accio itself. */
  readonly next?: string
  /** What the developer is to look at before the next word, which agrees to it. */
  readonly look?: Turn
  /** What a grant is still good for, when looking; what was done under one that has ended by this step. */
  readonly granted?: string
}
