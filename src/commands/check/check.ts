import { attempt, attemptAsync, Failure } from '../../failure/failure'
import { local } from '../../store/disk/local'
import { isFolder } from '../../store/disk/read'
import { type Chain, followHistory } from '../../store/history/chain'
import { chaptersOf } from '../../store/history/chapters'
import { type HistoryLine, transitionToday } from '../../store/history/history-line'
import { isOfNewerLayout } from '../../store/history/layout'
import { historyPath } from '../../store/history/paths'
import { type Environment, loadSettings } from '../../store/settings/settings'
import { probeFiles } from '../../store/state/probe'
import { isRelabelled, loadState, type Saved } from '../../store/state/state'
import type { Workflow } from '../../workflows/workflow'
import { usedIn } from '../../works/in-use'
import { contextByHand, examine } from '../doctor/doctor'
import type { Finding } from '../doctor/finding'
import { markOf } from '../doctor/followed'
import { archivedFiles } from './archived'
import { archivesAsTheyWere } from './archives-rule'
import { type Base, baseRule, readBase } from './base'
import { beginningOf, damageOf } from './chain-rule'
import { type Count, criteriaRule, isFinished } from './criteria-rule'
import { notedOf } from './noted'
import { historyKept } from './prefix-rule'
import type { Report } from './report'
import { type Requirement, standingRules } from './require-rule'
import { placeOfState, type RuleContext } from './rule-context'
import { type Happened, type LinePlace, type Noted, type Rule, rules, type Violation, violation } from './rules'
import { spellLines } from './spell-line'
import { verbRule } from './verb-lines'

/** What is asked of the work. */
export interface Request {
  readonly requirement: Requirement
  /** Whether overrides, undos and adopted lines are wrong. */
  readonly noOverrides: boolean
  /** What the work is compared with. */
  readonly base?: Base
}

/**
 * Checks everything that the files of a checkout can prove. Reads only: the files as they lie in the working tree, which in CI
 * are those of the commit. What belongs to one copy alone (`.ai/.local/`) is nothing to check.
 *
 * What happened before the base is not told of again; what is wrong today always is.
 *
 * @param root absolute
 * @param env the process's environment, for the settings
 * @param title gives a state the name that people know
 */
export async function check(
  root: string,
  workflow: Workflow,
  env: Environment,
  now: Date,
  request: Request,
  title: (state: string) => string,
): Promise<Report> {
  const { base, requirement, noOverrides } = request
  const beside: RuleContext = { root, workflow, title, ...(base && { base }) }
  const compared = base && { base: { name: base.name, commit: base.commit } }
  if (!isFolder(root, '.ai'))
    return {
      has: false,
      steps: 0,
      findings: historyKept(beside, baseRule(await readBase(base, root, [])).end(), 0, false),
      noted: [],
      ...compared,
    }

  const spellLine = spellLines(workflow)
  const criteria = criteriaRule(workflow)
  const archived = archivedFiles(workflow)
  const found = attempt(() => chaptersOf(root, historyPath(workflow)))
  const paths = found instanceof Failure ? [] : found.chapters.map(({ path }) => path)
  const met = baseRule(await readBase(base, root, paths))
  const noted: Noted[] = []
  const happened: Happened[] = []
  let index = 0
  const take = (line: HistoryLine, place: LinePlace) => {
    const spell = spellLine(line)
    criteria.take(line, spell, place)
    archived.take(line, place)
    met.take(line, place)
    const told = notedOf(line, place, title)
    if (told) noted.push(told)
    if (spell && spell.results.length > 0 && !isFinished(line, spell)) happened.push(withoutResults(place))
    if (spell?.to === workflow.definition.goal && !isAllMet(line)) happened.push(tooEarly(place))
  }

  // Each chapter is followed for itself, the oldest first.
  const chain: Violation[] = []
  const mark = markOf(root, workflow)
  let atHand: Chain | undefined
  const seen = await attemptAsync(async () => {
    if (found instanceof Failure) throw found
    chain.push(...beginningOf(beside, found.chapters, found.lost))
    for (const path of paths) {
      const verbs = verbRule()
      const whole = await followHistory(root, workflow, path, (line, number) => {
        const place = { where: path, line: number, index: index++ }
        verbs.take(line, place)
        take(line, place)
      })
      chain.push(...damageOf(beside, path, whole))
      happened.push(...verbs.end())
      atHand = whole
    }
    return true
  })
  // Of what a newer version has written this one proves nothing.
  if (isOfNewerLayout(seen)) throw seen
  const damaged = seen instanceof Failure || chain.some(({ rule }) => rule !== 'history-walk-illegal')

  const saved = attempt(() => loadState(root, workflow))
  // The last chapter is the history that the doctor looks at.
  const known = seen instanceof Failure || !atHand ? undefined : { history: atHand, mark }
  const doctor = (await examine(root, workflow, env, now, known)).flatMap((finding) =>
    asViolation(beside, finding, saved),
  )
  const isInConflict = doctor.some(({ rule }) => rule === 'history-conflict')
  const state = saved instanceof Failure ? undefined : saved.current
  const today = await countToday(root, workflow, env)
  const wrong = state === undefined ? [] : criteria.end(state, today, index)
  const past = met.end()
  const isNew = (place: { index: number }) => place.index > past.index
  const told = noted.filter(isNew)
  const repaired = told.some(({ rule }) => rule === 'adopted')
  const findings: readonly Violation[] = [
    ...doctor,
    ...chain.filter(({ where }) => !(isInConflict && where === historyPath(workflow))),
    ...(seen instanceof Failure ? [] : historyKept(beside, past, index, repaired)),
    // Of a history that is not whole nothing more can be said.
    ...(damaged ? [] : [...happened, ...wrong].filter(isNew).map(withoutIndex)),
    ...(await archivesAsTheyWere(root, workflow, archived.end(), chain)),
    ...(await contextsOfOthers(root, workflow)),
    ...(state === undefined ? [] : standingRules(beside, state, index, requirement, today)),
    ...(noOverrides ? told.map(forbidden) : []),
  ]
  const standing = state === undefined ? undefined : { state, title: title(state) }
  return { has: true, steps: index, findings, noted: told, ...standing, ...compared }
}

/**
 * Whether what the other workflows remember is what their last lines have sealed. Nothing else of them is checked.
 *
 * @throws Failure `layout-newer` (unreadable)
 */
async function contextsOfOthers(root: string, { folder }: Workflow): Promise<Violation[]> {
  const others = (await usedIn(root)).filter((other) => other.folder !== folder)
  return others.flatMap((other) => {
    const saved = attempt(() => loadState(root, other))
    if (isOfNewerLayout(saved)) throw saved
    return saved instanceof Failure
      ? []
      : contextByHand(root, other, saved).flatMap((finding) =>
          asViolation({ root, workflow: other, title: String }, finding, saved),
        )
  })
}

/** What the doctor says of the history for itself is said here of each history, with what has happened to it. */
const ownWords: readonly string[] = ['history-line-broken', 'history-chain-broken', 'history-walk-illegal']

/** @returns nothing of what belongs to one copy alone */
function asViolation(
  beside: RuleContext,
  { code, where, message, repair, advice }: Finding,
  saved: Saved | Failure,
): Violation[] {
  if (!isRule(code) || ownWords.includes(code) || `${where}/`.startsWith(`${local}/`)) return []
  const fix = repair ? 'spell doctor --fix' : (advice ?? 'spell doctor')
  const newest = saved instanceof Failure ? undefined : saved.history.at(-1)
  if (code === 'state-by-hand' && !(saved instanceof Failure) && !isRelabelled(saved)) {
    const led = newest
      ? `its history leads to “${beside.title(transitionToday(beside.workflow.definition, newest).to)}”`
      : 'it has lost its lines of the history'
    const said = `The state was changed by hand: it says “${beside.title(saved.current)}”, but ${led}`
    const message = `${said}, and ${historyPath(beside.workflow)} does not lead there.`
    return [violation(code, placeOfState(beside), message, fix)]
  }
  if (code === 'history-behind' && !(saved instanceof Failure)) {
    const lost = saved.unlogged.length
    const lines = lost === 1 ? 'the last line that the state has' : `the last ${lost} lines that the state has`
    const message = `${where} lacks ${lines}: a spell was stopped, or they were taken out.`
    return [violation(code, { where }, message, fix)]
  }
  // Settings, states and histories are told of with their line.
  const line = /\bline (\d+)/.exec(message)?.[1]
  return [violation(code, { where, ...(line && { line: Number(line) }) }, message, fix)]
}

const isRule = (code: string): code is Rule => Object.hasOwn(rules, code)

const withoutIndex = ({ index: _, ...violation }: Happened): Violation => violation

const withoutResults = (place: LinePlace): Happened =>
  violation(
    'results-missing',
    place,
    'This step says that something was finished, but it has put no results away.',
    'git log --oneline -- .ai   # go back to before it, and cast it',
  )

const isAllMet = ({ plan }: HistoryLine): boolean => plan?.open === 0 && plan.criteria > 0

const tooEarly = (place: LinePlace): Happened =>
  violation(
    'completed-early',
    place,
    'This step completed the work, but the plan had open criteria then, or none at all.',
    'spell finite   # and go on with what is open',
  )

const forbidden = ({ index: _, ...told }: Noted): Violation => ({
  ...told,
  fix: 'Have somebody agree to it, and check without --no-overrides.',
})

/** What the plan says today; where something cannot be read, the doctor tells. */
async function countToday(root: string, workflow: Workflow, env: Environment): Promise<Count | undefined> {
  const { plan } = workflow
  const counted = await attemptAsync(async () => {
    const probe = probeFiles(root, workflow.probes)
    if (!plan || probe[plan.file] === undefined) return undefined
    return plan.progress(workflow.facts(probe, await loadSettings(root, env), {}))
  })
  return counted instanceof Failure ? undefined : counted
}
