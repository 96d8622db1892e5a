import { isGoal } from '../engine/place'
import { changedSince } from '../git/base'
import type { Git } from '../git/git'
import type { HistoryLine } from '../work/history/history-line'
import type { Work } from '../work/work'
import type { Settings } from '../workflow/settings'
import { type Base, settingsOfBase } from './base'
import type { CheckedPiece } from './check-piece'
import { type Finding, finding } from './finding'
import type { judgedTrees } from './freshness'
import type { RuleContext } from './history-rules'
import { placeOfState } from './state-rules'

export interface Request {
  readonly requirement: (typeof requirements)[number]
  /** Whether overrides, undos, repair entries and reviews left to autonomous mode or a setting are violations. */
  readonly noOverrides?: boolean
  readonly base?: Base
  /** git in the root, if it is open already. */
  readonly git?: Git
  /** The commit of a pull request, which is judged: what is checked out may be a merge of it. */
  readonly head?: string
  /** Whether what is checked is merged already, or in a merge queue. */
  readonly isMerged?: boolean
  /** Whether the commands run again afterwards. */
  readonly isRerun?: boolean
  /** Whether there has to be work that is new since the base. */
  readonly requireWork?: boolean
  /** Called with every entry of the histories that are checked, so that another reader need not read them again. */
  readonly each?: (line: HistoryLine) => void
}

/** What the rules for one piece of work ask. */
export interface Checking extends RuleContext {
  readonly work: Work
  readonly request: Request
  /** What lies in the worktree, and in the commit that is judged, of the whole repository. */
  readonly trees: () => ReturnType<typeof judgedTrees>
  /** The standard ones if they cannot be read, which is found elsewhere. */
  readonly settings: Settings
}

/** What can be the matter with work that is new since the base. */
export type Matter = 'not shown' | 'stale' | 'not confirmed' | 'claimed' | 'by override' | 'not complete' | 'no base'

/** `noted`: a reader of the history should know it. `fine`: it is only counted. */
type Verdict = 'wrong' | 'noted' | 'fine'

/** The verdict on each with `--require any`, `complete` and `proven`. */
const verdicts: Readonly<Record<Matter, Readonly<Record<'any' | 'complete' | 'proven', Verdict>>>> = {
  'not shown': { any: 'wrong', complete: 'wrong', proven: 'wrong' },
  stale: { any: 'noted', complete: 'wrong', proven: 'wrong' },
  'not confirmed': { any: 'noted', complete: 'wrong', proven: 'wrong' },
  claimed: { any: 'fine', complete: 'fine', proven: 'wrong' },
  'by override': { any: 'noted', complete: 'wrong', proven: 'wrong' },
  'not complete': { any: 'fine', complete: 'wrong', proven: 'wrong' },
  'no base': { any: 'fine', complete: 'wrong', proven: 'wrong' },
}

/**
 * @param isNew whether the work is new since the base: of other work everything is at most noted
 * @returns the verdict; the only place that decides it
 */
export function verdictOn(
  matter: Matter,
  { requirement, isMerged = false, isRerun = false }: Pick<Request, 'requirement' | 'isMerged' | 'isRerun'>,
  isNew = true,
): Verdict {
  const verdict = verdicts[matter][requirement === 'word' ? 'any' : requirement]
  if (!isNew) return verdict === 'wrong' ? 'noted' : verdict
  // A merge makes another tree of the same work; where the commands run again, they decide.
  if (matter === 'stale' && (isMerged || isRerun)) return 'noted'
  return matter === 'by override' && isRerun ? 'wrong' : verdict
}

/** What is required: any state, the goal, the goal with proofs alone; or any state, and seen words. */
export const requirements = ['any', 'complete', 'proven', 'word'] as const

type PieceRule = readonly [
  isAsked: boolean,
  isBroken: (one: CheckedPiece) => boolean,
  found: (one: CheckedPiece) => Finding,
]

/** Checks that the work that is new since the base is where it is required to be, and that there is some if that is required. */
export async function requiredRules(git: Git, all: readonly CheckedPiece[], request: Request): Promise<Finding[]> {
  const { requirement, base, requireWork } = request
  const touched = all.filter(({ isNew, steps, state, work }) => {
    const isBegun = steps > 0 || (state !== undefined && state !== work.flow.definition.initial)
    return isNew && isBegun
  })
  const isMissing = requireWork && touched.every(({ isUnclaimed }) => isUnclaimed) && !(await isWithoutWork(git, base))
  const pieceRules: readonly PieceRule[] = [
    [verdictOn('not complete', request) === 'wrong', (one) => !isComplete(one), notComplete],
    [
      verdictOn('by override', request) === 'wrong',
      (one) => isComplete(one) && one.isOverridden && !one.isUnclaimed,
      overridden,
    ],
  ]
  const isWithoutBase = base === undefined && touched.length > 0 && verdictOn('no base', request) === 'wrong'
  return [
    ...pieceRules.flatMap(([isAsked, isBroken, found]) => (isAsked ? touched.filter(isBroken).map(found) : [])),
    ...(isWithoutBase ? [nothingToCompare(requirement)] : []),
    ...(isMissing ? [workMissing(base, touched.length > 0)] : []),
  ]
}

const isComplete = ({ work: { flow }, state, today, isUnclaimed }: CheckedPiece): boolean =>
  state === undefined ||
  isUnclaimed ||
  (isGoal(flow.definition, state) && (!today || today.criteria.every(({ ticked }) => ticked)))

function overridden({ work, title }: CheckedPiece): Finding {
  const message = `An override, or a change by hand, led to “${title}”: nothing shows that the work is complete.`
  return finding('work-by-override', placeOfState(work), message, 'spell history')
}

function nothingToCompare(requirement: string): Finding {
  const message = `There is no base to compare with, so \`--require ${requirement}\` cannot be asked of what is new.`
  return finding('nothing-to-compare', '.ai', message, `spell check --base main --require ${requirement}`)
}

const workMissing = (base: Base | undefined, isUnclaimed: boolean): Finding =>
  finding(
    'work-missing',
    '.ai',
    `${isUnclaimed ? 'All that has moved on was given up or only planned' : `No work has ${base ? 'moved on since the base' : 'begun here'}`}, and \`--require-work\` asks for some.`,
    `spell accio${base ? '   # or list the paths that need none as check.withoutWork in .ai/spell.json of the base' : ''}`,
  )

/** Whether only files were changed that the settings of the base list as needing no work. */
async function isWithoutWork(git: Git, base: Base | undefined): Promise<boolean> {
  const free = (await settingsOfBase(base))?.check.withoutWork ?? []
  if (!base || free.length === 0) return false
  const changed = await changedSince(git, base.commit)
  return (
    changed.length > 0 &&
    changed.every((path) => free.some((one) => path === one || (one.endsWith('/') && path.startsWith(one))))
  )
}

function notComplete(one: CheckedPiece): Finding {
  const { work, state } = one
  const isAtGoal = state !== undefined && isGoal(work.flow.definition, state)
  const why = isAtGoal ? 'the plan has open criteria again' : placeOf(one)
  return finding('work-not-complete', placeOfState(work), `The work is not complete: ${why}.`, lookAt(one))
}

const placeOf = ({ work: { isArchived }, title }: CheckedPiece): string =>
  isArchived ? `it was archived as “${title}”` : `its state is “${title}”`

const lookAt = ({ work: { flow, name, isArchived } }: CheckedPiece): string =>
  isArchived ? 'spell work' : flow.entry.look(name)
