import { readText } from '../../disk/read'
import { attempt, attemptAsync, Failure } from '../../failure/failure'
import { type PlannedCriterion, readCriterion, reportsOf } from '../../proof/criteria/criterion'
import { knownCriteria } from '../../proof/criteria/known'
import type { Proof } from '../../proof/criteria/proof'
import { type Identity, standingOf } from '../../proof/criteria/standing'
import { loadSettings, settingsPath } from '../../settings/settings'
import type { KnownCriteria } from '../../work/history/known-criteria'
import { faultText, type ProofLog, proofsPath, readProofs } from '../../work/proof-log'
import { claimsRule } from './claims-rule'
import { type Freshness, freshnessHere } from './freshness'
import type { Piece } from './pieces'
import { type Asked, nothing, type ProofVerdict } from './proof-asked'
import { type Noted, type Place, type Violation, violation } from './rules'
import { settingsOfBase } from './settings-rule'

/** @returns the proofs of a piece of work, also of an archived one. Throws Failure if they cannot be read */
export const proofsOfPiece = (root: string, { workflow, id }: Piece): ProofLog =>
  workflow.plan?.proving || workflow.provable ? readProofs(root, workflow, id) : { proofs: [] }

/**
 * @param known the criteria of a plan at an entry
 * @param last the digest of the last proof that the entry names
 * @returns whether each criterion with commands was proven then
 */
export function wasProven(
  { texts, commands = [] }: KnownCriteria,
  proofs: readonly Proof[],
  last: string | undefined,
): boolean {
  const end = proofs.findIndex(({ digest }) => digest === last)
  // A proof that is gone is found as that.
  if (last !== undefined && end < 0) return true
  const before = proofs.slice(0, end + 1)
  return texts.every((text, index) => {
    const isSecond = texts.indexOf(text) < index
    const ours = before.filter((proof) => proof.commands === commands[index] && (isSecond || proof.criterion === text))
    const passed = new Set<number>()
    for (const { command, outcome } of ours) {
      if (outcome === 'passed') passed.add(command)
      else passed.delete(command)
    }
    return !commands[index] || (ours.length > 0 && passed.size === ours[0]?.of)
  })
}

/**
 * Checks the proofs of a piece of work: their chain, that the history names none that is gone, and that what is ticked is
 * proven.
 */
export async function proofRule(asked: Asked): Promise<ProofVerdict> {
  const { root, piece } = asked
  if (!piece.workflow.plan?.proving && !piece.workflow.provable) return nothing
  const log = attempt(() => proofsOfPiece(root, piece))
  const where = proofsPath(piece.workflow)
  if (log instanceof Failure) {
    const broken = violation('proof-broken', { where }, log.message, log.fix)
    return { findings: [broken], noted: [] }
  }
  const findings = chainOf(log, asked, where)
  const standing = await standingOfCriteria(asked, log.proofs)
  return { findings: [...findings, ...standing.findings], noted: standing.noted }
}

const goBack = 'git log --oneline -- .ai   # go back to before it'

function chainOf({ proofs, fault }: ProofLog, { named }: Asked, where: string): Violation[] {
  if (fault) {
    const message = `This proof ${faultText[fault.because]}; it and those after it do not count.`
    return [violation('proof-broken', { where, line: fault.line }, message, 'spell doctor --fix')]
  }
  const there = new Set(proofs.map(({ digest }) => digest))
  const [first] = named.filter(({ digest }) => !there.has(digest))
  if (!first) return []
  const message = `This step was made when there was a proof that is not in ${where} now.`
  return [violation('proof-broken', first.place, message, goBack)]
}

async function standingOfCriteria(asked: Asked, proofs: readonly Proof[]): Promise<ProofVerdict> {
  const { root, piece, isComplete } = asked
  const { plan } = piece.written
  if (!plan) return claimsRule(asked, proofs)
  // What is archived was complete or was given up: it cannot be proven any more.
  if (piece.isArchived && !isComplete) return nothing
  const file = piece.isArchived
    ? `${piece.workflow.folder}/${plan.file.slice(plan.file.lastIndexOf('/') + 1)}`
    : plan.file
  const text = attempt(() => readText(root, file))
  const criteria = typeof text === 'string' ? plan.criteria(text).map(readCriterion) : []
  const asking = knownCriteria(criteria, await alwaysOf(asked))
    .map(
      ({ criterion, isAlways, known }, index): Asking =>
        isAlways
          ? {
              criterion,
              known,
              place: { where: settingsPath },
              name: `\`${criterion.text}\`, which the settings ask for,`,
              fix: 'spell prove',
              ...(piece.isArchived && { folder: piece.workflow.folder }),
            }
          : {
              criterion,
              known,
              place: { where: file, line: criterion.line },
              name: `Criterion ${index + 1}`,
              fix: `spell prove ${index + 1}`,
            },
    )
    .filter(({ criterion }) => criterion.commands.length > 0 || criterion.faults.length > 0)
  if (asking.length === 0) return nothing
  const freshness = piece.isArchived ? undefined : await freshnessHere(asked, reportsOf(criteria))
  return verdictOf(asking, proofs, freshness, asked.proven.isStrict)
}

/** The commands that the settings ask for of complete work. Of work that is archived the base has to have asked for them, too. */
async function alwaysOf({ root, env, piece, isComplete, base }: Asked): Promise<readonly string[]> {
  if (!isComplete) return []
  const settings = await attemptAsync(() => loadSettings(root, env))
  // Mistakes in the settings are found elsewhere.
  if (settings instanceof Failure) return []
  const { always } = settings.proof
  if (!piece.isArchived || always.length === 0) return always
  const before = await settingsOfBase(base)
  return always.filter((said) => before?.proof.always.includes(said))
}

interface Asking {
  readonly criterion: PlannedCriterion
  readonly known: Identity
  readonly place: Place
  readonly name: string
  readonly fix: string
  /** The archive of a command that the settings ask for: it cannot be run for that work any more. */
  readonly folder?: string
}

function verdictOf(
  asking: readonly Asking[],
  proofs: readonly Proof[],
  freshness: Freshness | undefined,
  isStrict: boolean,
): ProofVerdict {
  const findings: Violation[] = []
  const noted: Noted[] = []
  for (const { criterion, known, place, name, fix, folder } of asking) {
    const standing = standingOf(criterion, known, proofs, freshness?.isFresh)
    const isBeside =
      standing === 'stale' && freshness && standingOf(criterion, known, proofs, freshness.isBeside) === 'proven'
    const note = (message: string) =>
      noted.push({ line: 1, ...place, index: Number.POSITIVE_INFINITY, rule: 'criterion-not-proven', message })
    if (standing === 'unproven' && folder) {
      const message = `${folder} was completed, but ${name} had not passed for it.`
      if (isStrict) findings.push(violation('criterion-not-proven', place, message, `git log -p -- ${settingsPath}`))
      else note(message)
    } else if (standing === 'unproven')
      findings.push(
        violation(
          'criterion-not-proven',
          place,
          criterion.line === 0 ? `${name} has not passed for this work.` : `${name} is ticked, but no proof shows it.`,
          fix,
        ),
      )
    else if (isBeside) note(`${name} is proven beside files that were not committed.`)
    else if (standing === 'stale' && isStrict)
      findings.push(
        violation('criterion-not-proven', place, `${name} is stale: proven for other files than these.`, fix),
      )
    else if (standing === 'stale') note(`${name} is stale: proven for other files than these.`)
  }
  return { findings, noted }
}
