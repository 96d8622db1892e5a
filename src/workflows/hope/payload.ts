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
  readonly type?: SessionType
  readonly engagement?: Engagement
  readonly horizon?: Horizon
  /** As it was typed. */
  readonly feasible?: string
  readonly points?: number
  readonly irreversible?: boolean
  readonly touches?: readonly Touched[]
  readonly approach?: 'known' | 'unknown'
  readonly total?: number
  readonly maxWaves?: number
  readonly budget?: number
  /** Whether the whole way is to be listed. */
  readonly full?: boolean
}

export type Dims = Readonly<Record<Dimension, number>>

export interface Scored {
  readonly dims?: Partial<Dims>
  readonly total?: number
  readonly reuse?: boolean
  readonly domain?: number
}

export interface Wave {
  readonly done: readonly string[]
  /** Items that go on in the next wave, each with why, where that was said. */
  readonly carry: readonly { readonly id: string; readonly reason?: string }[]
  readonly stall: readonly { readonly id: string; readonly reason?: string }[]
  readonly cost?: number
  readonly mustNot?: string
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
      readonly level?: Engagement
      readonly horizon?: Horizon
      readonly feasible?: string
      readonly force?: boolean
    }
  | ({ readonly verb: 'score' } & Scored)
  | { readonly verb: 'answer' | 'bond answer'; readonly word: string }
  | { readonly verb: 'submit' | 'bond submit'; readonly artifact: MarkdownDocument }
  | ({ readonly verb: 'wave' } & Wave)
  | {
      readonly verb: 'consult'
      readonly mode: Mode
      readonly query: string
      readonly side?: boolean
      readonly blocklist?: readonly Blocked[]
      /** The name on the list that was asked for. */
      readonly blockedName?: string
    }
  | {
      readonly verb: 'consult done'
      readonly pick?: string
      readonly blockers: readonly string[]
      readonly artifact?: MarkdownDocument
    }
  | ({ readonly verb: 'bond' } & { readonly votes: Partial<Votes> })
  | { readonly verb: 'intent'; readonly text?: string; readonly reset?: boolean }
  | { readonly verb: 'cancel'; readonly now?: boolean }
  | { readonly verb: 'audit'; readonly apply?: boolean; readonly confused?: boolean }
  | { readonly verb: 'status' }
)
export type Bringing<Verb extends EventPayload['verb']> = Extract<EventPayload, { verb: Verb }>
