import type { Git } from '../git/git'
import { attempt, Failure, ifPossible } from '../text/failure'
import { areWhole, type Break, type Chain } from '../work/history/chain'
import { beginsMidway, isBeginning, isWhole } from '../work/history/followed'
import { historyOf } from '../work/history/history-file'
import { type HistoryLine, historyPath, isDigest, parseLine, transitionToday } from '../work/history/history-line'
import { tableDigest } from '../work/history/table-digest'
import { firstEntryOf, idOf } from '../work/history/work-id'
import { faultText, newestOf, proofLogOf, proofsIn, proofsPath } from '../work/proof-log'
import type { Work } from '../work/work'
import type { Workflow } from '../workflow/flow'
import { rowsOf } from '../workflow/legality'
import type { Base } from './base'
import { bringBack, goBack, searchAll, showFrom } from './bring-back'
import type { Evidence } from './examine'
import { type Code, type Finding, finding, type Place, type Rule } from './finding'

/** How rules tell of a piece of work. */
export interface RuleContext {
  readonly git: Git
  /** To compute ages. */
  readonly now: Date
  readonly title: (state: string) => string
  /** The commit that is compared with, from which files can be brought back. */
  readonly base?: Base
}

const said: Readonly<Record<Break, string>> = {
  changed: 'was changed after it was written',
  unsealed: 'carries no digest: no spell has written it',
  missing: 'does not follow the one before: lines between them are missing',
  misplaced: 'is not where it was: lines were moved, or put in twice',
  replaced: 'does not follow the one before: that one was replaced, or a line was put in',
}

/** Damage within a history. */
export function damageOf(
  work: Work,
  { broken, unchained, because, illegal }: Chain,
  { title, base }: RuleContext,
): Finding[] {
  const path = historyPath(work.flow)
  const found: Finding[] = []
  const fix = base ? bringBack(work.root, base, path) : goBack(path)
  const tell = (rule: Rule, line: number, what: string) =>
    found.push(finding(rule, { where: path, line }, `${path} line ${line} ${what}.`, fix))
  if (broken !== undefined) tell('history-line-broken', broken, 'is not a line of the history')
  if (unchained !== undefined) tell('history-chain-broken', unchained, said[because ?? 'changed'])
  // A changed entry proves no step.
  if (found.length > 0 || illegal === undefined) return found
  const line = lineAt(work, illegal)
  const step = line ? `: ${stepOf(work.flow, line, title)}` : ''
  tell('history-walk-illegal', illegal, `tells of a step that the workflow does not have${step}`)
  return found
}

function stepOf({ definition }: Workflow, line: HistoryLine, title: RuleContext['title']): string {
  const { from, to } = transitionToday(definition, line)
  return `${line.trigger} from “${title(from)}” to “${title(to)}”`
}

function lineAt(work: Work, wanted: number): HistoryLine | undefined {
  for (const { number, text } of historyOf(work).lines()) if (number === wanted) return parseLine(text)
  return undefined
}

/** Finds that the lines before the first one of a history are missing. Throws Failure if it cannot be read. */
export async function missingBeginning(work: Work, { git, title, base }: RuleContext): Promise<Finding[]> {
  const { root, flow } = work
  const first = cutOffAt(work)
  if (!first) return []
  const path = historyPath(flow)
  const begins = `${path} begins with ${stepOf(flow, first, title)}, not at “${title(flow.definition.initial)}”`
  const message = `${begins}: the lines before are missing.`
  const saved = work.isArchived ? undefined : ifPossible(() => work.saved)
  const isInState = saved && linesBefore(flow, first, saved.history).length > 0
  const repair = isInState ? 'takes them from the state, and keeps the file' : undefined
  const has = (bytes: Buffer) =>
    [first.previous, first.digest].every((digest) => bytes.includes(`"digest":"${digest}"`))
  const shown = repair || base ? undefined : await showFrom(git, path, has)
  const fix = repair ? undefined : (shown ?? (base ? bringBack(root, base, path) : searchAll(path)))
  return [finding('history-begins-midway', { where: path, line: 1 }, message, fix, repair)]
}

/** @returns the first entry of a history, if entries before it were cut off */
export function cutOffAt(work: Work): HistoryLine | undefined {
  const first = firstEntryOf(work)
  return first && beginsMidway(work.root, work.flow, first) ? first : undefined
}

/** @returns the entries before the first one of a history, if a state has all of them; otherwise none */
export function linesBefore(
  workflow: Workflow,
  first: HistoryLine,
  known: readonly HistoryLine[],
): readonly HistoryLine[] {
  const before = known.slice(0, known.findIndex(({ digest }) => digest === first.previous) + 1)
  const [oldest] = before
  const isAll = oldest !== undefined && oldest.previous === undefined && isBeginning(workflow, oldest)
  return isAll && before.every(({ digest }) => digest !== undefined) && areWhole([...before, first]) ? before : []
}

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
export const keepsProofs = ({ flow: { plan, provable, proving } }: Work): boolean =>
  (plan ?? provable ?? proving) !== undefined

/**
 * Checks the chain of the proofs of a piece of work, and that the history names none that is gone; by default the last
 * that the state's lines name, which throw Failure as the state does.
 */
export async function brokenProofs(work: Work, git: Git, named?: readonly NamedProof[]): Promise<Finding | undefined> {
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
    return showFrom(git, path, (bytes) => {
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

/** Damage within the lines of the history, at its beginning or at its end. */
export async function findLineDamage({ work, saved, history, known, ...telling }: Evidence): Promise<Finding[]> {
  const path = historyPath(work.flow)
  const isUnreadable = saved instanceof Failure && saved.code === 'history-unreadable'
  if (history instanceof Failure) {
    if (isUnreadable) return [finding(saved.code as Code, path, saved.message)]
    const code = ['not-a-file', 'too-large'].includes(history.code) ? 'history-unreadable' : 'file-unreadable'
    return [finding(code, path, history.message, code === 'file-unreadable' ? history.fix : undefined)]
  }
  const damage = damageOf(work, history, telling)
  if (!isWhole(history)) return damage
  if (isUnreadable) return [finding('history-unreadable', path, saved.message)]
  const torn = history.torn ? [finding('history-torn', path, `The last line of ${path} was cut off.`)] : []
  // A first state written by hand is a legal start; a check asks how the work began.
  const mayLack = known !== undefined || firstEntryOf(work)?.previous !== undefined
  return [...damage, ...(mayLack ? await missingBeginning(work, telling) : []), ...torn]
}

/** A proof that was changed, or that the history names and is gone. */
export async function findProofDamage({ work, saved, known, git }: Evidence): Promise<Finding[]> {
  const broken = saved instanceof Failure && !known ? undefined : await brokenProofs(work, git, known?.named)
  return broken ? [broken] : []
}

/** What the table knows about an entry written by a spell. */
export interface SpellLine {
  readonly to: string
  /** For a step that finishes a task or a review: the results that it must archive. */
  readonly results: readonly string[]
}

/**
 * @returns a function from an entry to what the table knows about it; undefined for an entry of no row. Results are
 *   cached, as histories are long
 */
export function spellLines({ definition }: Workflow): (line: HistoryLine) => SpellLine | undefined {
  const known = new Map<string, SpellLine | undefined>()
  return (line) => {
    const key = `${line.trigger} ${line.transition} ${line.row} ${line.table}`
    if (!known.has(key)) known.set(key, lookUp(line))
    return known.get(key)
  }

  function lookUp(line: HistoryLine): SpellLine | undefined {
    const { trigger, row, table } = line
    const { from, to } = transitionToday(definition, line)
    const isOfOtherTable = table !== tableDigest(definition)
    const [first] = rowsOf(definition, { trigger, from, to, isOfOtherTable, ...(row !== undefined && { row }) })
    return first && { to, results: resultsOf(first.effects ?? []) }
  }
}

/** Finished work is shown to the agent when it is archived; work that only makes room is not. */
function resultsOf(effects: NonNullable<Workflow['definition']['rows'][number]['effects']>): string[] {
  const shown = effects.flatMap((effect) => (effect.do === 'show' ? [effect.file] : []))
  return shown.filter((file) => effects.some((effect) => effect.do === 'move' && effect.files.includes(file)))
}

/** Whether an entry archives the results of a task or a review. */
export const isFinished = ({ moved = [] }: HistoryLine, spell: SpellLine | undefined): boolean =>
  spell !== undefined &&
  spell.results.length > 0 &&
  spell.results.every((file) => moved.some(({ from }) => from === file))
