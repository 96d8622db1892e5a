import { digestOf } from '../disk/digest'
import type { Environment } from '../disk/environment'
import { readText } from '../disk/read'
import { type BoundCommand, waitingIn } from '../proof/consent/consent'
import { type ChangedCriterion, changedIn } from '../proof/status/changed-criteria'
import { type PlanToday, planToday } from '../proof/status/plan-today'
import { ifPossible } from '../text/failure'
import { openLines } from '../text/markdown/open-lines'
import { type AgreedBefore, openKey } from '../work/history/agreed'
import { compareCriteria } from '../work/history/compare-criteria'
import { criteriaDigest, type KnownCriteria } from '../work/history/known-criteria'
import { idOf } from '../work/history/work-id'
import type { Work } from '../work/work'
import type { Shown } from './sessions'

/** What a piece of work asks the developer to agree to, at one moment. */
export interface Proposal {
  /** The id of the piece of work; undefined before its first step. */
  readonly work: string | undefined
  /** Its plan with the digest of the criteria; absent without one. */
  readonly plan?: PlanToday & { readonly agreedAs: string }
  /** All that its criteria would run, each with its consent; not what the settings ask for beside them. */
  readonly commands: readonly BoundCommand[]
  readonly open: readonly OpenPoint[]
  /** See `changedIn`. */
  readonly changed?: readonly ChangedCriterion[]
}

/** An assumption or an open question, in one line. */
interface OpenPoint {
  readonly kind: 'assumed' | 'question'
  readonly text: string
  readonly key: string
  /** The file that it stands in. */
  readonly path: string
}

/**
 * Takes stock of a piece of work. Without a plan, and without commands, neither consents nor scripts are read.
 *
 * @throws Failure if state, plan or consents cannot be read
 */
export async function proposalOf(work: Work, env: Environment): Promise<Proposal> {
  const plan = planToday(work)
  return {
    work: idOf(work),
    ...(plan && { plan: { ...plan, agreedAs: criteriaDigest(plan.known) } }),
    commands: await commandsOf(work, env),
    open: openPoints(work),
    changed: plan ? changedIn(work, plan.criteria) : [],
  }
}

async function commandsOf(work: Work, env: Environment): Promise<readonly BoundCommand[]> {
  // Where the developer has no word that agrees, `spell allow` is all that lets a command run.
  if (work.flow.agreement?.words(work.saved.current).length === 0) return []
  if (work.plan === undefined || !work.flow.plan?.mayHaveCommands(work.probe)) return []
  const { currentCommands } = await import('../proof/consent/current-commands')
  const { commands } = currentCommands(work, { always: [] })
  if (commands.length === 0) return []
  const { consentsOf } = await import('../proof/consent/consent')
  return consentsOf(work, commands, env).commands
}

/** Where the agent writes what is open besides the plan. Archived, it asks nothing any more. */
const withOpenPoints = ['context.md', 'task.md', 'task-results.md']

/** What stands in several documents counts once. */
function openPoints(work: Work): OpenPoint[] {
  const { flow } = work
  if (!flow.plan) return []
  const points = new Map<string, OpenPoint>()
  for (const path of [flow.plan.file, ...withOpenPoints.map((name) => `${flow.folder}/${name}`)]) {
    const { questions, assumed } = openLines(textOf(work, path))
    const take = (kind: OpenPoint['kind']) => (said: string) => {
      const key = openKey(said)
      points.set(key, points.get(key) ?? { kind, text: said, key, path })
    }
    questions.forEach(take('question'))
    assumed.forEach(take('assumed'))
  }
  return [...points.values()]
}

/** Of some files a look knows only that they are there. */
function textOf({ root, flow, plan, probe }: Work, path: string): string {
  const known = path === flow.plan?.file ? plan : probe[path]
  return (known === true ? ifPossible(() => readText(root, path)) : known || undefined) ?? ''
}

/** @returns what a set of open points is known by, in any order; undefined if nothing is open */
export const openDigest = (open: readonly OpenPoint[]): string | undefined =>
  open.length === 0
    ? undefined
    : digestOf(
        open
          .map(({ key }) => key)
          .sort()
          .join(' '),
      ).slice(0, 16)

/** What is new since the developer's last word. Criteria are told by their texts of today. */
export interface PlanChanges {
  readonly added: readonly string[]
  readonly reworded: readonly string[]
  /** How many are gone: a history has no text of them. */
  readonly dropped: number
  readonly otherCommands: readonly string[]
  /** What of the criteria was something else when it had failed, was stale, or was agreed to. */
  readonly changed: readonly ChangedCriterion[]
  /** Those that may not run yet, as many as are shown, and how many more there are. */
  readonly commands: readonly BoundCommand[]
  readonly moreCommands: number
  /** What is ticked, and nothing can show it. */
  readonly ticked: readonly string[]
  readonly open: readonly OpenPoint[]
}

/** The most commands that are shown at once: more is not read, and what was not shown is not allowed. */
const mostCommands = 20

const nothing: KnownCriteria = { digest: '', texts: [], ticked: '' }

/** @returns undefined if nothing is new */
export function changesSince(
  before: AgreedBefore,
  { plan, commands, open, changed = [] }: Proposal,
): PlanChanges | undefined {
  const changes = compareCriteria(before.criteria ?? nothing, plan?.known ?? nothing)
  const criterion = (number: number) => plan?.criteria[number - 1]
  const textsOf = (isWanted: (change: (typeof changes)[number]) => boolean): string[] =>
    changes
      .flatMap((change) => (change.now && isWanted(change) ? [change.now.number] : []))
      .sort((one, other) => one - other)
      .map((number) => criterion(number)?.text ?? '')
  const isUnshown = (number: number) => criterion(number)?.commands.length === 0 && !criterion(number)?.byDeveloper
  // What an earlier word has passed and could not allow came with git: it waits for `spell allow`.
  const isPassed = plan !== undefined && plan.agreedAs === before.agreedAs
  const waiting = waitingIn({ commands }).filter(
    ({ before: lapse }) => lapse !== 'refused' && (!isPassed || lapse === 'changed'),
  )
  const news: PlanChanges = {
    added: textsOf(({ was }) => !was),
    reworded: textsOf(({ was, now }) => was !== undefined && was.key !== now?.key),
    dropped: changes.filter(({ now }) => !now).length,
    otherCommands: textsOf(({ was, now }) => was?.key === now?.key && was?.commands !== now?.commands),
    changed: isPassed ? [] : changed.filter(({ passed }) => passed?.agrees !== true),
    commands: waiting.slice(0, mostCommands),
    moreCommands: Math.max(0, waiting.length - mostCommands),
    ticked: textsOf(({ was, now }) => now?.isTicked === true && !was?.isTicked && isUnshown(now.number)),
    open: open.filter(({ key }) => !before.open.has(key)),
  }
  return Object.values(news).some((each) => (Array.isArray(each) ? each.length > 0 : each > 0)) ? news : undefined
}

/**
 * @param news what was printed; all else was agreed to before
 * @returns what a session keeps of it; undefined before the first step, which nothing could agree to
 */
export function shownBy({ commands }: PlanChanges, { work, plan, open }: Proposal): Shown | undefined {
  if (work === undefined) return undefined
  const assumptions = openDigest(open)
  return {
    work,
    ...(plan && { criteria: plan.agreedAs }),
    commands: commands.map(({ digest }) => digest),
    ...(assumptions && { assumptions }),
  }
}
