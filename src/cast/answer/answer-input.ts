import type { Facts, Kind } from '../../engine/definition'
import { capital, fill } from '../../text/markdown-parts'
import type { WordReport } from '../../word/answer-part'
import type { AnswerExtras, RowText, Texts } from '../../workflow/texts'
import type { Turn } from '../../workflow/turn'
import type { Answer, Offer } from './answer'

type OfAnswer = 'workflow' | 'work' | 'spell' | 'from' | 'to' | 'files' | 'links' | 'warnings'
type OfWorkflow = 'faults' | 'overview' | 'quotes' | 'leftOut' | 'brevity'

export interface AnswerInput extends Pick<Answer, OfAnswer>, Pick<AnswerExtras, OfWorkflow> {
  /** Whether its workflow has several, so that the answer says which it is about. */
  readonly isOneOfSeveral?: boolean
  readonly row: { readonly id: string; readonly kind: Kind }
  /** The ids of the rows taken after the first. */
  readonly via?: readonly string[]
  /** The text that describes the state `to`. */
  readonly place: RowText
  /** Values for the placeholders. */
  readonly facts: Facts
  readonly texts: Texts
  readonly offers: readonly Offer[]
  /** The event that only looks. */
  readonly look: string
  readonly word?: WordReport
  /** What of the plan may show nothing, where it can still be changed. */
  readonly weak?: readonly string[]
  readonly keyFiles: readonly (readonly [path: string, what: string])[]
  /** File contents that the AI's part quotes; `whole` is false if a content is cut. */
  readonly shown: readonly { readonly path: string; readonly text: string; readonly whole: boolean }[]
  readonly note: string | undefined
  /** Who acts next; absent if the work is gone. */
  readonly turn?: Turn | undefined
  /** The same as the last line of the developer's part. */
  readonly turnLine?: string
  /** Whether the agent is about to write: what the developer is to do then is said when it stops. */
  readonly isUnderWay?: boolean
  /** The texts of the row and the state that a missing file leads to, where nothing is about to be written. */
  readonly missing?: RowText | undefined
}

/** The same with what the composer has found out. */
export interface ComposerInput extends AnswerInput {
  /** The text of the row that answered. */
  readonly text: RowText
}

/** What only an agent is told that waits for the developer's word, and not one that goes on by it. */
function whereItWaits({ texts: { phrases }, word }: ComposerInput) {
  const told = (key: string) => (word?.next === undefined ? (phrases[key] ?? '') : '')
  const [wait, stop, onWord] = [told('wait'), told('stop'), told('on-word')]
  return { wait: wait && ` ${wait}`, stop: stop && ` ${stop}`, onWord: onWord && `${onWord} ` }
}

/** @returns the values for the placeholders of what was cast */
export const valuesOf = (told: ComposerInput) => ({
  ...whereItWaits(told),
  ...told.facts,
  event: told.spell,
  spell: capital(told.spell),
  because: fill(told.text.because ?? '', told.facts),
})
