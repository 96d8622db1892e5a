import type { Git } from '../git/git'
import { exit, Failure } from '../text/failure'
import { capital, inline } from '../text/markdown-parts'
import { brokenLog, proofLogOf, proofsPath } from '../work/proof-log'
import { commandOn, type Work } from '../work/work'
import { doneCounts, type ProofSettings } from '../workflow/criteria/proofs-now'
import { isDone, redsOf, type StandingCriterion, standingOf } from '../workflow/criteria/status'
import type { Speaking, Workflow } from '../workflow/flow'
import { type BoundCommand, waitingIn } from './consent/bound-command'
import { type AllowedHere, allowedHere, type Consents, consentsOf } from './consent/consent'
import { type CurrentItem, currentCriteria, itemsOf, proveCommand, speakingOf } from './consent/current-commands'
import { withReportFaults } from './report-files'
import { type Snapshot, takeSnapshot } from './snapshot'
import { type ChangedCriterion, changedIn } from './status/changed-criteria'
import { freshIn } from './status/statuses'

/** A criterion, with where it is for what is here. */
export interface StandingItem extends CurrentItem, StandingCriterion {
  readonly commands: readonly BoundCommand[]
  /** When each of its commands was last seen failing. */
  readonly reds: readonly (string | undefined)[]
}

/** The piece of work at hand, as far as it can be proven. */
export interface WorkHere {
  readonly said: Speaking
  readonly work: Work
  readonly items: readonly StandingItem[]
  /** How many criteria are done, have failed and are open. */
  readonly counts: string
  readonly consents: Consents
  readonly here: Snapshot
  /** Which criteria were changed that had counted. */
  readonly changed: readonly ChangedCriterion[]
  /** What is wrong with the record of proofs; absent if nothing is. */
  readonly broken?: Failure
}

/**
 * Reads the work, its proofs and what is allowed.
 *
 * @param known what is here and what is allowed, if that is known
 * @throws Failure (notPossible) `no-plan` or `no-commands`; as `takeSnapshot` and `consentsOf` do
 */
export async function lookAt(work: Work, git: Git, settings: ProofSettings, known?: Around): Promise<WorkHere> {
  const workflow = work.flow
  const written = currentCriteria(work)
  if (!written && !(workflow.proving?.isWithoutPlan && settings.always.length > 0)) throw nothingWritten(workflow)
  const criteria = await withReportFaults(git, written?.criteria ?? [])
  const read = itemsOf(workflow, criteria, settings)
  const { here, consents: allowed } = known ?? {
    here: await takeSnapshot(work, git),
    consents: allowedHere(work.root, git.env, git.here),
  }
  const commands = read.flatMap((item) => item.commands)
  const consents = consentsOf(work, commands, git.env, allowed)
  const log = proofLogOf(work, here)
  const isFresh = freshIn(work.root, { treeAll: here.trees?.treeAll })
  let first = 0
  const items = read.map(({ commands: { length }, ...item }): StandingItem => {
    const commands = consents.commands.slice(first, first + length)
    first += length
    const standing = standingOf(item.criterion, item.known, { proofs: log.proofs, isFresh })
    const isWaiting = (standing === 'open' || standing === 'claimed') && waitingIn({ commands }).length > 0
    const reds = commands.map((_, at) => redsOf(log.proofs, item, at + 1).at(-1)?.time)
    return {
      ...item,
      commands,
      standing: isWaiting ? 'waiting' : standing,
      isDone: isDone(standing, item.criterion),
      reds,
    }
  })
  const broken = log.fault && brokenLog(proofsPath(workflow), log.fault)
  const said = { ...speakingOf(workflow), command: proveCommand(work) }
  const changed = work.isArchived ? [] : changedIn(work, criteria)
  const counts = doneCounts(items, settings.required)
  return { said, work, items, counts, consents, here, changed, ...(broken && { broken }) }
}

interface Around {
  readonly here: Snapshot
  readonly consents: AllowedHere
}

function nothingWritten(workflow: Workflow): Failure {
  const { look, called } = speakingOf(workflow)
  const [, many] = called
  if (workflow.plan)
    return new Failure(exit.notPossible, 'no-plan', `There is no plan yet whose ${many} could be proven.`, look)
  return new Failure(exit.notPossible, 'no-commands', `There are no ${many} yet that could be proven.`, look)
}

/** Whether the plan asks for the same. */
export const isSamePlan = (one: WorkHere, other: WorkHere): boolean => {
  const known = ({ items }: WorkHere) => JSON.stringify(items.map((item) => item.known))
  return known(one) === known(other)
}

export const ofNumbers = (items: readonly StandingItem[], numbers: readonly number[]): StandingItem[] =>
  items.filter(({ number }) => numbers.includes(number))

/** @returns what an item is called on the command line */
export const nameOf = ({ number, criterion: { id } }: Pick<StandingItem, 'number' | 'criterion'>): string =>
  id ?? String(number)

/** @returns the items to prove. Throws Failure (usage) `unknown-number`, (notPossible) `no-commands` */
export function chosenOf(
  work: Pick<WorkHere, 'work' | 'items' | 'said'>,
  words: readonly string[],
  isAll: boolean,
): readonly StandingItem[] {
  const { items, said } = work
  const [one] = said.called
  const fix = `${said.command} --list`
  const withoutCommands = (what: string) =>
    new Failure(exit.notPossible, 'no-commands', `${what}, so there is nothing to prove.`, fix)
  const hasCommand = ({ commands, faults }: StandingItem) => commands.length > 0 || faults.length > 0
  if (words.length === 0) {
    const able = items.filter(hasCommand)
    if (able.length === 0) throw withoutCommands(`No ${one} has a command`)
    return isAll ? able : able.filter(({ standing }) => standing !== 'proven')
  }
  const chosen = numbered(work, words)
  const [without] = chosen.filter((item) => !hasCommand(item))
  if (without?.criterion.byDeveloper) {
    const message = `${capital(one)} ${without.number} is for the developer, who confirms it.`
    throw new Failure(exit.notPossible, 'no-commands', message, commandOn(work.work, `confirm ${without.number}`))
  }
  if (without) throw withoutCommands(`${capital(one)} ${without.criterion.id ?? without.number} has no command`)
  return chosen
}

/** @returns the items whose numbers or ids were typed. Throws Failure (usage) `unknown-number` */
export function numbered(
  { items, said }: Pick<WorkHere, 'items' | 'said'>,
  words: readonly string[],
): readonly StandingItem[] {
  const numbers = words.flatMap((word) => {
    const named = items.find(({ criterion: { id } }) => id?.toLowerCase() === word.toLowerCase())
    const ids = items.flatMap(({ criterion: { id } }) => (id === undefined ? [] : [inline(id)]))
    return named?.number ?? numbersTyped(word, items.length, said.called[0], `${said.command} --list`, ids.join(', '))
  })
  return ofNumbers(items, numbers)
}

/** @returns the numbers from 1 that were typed: `3`, or `2-5`. Throws Failure (usage) `unknown-number` for others than there are */
export function numbersTyped(word: string, count: number, called: string, fix: string, names = ''): readonly number[] {
  const range = /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(word)
  const [, first = '', last = first] = range ?? []
  const isOther = (typed: string) => Number(typed) < 1 || Number(typed) > count
  const wrong = range ? [first, last].find(isOther) : word
  const length = Number(last) - Number(first) + 1
  if (wrong === undefined && length > 0) return Array.from({ length }, (_, index) => Number(first) + index)
  const there = count === 0 ? 'is none here' : `${count === 1 ? 'is only' : 'are'} ${names || count}`
  const message =
    wrong === undefined
      ? `The range ${word} begins with the greater number.`
      : `There is no ${called} ${inline(wrong)}: there ${there}.`
  throw new Failure(exit.usage, 'unknown-number', message, fix)
}
