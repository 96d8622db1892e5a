import { attempt, Failure } from '../failure/failure'
import { type HistoryLine, isDigest } from '../work/history/history-line'
import { idOf } from '../work/history/work-id'
import { faultText, newestOf, proofLogOf, proofsIn, proofsPath } from '../work/proof-log'
import type { Work } from '../work/work'
import { type Finding, finding, type Place } from './finding'
import type { Telling } from './history-rules'
import { goBack, showFrom } from './restore'

/** A repair by `--fix`, after which the history need not name what was there before. */
export const isRepair = ({ trigger, row }: HistoryLine): boolean => trigger === 'Doctor' && row === 'adopted'

/** @returns the digest of the last proof when a step was made, as its entry names it */
export function namedBy({ plan, about }: HistoryLine): string | undefined {
  const named = plan?.proofs ?? about?.proofs
  return isDigest(named) ? named : undefined
}

/** A proof that an entry of the history names. */
export interface NamedProof {
  readonly place: string | Place
  readonly digest: string
}

/** @returns whether something of a piece of work can have proofs; not of discovery, whose criteria go into a plan */
export const keepsProofs = ({ flow: { plan, provable, own } }: Work): boolean =>
  plan?.proving !== undefined || provable !== undefined || own !== undefined

/**
 * Checks the chain of the proofs of a piece of work, and that the history names none that is gone; by default the last
 * that the state's lines name, which throw Failure as the state does.
 */
export async function brokenProofs(
  work: Work,
  { env }: Pick<Telling, 'env'>,
  named?: readonly NamedProof[],
): Promise<Finding | undefined> {
  if (!keepsProofs(work)) return undefined
  const path = proofsPath(work.flow)
  const log = attempt(() => proofLogOf(work))
  if (log instanceof Failure) return finding('file-unreadable', path, log.message, log.fix)
  const { proofs, fault } = log
  if (fault) {
    const { line, because } = fault
    const message = `${path} line ${line} ${faultText[because]}; none of its runs counts.`
    return finding('proof-broken', { where: path, line }, message, await shown(newestOf(work)))
  }
  const there = new Set(proofs.map(({ digest }) => digest))
  const gone = (named ?? lastNamed(work, path)).find(({ digest }) => !there.has(digest))
  if (!gone) return undefined
  const message = `${path} has lost a proof that the history names.`
  return finding('proof-broken', gone.place, message, (await shown(gone.digest)) ?? goBack())

  /** The newest commit with a whole log that has the newest run. */
  async function shown(newest: string | undefined): Promise<string | undefined> {
    return showFrom(work.root, path, env, async (bytes) => {
      const { proofs } = proofsIn(bytes.toString(), idOf(work))
      return newest === undefined ? proofs.length > 0 : proofs.some(({ digest }) => digest === newest)
    })
  }
}

function lastNamed({ saved: { history } }: Work, place: string): NamedProof[] {
  const since = history.slice(history.findLastIndex(isRepair) + 1)
  const digest = since.map(namedBy).findLast((named) => named !== undefined)
  return digest === undefined ? [] : [{ place, digest }]
}
