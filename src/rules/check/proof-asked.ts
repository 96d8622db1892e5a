import type { Environment } from '../../settings/settings'
import type { Base } from './base'
import type { Piece } from './pieces'
import type { LinePlace, Noted, Violation } from './rules'

/** The commit that proofs have to be of. */
export interface ProvenCommit {
  /** On a pull request its own commit, as that which is checked out may be a merge of it. */
  readonly commit?: string
  /** Whether a proof of something else is a violation, and not only noted. */
  readonly isStrict: boolean
}

/** A proof that an entry of the history names. */
export interface NamedProof {
  readonly place: LinePlace
  readonly digest: string
}

/** What is said of the proofs of a piece of work. */
export interface ProofVerdict {
  readonly findings: readonly Violation[]
  readonly noted: readonly Noted[]
}

export interface Asked {
  /** Absolute. */
  readonly root: string
  readonly env: Environment
  readonly piece: Piece
  readonly proven: ProvenCommit
  /** Whether the work is complete, and new since the base if it is archived. */
  readonly isComplete: boolean
  readonly named: readonly NamedProof[]
  readonly base?: Base
}

export const nothing: ProofVerdict = { findings: [], noted: [] }
