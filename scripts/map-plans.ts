import { partsOf } from '../src/engine/place'
import { flow, isClear, isRouter } from '../src/flows/collab/flow'
import { phases as discoveryPhases, phaseOf } from '../src/flows/discovery/phases'
import { groups } from '../src/flows/engineer/stages'

/** What a reader of a workflow's map wants to see. */
export interface MapPlan {
  /** The phases, in the order of the work. */
  readonly phases: readonly string[]
  /** The place of a box in the phases. */
  readonly phaseOf: (box: string) => number
  /** The state whose box has this one, too; undefined for a state that needs no box. */
  readonly boxOf: (state: string) => string | undefined
  /** Whether the regions can be in such a state together: their rows alone do not say (default: in each). */
  readonly isReal?: (state: string) => boolean
  /** A state whose title a box has (default: the box's own). */
  readonly shownIn?: (box: string) => string
  /** Whether a box comes first in its phase; the others follow in the order of the table. */
  readonly isFirst?: (box: string) => boolean
  /** The word of nearly all lines, which they need not say. */
  readonly usual?: string
  /** Whether a setting can make a step pass the box. */
  readonly isPassed?: (state: string) => boolean
  /** Whether a state only says that a file is missing: no way out of or into it is drawn. */
  readonly isMissing?: (state: string) => boolean
  /** Whether a step is drawn: what is possible nearly everywhere would hide the rest (default: yes). */
  readonly isDrawn?: (step: {
    readonly on: string
    readonly from: string
    readonly to: string
    readonly row: string
  }) => boolean
}

/** A missing file belongs to the state that asks for it; both origins of a review, and both ways into it, look the same. */
const missing: Readonly<Record<string, string>> = {
  ERROR_CONTEXT_MISSING: 'GATHER_EDITING_CONTEXT',
  ERROR_PLAN_MISSING: 'GATHER_EDITING',
  ERROR_TASK_MISSING: 'ACHIEVE_TASK_DRAFTING',
  ERROR_TASK_RESULTS_MISSING: 'ACHIEVE_TASK_EXECUTED',
  ERROR_COMMENTS_MISSING: 'PR_GATHERING_COMMENTS_G',
  ERROR_REVIEW_TASK_MISSING: 'PR_REVIEW_TASK_DRAFT_G',
  ERROR_REVIEW_TASK_RESULTS_MISSING: 'PR_APPLIED_PENDING_ARCHIVE_G',
}

const engineer: MapPlan = {
  phases: Object.values(groups).slice(0, 3),
  phaseOf: (box) => Object.keys(groups).indexOf(box.slice(0, box.indexOf('_'))),
  boxOf: (state) =>
    missing[state.replace(/_[GA]$/, '')] ?? state.replace('RESTART_TASK', 'RESTART_COMMENTS').replace(/_A$/, '_G'),
  isFirst: (box) => box.startsWith('PR_CONFIRM'),
  isMissing: (state) => state.startsWith('ERROR'),
}

const discovery: MapPlan = {
  phases: ['Discovery', 'Clarification', 'Contracts', 'Implementation plan', 'Validation', 'Verified'],
  phaseOf: (box) => (box === 'verified' ? 5 : discoveryPhases.indexOf(phaseOf(box) ?? 'discovery')),
  boxOf: (state) => state,
  isDrawn: ({ on }) => on !== 'replan',
}

/** Where the next item is chosen, before the first and after each. */
const nextItem = 'clear-post-item'

/** A pause belongs to what was done before it, if that is one thing. */
const before = (clear: string): string => {
  const leadingTo = (id: string): string[] =>
    flow
      .filter(({ transitions }) => transitions.some(({ to }) => to === id))
      .flatMap((state) => (isRouter(state) ? leadingTo(state.id) : [state.id]))
  const [only, ...others] = leadingTo(clear)
  return only === undefined || others.length > 0 ? clear : only
}

/** The state whose box has a state of collab. */
const boxOf = (state: string): string => {
  if (state === 'clear-pre-item') return nextItem
  return flow.some((each) => each.id === state && isClear(each)) ? before(state) : state
}

/** Whether a step leads to where the flow leads, or to the pause before that. */
function isNext(from: string, to: string): boolean {
  const targets = (id: string): string[] =>
    (flow.find((state) => state.id === id)?.transitions ?? []).flatMap(({ to: next }) => {
      const state = flow.find((each) => each.id === next)
      return [
        next,
        ...(state && (isRouter(state) || (isClear(state) && boxOf(next) !== nextItem)) ? targets(next) : []),
      ]
    })
  return targets(from).includes(to)
}

const collab: MapPlan = {
  phases: ['Items', 'Design', 'Rough draft', 'Building', 'End'],
  phaseOf(box) {
    if (['collab-start', 'gather-goals', nextItem].includes(box)) return 0
    const phase = flow.find(({ id }) => id === box)?.phase?.split('/')[0]
    return box === 'stopped'
      ? 4
      : ['', 'brainstorming', 'rough-draft', 'implementation', 'complete'].indexOf(phase ?? '')
  },
  boxOf,
  usual: 'complete-skill',
  isPassed: (state) => state === nextItem,
  isDrawn: ({ on, row, from, to }) => on !== 'stop' && row.startsWith('T') && isNext(from, to),
}

const hopePhases: readonly (readonly [title: string, states: RegExp])[] = [
  ['Start', /^soul\./],
  ['Understanding', /^intent\./],
  ['Approach', /^(shape\.|consult$|loop\.s(pec|hape))/],
  ['Work', /^loop\.(decompose|wave|stall|cancel|paused)/],
  ['Review', /^loop\.(expert|verify|review)/],
  ['Over', /^(completed|ended)$/],
  ['Beside it', /^(consult|bond)\./],
]

const hope: MapPlan = {
  phases: hopePhases.map(([title]) => title),
  phaseOf: (box) => hopePhases.findIndex(([, states]) => states.test(box)),
  boxOf: (state) => (['soul.silent_audit', 'user_need', 'idle'].includes(state) ? undefined : state),
  isReal(state) {
    const [soul, main] = partsOf(state)
    return (soul === 'soul.silent_audit') !== (main === 'user_need')
  },
  shownIn: (box) =>
    box.startsWith('soul.')
      ? `${box} + user_need + idle`
      : /^(consult|bond)\./.test(box)
        ? `soul.silent_audit + loop.wave_execution + ${box}`
        : `soul.silent_audit + ${box} + idle`,
  isDrawn({ on, from, to }) {
    const [, main = ''] = partsOf(from)
    if (on === 'start' || on === 'engage') return main === 'user_need' && !/loop|shape|\+ consult/.test(to)
    if (on === 'cancel') return to.includes('loop.cancel')
    return ['bond submit', 'bond answer', 'score', 'answer', 'submit', 'wave'].includes(on)
  },
}

export const mapPlans: Readonly<Record<string, MapPlan>> = { engineer, discovery, collab, hope }
