import { capital, inline } from '../../answer/markdown'
import { attempt, attemptAsync, exit, Failure } from '../../failure/failure'
import { treeOfCommit, treesOf } from '../../git/tree'
import { type PlannedCriterion, reportsOf } from '../../proof/criteria/criterion'
import { knownCriteria } from '../../proof/criteria/known'
import type { Proof } from '../../proof/criteria/proof'
import { type Identity, standingOf } from '../../proof/criteria/standing'
import { criteriaAtHand, speakingOf } from '../../proof/criteria-at-hand'
import { digestOfNamed } from '../../proof/standing/standings'
import { loadSettings, settingsPath } from '../../settings/settings'
import type { KnownCriteria } from '../../work/history/known-criteria'
import { statePath } from '../../work/history/paths'
import { type Finding, finding, type Happened, notedToday, type Place } from '../finding'
import type { Checking } from './checking'
import type { PlanToday } from './criteria-rule'
import { settingsOfBase } from './settings-rule'

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

/** A criterion that is to be proven, and how a finding names it. */
interface Asking {
  readonly criterion: PlannedCriterion
  readonly known: Identity
  readonly place: Place
  readonly name: string
  readonly unproven: string
  readonly fix: string
  /** Whether the settings ask for it of work that was archived: then it cannot be run any more, and is only noted. */
  readonly isPast?: boolean
}

/**
 * Checks that what a piece of work goes by as met is proven, and by fresh proofs.
 *
 * @param isComplete whether the work is complete, and new since the base if it is archived
 * @param today its plan, if it has one that can be read
 */
export async function proofRule(
  checking: Checking,
  proofs: readonly Proof[],
  isComplete: boolean,
  today: PlanToday | undefined,
): Promise<{ readonly findings: readonly Finding[]; readonly noted: readonly Happened[] }> {
  const { work, proven } = checking
  // What is archived was complete or was given up: it cannot be proven any more.
  const isOver = work.isArchived && !isComplete
  const asking = work.flow.plan ? (isOver ? [] : await ofPlan(checking, isComplete, today)) : claims(checking)
  if (asking.length === 0) return { findings: [], noted: [] }
  const reports = reportsOf(today?.criteria ?? [])
  const freshness = work.isArchived ? undefined : await freshnessHere(checking, reports)
  const findings: Finding[] = []
  const noted: Happened[] = []
  for (const { criterion, known, place, name, unproven, fix, isPast } of asking) {
    const standing = standingOf(criterion, known, { proofs, isFresh: freshness?.isFresh })
    const tell = (message: string, isWrong = proven.isStrict) => {
      if (isWrong) findings.push(finding('criterion-not-proven', place, message, fix))
      else noted.push(notedToday(place, message))
    }
    if (standing === 'failed' || standing === 'claimed') tell(unproven, !isPast || proven.isStrict)
    else if (standing !== 'stale') continue
    else if (freshness && standingOf(criterion, known, { proofs, isFresh: freshness.isBeside }) === 'proven')
      tell(`${name} is proven beside files that were not committed.`, false)
    else tell(`${name} is stale: proven for other files than these.`)
  }
  return { findings, noted }
}

async function ofPlan(checking: Checking, isComplete: boolean, today: PlanToday | undefined): Promise<Asking[]> {
  const { folder, isArchived } = checking.work
  const items = knownCriteria(today?.criteria ?? [], await alwaysOf(checking, isComplete))
  const asking = items.map(({ criterion, isAlways, known }, index): Asking => {
    if (!isAlways) {
      const name = `Criterion ${index + 1}`
      const place = { where: today?.file ?? '', line: criterion.line }
      const unproven = `${name} is ticked, but no proof shows it.`
      return { criterion, known, place, name, unproven, fix: `spell prove ${index + 1}` }
    }
    const name = `\`${criterion.text}\`, which the settings ask for,`
    const asked = { criterion, known, place: { where: settingsPath }, name }
    const unproven = `${folder} was completed, but ${name} had not passed for it.`
    return isArchived
      ? { ...asked, unproven, fix: `git log -p -- ${settingsPath}`, isPast: true }
      : { ...asked, unproven: `${name} has not passed for this work.`, fix: 'spell prove' }
  })
  return asking.filter(({ criterion }) => criterion.commands.length > 0 || criterion.faults.length > 0)
}

/** Of work without a plan: what it goes by as shown. */
function claims({ work }: Checking): Asking[] {
  const written = attempt(() => criteriaAtHand(work))
  // A state that cannot be read is found by its own rule.
  if (!written || written instanceof Failure) return []
  const { command, called } = speakingOf(work.flow)
  const ticked = knownCriteria(written.criteria).filter(
    ({ criterion: { ticked, commands } }) => ticked && commands.length > 0,
  )
  return ticked.map(({ criterion, known }) => {
    const { id = '' } = criterion
    const name = `${capital(called[0])} ${inline(id)}`
    const unproven = `${name} counts as shown, but no proof shows it.`
    return { criterion, known, place: { where: statePath(work.flow) }, name, unproven, fix: `${command} ${id}` }
  })
}

/** The commands that the settings ask for of complete work. Of work that is archived the base has to have asked for them, too. */
async function alwaysOf({ work, env, base }: Checking, isComplete: boolean): Promise<readonly string[]> {
  if (!isComplete) return []
  const settings = await attemptAsync(() => loadSettings(work.root, env))
  // Mistakes in the settings are found elsewhere.
  if (settings instanceof Failure) return []
  const { always } = settings.proof
  if (!work.isArchived || always.length === 0) return always
  const before = await settingsOfBase(base)
  return always.filter((said) => before?.proof.always.includes(said))
}

/**
 * @returns which proofs are fresh, of what is in the worktree or of the commit; and which are of the commit, beside
 *   files that were not committed
 * @throws Failure (usage) `head-unknown` if git does not have the commit of the pull request
 */
async function freshnessHere(
  { work: { root }, env, proven }: Checking,
  reports: readonly string[],
): Promise<Record<'isFresh' | 'isBeside', (proof: Proof) => boolean>> {
  const here = await treesOf(root, env, reports)
  const committed = await treeOfCommit(root, proven.commit ?? 'HEAD', env, reports)
  if (proven.commit !== undefined && committed === undefined) {
    const message = `This clone does not have ${proven.commit}, the commit of the pull request, whose proofs are to be checked.`
    throw new Failure(exit.usage, 'head-unknown', message, 'fetch-depth: 0   # for actions/checkout')
  }
  const now = here && 'treeAll' in here ? here.treeAll : undefined
  // What is edited and not committed is what the worktree has; on a pull request it is not asked for.
  const isOfHere = proven.commit === undefined
  const isEdited = isOfHere && here && 'tree' in here && here.tree !== committed
  const asked = isEdited ? undefined : committed
  const trees = [asked, isOfHere ? now : undefined].filter((tree) => tree !== undefined)
  const hasSame = ({ files = {} }: Proof) =>
    Object.entries(files).every(([path, digest]) => !path.startsWith('.ai/') || digestOfNamed(root, path) === digest)
  return {
    isFresh: (proof) => hasSame(proof) && (trees.length === 0 || trees.some((tree) => tree === proof.treeAll)),
    isBeside: (proof) => hasSame(proof) && asked !== undefined && proof.tree === asked,
  }
}
