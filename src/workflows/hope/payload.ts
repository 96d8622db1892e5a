import type { Verdict, votes } from './formulas'
import type { MarkdownDocument } from './markdown-document'
import type { Engagement, Horizon } from './marker'
import type { Dimension, Touched } from './session'
import type { SessionType } from './session-type'
import type { Mode } from './states'

/** The words with which questions are answered. */
export const words = [
  'yes',
  'edits',
  'proceed',
  'edit',
  'cancel',
  'unblocked',
  'failed',
  'continue',
  'stop',
  'satisfied',
  'new-work',
  'skip',
  'adjust',
] as const
export type Word = (typeof words)[number]

/** What was started with, beside the words of the request. */
export interface Start {
  readonly text: string
  readonly type?: SessionType | undefined
  readonly engagement?: Engagement | undefined
  readonly horizon?: Horizon | undefined
  /** As it was typed. */
  readonly feasible?: string | undefined
  readonly points?: number | undefined
  readonly irreversible?: boolean | undefined
  readonly touches?: readonly Touched[] | undefined
  readonly approach?: 'known' | 'unknown' | undefined
  readonly total?: number | undefined
  readonly maxWaves?: number | undefined
  readonly budget?: number | undefined
  /** Whether the whole way is to be listed. */
  readonly full?: boolean | undefined
}

/** An item that goes on in the next wave, and why, if that was said. */
interface Left {
  readonly id: string
  readonly reason?: string
}

export type Votes = Readonly<Record<(typeof votes)[number], Verdict>>

/** A name that is not to be asked for. */
export interface Blocked {
  readonly name: string
  readonly reason?: string | undefined
}

/** What an event brings with it. `at` is when it happens, ISO 8601 with milliseconds. */
export type EventPayload = { readonly at?: string } & (
  | ({ readonly verb: 'start' } & Start)
  | {
      readonly verb: 'engage'
      readonly level?: Engagement | undefined
      readonly horizon?: Horizon | undefined
      readonly feasible?: string | undefined
      readonly force?: boolean | undefined
    }
  | {
      readonly verb: 'score'
      readonly dims?: Partial<Record<Dimension, number>> | undefined
      readonly total?: number | undefined
      readonly reuse?: boolean | undefined
      readonly domain?: number | undefined
    }
  | { readonly verb: 'answer' | 'bond answer'; readonly word: string }
  | { readonly verb: 'submit' | 'bond submit'; readonly artifact: MarkdownDocument }
  | {
      readonly verb: 'wave'
      readonly done: readonly string[]
      readonly carry: readonly Left[]
      readonly stall: readonly Left[]
      readonly cost?: number | undefined
      readonly mustNot?: string | undefined
    }
  | {
      readonly verb: 'consult'
      readonly mode: Mode
      readonly query: string
      readonly side?: boolean | undefined
      readonly blocklist?: readonly Blocked[]
      /** The name on the list that was asked for. */
      readonly blockedName?: string | undefined
    }
  | {
      readonly verb: 'consult done'
      readonly pick?: string | undefined
      readonly blockers: readonly string[]
      readonly artifact?: MarkdownDocument | undefined
    }
  | { readonly verb: 'bond'; readonly votes: Partial<Votes> }
  | { readonly verb: 'intent'; readonly text?: string | undefined; readonly reset?: boolean | undefined }
  | { readonly verb: 'cancel'; readonly now?: boolean | undefined }
  | { readonly verb: 'audit'; readonly apply?: boolean | undefined; readonly confused?: boolean | undefined }
  | { readonly verb: 'status' }
)
export type Bringing<Verb extends EventPayload['verb']> = Extract<EventPayload, { verb: Verb }>
