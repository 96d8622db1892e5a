import { readText } from '../disk/read'
import { proveCommand, speakingOf } from '../proof/consent/current-commands'
import type { PlanToday } from '../proof/status/plan-today'
import { touchedText } from '../proof/status/run-text'
import { attempt, attemptAsync, Failure, ifPossible } from '../text/failure'
import { taskItems } from '../text/markdown/task-items'
import { capital, inline } from '../text/markdown-parts'
import { carriedOutIn } from '../work/carried-out'
import { handedOver } from '../work/handed-over'
import { statePath } from '../work/history/history-line'
import { knownCriteria } from '../work/known'
import { settingsPath } from '../work/settings/settings'
import { claimsOf, type Work } from '../work/work'
import { countsOf, type Standing } from '../workflow/criteria/counts'
import { type PlannedCriterion, readCriterion } from '../workflow/criteria/criterion'
import { plannedIn } from '../workflow/criteria/provable'
import { isDone, isOf, type KnownCriterion, type Proof, standingOf } from '../workflow/criteria/status'
import { weaknessOf } from '../workflow/criteria/weak-expectation'
import type { Workflow } from '../workflow/flow'
import { settingsOfBase } from './base'
import { type CommandOfRound, type EndedRound, judgeRounds } from './ended-rounds'
import { type Finding, finding, notedToday, type PastFinding, type Place } from './finding'
import { freshnessHere } from './freshness'
import { keepsProofs } from './history-rules'
import { type Checking, type Matter, verdictOn } from './request'

/** A criterion that is judged, and how a finding names it. */
interface JudgedCriterion extends KnownCriterion {
  readonly place: Place
  readonly name: string
  readonly unshown: string
  readonly fix: string
}

/** Where a piece of work is, as far as it decides what is asked of it. */
interface Standpoint {
  readonly isNew: boolean
  readonly isComplete: boolean
  readonly isUnclaimed: boolean
  /** Whether it was complete in the base, and has been archived since. */
  readonly isOnlyArchived: boolean
  /** Rounds that ended since the base, before the one at hand. */
  readonly rounds: readonly EndedRound[]
}

interface ProofsFound {
  readonly findings: readonly Finding[]
  readonly noted: readonly PastFinding[]
  readonly counts?: string
  /** The commands by which rounds were shown that ended since the base. */
  readonly ofRounds: readonly CommandOfRound[]
}

/**
 * Checks that what a piece of work goes by as met is shown, and on the files that are judged.
 *
 * @param today its plan, if it has one that can be read
 */
export async function proofRule(
  checking: Checking,
  proofs: readonly Proof[],
  { isNew, isComplete, isUnclaimed, isOnlyArchived, rounds }: Standpoint,
  today: PlanToday | undefined,
): Promise<ProofsFound> {
  const { work, request, base } = checking
  const { always, required } = checking.settings.proof
  const asked = isComplete ? await alwaysOf(checking, always) : []
  const asking = isUnclaimed ? [] : askedOf(checking, keepsProofs(work) ? asked : [], today)
  // Where a plan is carried out, that work is judged.
  const isJudged = async () => keepsProofs(work) || (await carriedOutIn(work.root))(work) === undefined
  const saysDone = isNew && isComplete && !isUnclaimed && (await isJudged())
  const isBare = saysDone && asking.every(({ isAlways }) => isAlways)
  if (asking.length + rounds.length === 0 && !isBare) return { findings: [], noted: [], ofRounds: [] }
  const isRun = proofs.length > 0 && isNew
  const freshness = isRun ? await freshnessHere(checking, proofs) : undefined
  const judged = { ...request, isMerged: request.isMerged === true || isOnlyArchived }
  const findings: Finding[] = []
  const noted: PastFinding[] = []
  const found: Standing[] = []
  const say: Say = (place, asked, matter, message, fix) => {
    const verdict = verdictOn(matter, asked, isNew || base === undefined)
    if (verdict === 'wrong') findings.push(finding('criterion-not-proven', place, message, fix))
    if (verdict === 'noted') noted.push(notedToday(place, message))
  }
  const ofRounds = judgeRounds(rounds, proofs, request, freshness, say)
  for (const place of saysDone ? uncountedIn(work) : []) {
    const way = `Move it to ${work.flow.plan?.file ?? 'a file whose criteria the workflow counts'}.`
    say(place, request, 'claimed', 'This criterion has a command, but the workflow counts no criteria here.', way)
  }
  if (isBare) {
    const place = { where: statePath(work.flow) }
    const { message, way, missing } = keepsProofs(work) ? withoutCriterion : await ofPlanAlone(work)
    say(place, request, 'claimed', message, way)
    if (required && missing) findings.push(withoutCommand(place, missing))
  }
  for (const one of asking) {
    const standing = standingOf(one.criterion, one.known, { proofs, isFresh: freshness?.isFresh })
    if (!one.isAlways) found.push(one.criterion.hasFailed ? 'failed' : standing)
    if (isNew && required && !one.isAlways && !hasCommand(one) && !one.criterion.byDeveloper)
      findings.push(withoutCommand(one.place, `${one.name} has no command, which the settings ask for.`))
    const isBeside = isProvenBeside(one, standing, proofs, freshness)
    const remarks = [
      ...(isNew ? remarksOn(one, standing, proofs) : []),
      ...(isBeside ? ['is proven beside files that were not committed'] : []),
    ]
    noted.push(...remarks.map((what) => notedToday(one.place, `${one.name} ${what}.`)))
    const matter = matterOf(one, standing, { isComplete, isMerged: judged.isMerged, hasPlan: !!work.flow.plan })
    if (matter && !isBeside) say(one.place, judged, ...matter)
  }
  return { findings, noted, ofRounds, ...(isNew && found.length > 0 && { counts: countsOf(found) }) }
}

/** Whether what is stale is proven where files lie beside that were not committed. */
const isProvenBeside = (
  { criterion, known }: JudgedCriterion,
  standing: Standing,
  proofs: readonly Proof[],
  freshness: Awaited<ReturnType<typeof freshnessHere>> | undefined,
): boolean =>
  standing === 'stale' &&
  !criterion.byDeveloper &&
  freshness !== undefined &&
  standingOf(criterion, known, { proofs, isFresh: freshness.isBeside }) === 'proven'

/** @returns how a criterion passed that a reader should know of, as clauses */
function remarksOn({ criterion, known }: JudgedCriterion, standing: Standing, proofs: readonly Proof[]): string[] {
  const run = proofs.findLast((each) => isOf(known, each))
  const weak = isDone(standing, criterion) ? criterion.commands.map((command) => weaknessOf(command)) : []
  return [
    ...(run?.touched ? [`passed ${touchedText(run.touched)}`] : []),
    ...[...new Set(weak.filter(Boolean))].map((each) => `passed, ${each}`),
  ]
}

const hasCommand = ({ criterion: { commands, faults } }: JudgedCriterion): boolean =>
  commands.length + faults.length > 0

/** @returns what is the matter with a criterion that stands like this, and what helps */
function matterOf(
  one: JudgedCriterion,
  standing: Standing,
  { isComplete, isMerged, hasPlan }: Record<'isComplete' | 'isMerged' | 'hasPlan', boolean>,
): readonly [Matter, message: string, help: string] | undefined {
  const { criterion, name, unshown, fix } = one
  const { ticked, byDeveloper } = criterion
  // A workflow's own name may have the word in it.
  const confirm = fix.replace(/ prove(?= |$)/, ' confirm')
  if (standing === 'stale' && byDeveloper) {
    const message = `${name} is stale: the developer has confirmed it for other files than these.`
    return [isMerged ? 'stale' : 'not confirmed', message, confirm]
  }
  if (standing === 'stale') return ['stale', `${name} is stale: proven for other files than these.`, fix]
  if (hasCommand(one) && (ticked || isComplete) && !isDone(standing, criterion))
    return ticked || hasPlan
      ? ['not shown', unshown, fix]
      : ['not complete', `${name} was not shown before this ended.`, fix]
  if (standing !== 'claimed') return undefined
  const help = hasPlan ? confirm : noMore
  return byDeveloper
    ? ['not confirmed', `${name} is for the developer, who has not confirmed it.`, help]
    : ['claimed', `${name} is only claimed: it has no command.`, help]
}

/** Finds or notes a matter, as the table of verdicts has it for what is asked. */
export type Say = (place: Place, asked: Checking['request'], matter: Matter, message: string, fix: string) => void

const withoutCommand = (place: Place, message: string): Finding =>
  finding('criterion-without-command', place, message, 'Say below it, as `run:`, which command shows it.')

/** Where nothing can be said later of what no command shows. */
const noMore = 'spell check --require complete   # what has no command can only be claimed'

const withoutCriterion = {
  message: 'Nothing shows that this work is done: it has no criterion that counts.',
  way: noMore,
  missing: 'This work has no criterion, and the settings ask for one with a command.',
}

/** @returns what a criterion is said to be, the rest of a sentence */
export const claimedBy = ({ ticked }: Pick<PlannedCriterion, 'ticked'>, { plan }: Pick<Workflow, 'plan'>): string =>
  plan ? (ticked ? 'is ticked' : 'counts as met in work that is complete') : 'counts as shown'

/** @returns the criteria of a plan, or what the state claims of work without one; then what the settings ask for */
function askedOf({ work }: Checking, always: readonly string[], today: PlanToday | undefined): JudgedCriterion[] {
  const { flow, isArchived, folder } = work
  const written = attempt(() => (flow.plan ? (today?.criteria ?? []) : plannedIn(claimsOf(work))))
  // A state that cannot be read is found by its own rule.
  if (written instanceof Failure) return []
  const { called } = speakingOf(flow)
  const command = proveCommand(work)
  return knownCriteria(written, always).map((each, index): JudgedCriterion => {
    const { id = `${index + 1}`, line, text } = each.criterion
    if (each.isAlways) {
      const name = `\`${text}\`, which the settings ask for,`
      const unshown = isArchived
        ? `${folder} was completed, but ${name} had not passed for it.`
        : `${name} has not passed for this work.`
      return { ...each, place: { where: settingsPath }, name, unshown, fix: command }
    }
    const name = `${capital(called[0])} ${inline(id)}`
    const place = flow.plan ? { where: today?.file ?? '', line } : { where: statePath(flow) }
    const unshown = `${name} ${claimedBy(each.criterion, flow)}, but no proof shows it.`
    return { ...each, place, name, unshown, fix: `${command} ${id}` }
  })
}

/**
 * @param always the commands that the settings ask for of complete work, by whatever workflow it goes
 * @returns those that count for this one: of work that is archived the base has to have asked for them, too
 */
export async function alwaysOf(
  { work, base }: Pick<Checking, 'work' | 'base'>,
  always: readonly string[],
): Promise<readonly string[]> {
  if (!work.isArchived || always.length === 0) return always
  const before = await settingsOfBase(base)
  return always.filter((said) => before?.proof.always.includes(said))
}

/** What is said of a plan whose criteria count only in the work that begins with it, while there is none. */
async function ofPlanAlone(work: Work) {
  const handed = work.isArchived ? undefined : await attemptAsync(() => handedOver(work.root, work.name))
  const plan = handed === undefined || handed instanceof Failure ? '' : handed.plan
  const all = taskItems(plan).map(readCriterion)
  const bare = all.find(({ commands, faults, byDeveloper }) => commands.length + faults.length === 0 && !byDeveloper)
  return {
    message: 'Nothing shows that this plan is carried out: its criteria count in the work that begins with it.',
    way: work.isArchived ? noMore : `spell accio --from ${work.name}`,
    missing: bare && `“${inline(bare.text)}” has no command, which the settings ask for.`,
  }
}

/** @returns the criteria with commands in files of an own workflow that none of its steps counts: nothing asks for them */
const uncountedIn = ({ root, flow: { proving } }: Work): readonly Place[] =>
  (proving?.uncounted ?? []).flatMap((where) => {
    const items = taskItems(ifPossible(() => readText(root, where)) ?? '').map(readCriterion)
    return items.filter(({ commands }) => commands.length > 0).map(({ line }) => ({ where, line }))
  })
