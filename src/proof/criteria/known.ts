import { hash } from 'node:crypto'
import type { PlannedCriterion } from './criterion'
import { plannedCommand } from './planned-command'
import { always, type Proof } from './proof'
import { type Identity, identitiesOf, type Standing, standingOf } from './standing'

/** Hexadecimal digits by which criteria, commands and files are known. */
const digits = 16

export const shortDigest = (content: string | Uint8Array): string => hash('sha256', content).slice(0, digits)

/** @returns what each criterion and its commands are known by in proofs */
export const knownIn = (criteria: readonly PlannedCriterion[]): Identity[] =>
  identitiesOf(criteria).map(({ criterion, commands }) => ({
    criterion: shortDigest(criterion),
    commands: commands && shortDigest(commands),
  }))

/** What has to be shown: a criterion, or a command that the settings ask for as one. */
export interface KnownCriterion {
  readonly criterion: PlannedCriterion
  readonly isAlways: boolean
  readonly known: Identity
}

/** @returns the criteria of one plan, then the commands that the settings ask for */
export function knownCriteria(
  criteria: readonly PlannedCriterion[],
  asked: readonly string[] = [],
): readonly KnownCriterion[] {
  const known = knownIn(criteria)
  return [
    ...criteria.map((criterion, index) => ({
      criterion,
      isAlways: false,
      known: known[index] ?? { criterion: '', commands: '' },
    })),
    ...asked.map((text) => {
      const criterion = alwaysAsked(text)
      const [{ commands = '' } = {}] = knownIn([criterion])
      return { criterion, isAlways: true, known: { criterion: always, commands } }
    }),
  ]
}

/** @returns where each criterion is, by its proofs; freshness is not asked */
export const standingsBy = (criteria: readonly PlannedCriterion[], proofs: readonly Proof[]): Standing[] =>
  knownCriteria(criteria).map(({ criterion, known }) => standingOf(criterion, known, proofs))

/** A command of the settings as a criterion that is ticked. */
const alwaysAsked = (text: string): PlannedCriterion => ({
  text,
  line: 0,
  ticked: true,
  commands: [plannedCommand({ text })],
  redFirst: false,
  byDeveloper: false,
  faults: [],
})
