import type { Kind, Outcome } from '../../engine/definition'
import { type ExitCode, exit } from '../../text/failure'
import type { Turn } from '../../workflow/turn'

/** What a spell would do now. */
export interface Offer {
  readonly name: string
  readonly available: boolean
  readonly outcome: Outcome
  readonly to: string
  readonly summary: string
  /** The outcomes once the agent has done its part, if they differ; several if it depends on what the agent does. */
  readonly then?: readonly Outlook[]
}

/** The predicted outcome of a spell. */
export interface Outlook extends Pick<Offer, 'available' | 'outcome' | 'to' | 'summary'> {
  /** The condition for this outcome. */
  readonly once?: string
}

/** The answer to a cast, as `--json` prints it (docs/cli.md). `ai` and `developer` are Markdown. */
export interface Answer {
  readonly schemaVersion: 1
  /** `cast`, or the name of the command, if it is no spell. */
  readonly kind: string
  readonly ok: boolean
  readonly outcome: Outcome
  readonly workflow: string
  /** The name of the piece of work; that of the six spells which has none is called `task`. */
  readonly work: string
  readonly spell: string
  readonly row: string
  readonly from: string
  readonly to: string
  readonly ai: string
  readonly developer: string
  readonly spells: readonly Offer[]
  /** Who acts next: no one if the work is gone, or nothing has begun. */
  readonly turn: Turn
  /** Only when looking: all that an agent needs to continue, at most 1,200 bytes. */
  readonly brief?: string
  readonly files: {
    readonly created: readonly string[]
    readonly kept: readonly string[]
    readonly moved: readonly { readonly from: string; readonly to: string }[]
  }
  /** Links that the agent should fetch. */
  readonly links: readonly string[]
  /** What is new since the developer's last word, where words are seen; the next Accio agrees to exactly that. */
  readonly shown?: object
  readonly warnings: readonly string[]
}

const outcomes: Readonly<Record<Kind, Outcome>> = {
  advance: 'advanced',
  stay: 'stayed',
  'no-op': 'stayed',
  block: 'blocked',
  invalid: 'blocked',
  confirm: 'confirm',
  missing: 'missing',
  show: 'shown',
}

export const outcomeOf = (kind: Kind): Outcome => outcomes[kind]

export const exitOf = (outcome: Outcome): ExitCode =>
  outcome === 'blocked' ? exit.notPossible : outcome === 'missing' ? exit.missing : exit.done
