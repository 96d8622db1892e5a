import { asks, each, items as itemForm, regions, routers } from '../../../templates/hope/workflow.yaml'
import { joinParts, partsOf } from '../../engine/place'
import type { Standing } from '../../workflow/criteria/counts'
import type { Finding } from '../../workflow/findings/finding'
import { mayStart } from '../../workflow/items/waves'
import type { TransitionResult } from '../../workflow/transition'
import type { Artifacts } from './artifacts'
import type { HopePayload } from './payload'
import type { Risk, SessionType } from './request'

export const folder = '.ai/hope'

const stored = (names: readonly string[] = []) => names.filter((state) => !routers.includes(state))
/** All states, in the order of the work, and those of the main region. */
export const states = stored(Object.values(regions).flat())
export const main = stored(regions.main)
/** Where the regions begin. */
export const initial = joinParts(Object.values(regions).map(([first = '']) => first))
/** @returns the state of the main region */
export const placeIn = (state: string): string => partsOf(state)[1] ?? 'user_need'

/** The modes of consultation; each is a state of the third region. */
export const modes = each.flatMap(({ mode }) => (mode === undefined ? [] : String(mode)))

/** How much the developer takes part. */
export const engagements = ['Autonomous', 'Collaborative', 'Guided'] as const
export type Engagement = (typeof engagements)[number]

/** Something that one agent can do in one go. */
export interface Task extends Readonly<Artifacts['items']['items'][number]> {
  readonly done: boolean
  /** Why it was not done in the last wave. */
  readonly reason?: string
  /** The wave in which it was done, and what came of it. */
  readonly wave?: number
  readonly outcome?: string
  /** The name of the BLOCKER that it fixes. */
  readonly blocker?: string
}

/** A BLOCKER; one that a shape has settled with what differs between that and the shape in which it was found. */
export interface Blocker extends Finding {
  readonly changed?: readonly string[]
}

/** The context of a session before its start: undefined means unknown, or not yet. Every list and text has a limit. */
export const empty = {
  /** The number of the round, whose folder has the submitted texts. */
  round: 1,
  /** The request. */
  text: undefined as string | undefined,
  type: 'Build' as SessionType,
  engagement: undefined as Engagement | undefined,
  risk: { irreversible: false, touches: [] } as Risk,
  approach: 'known' as 'known' | 'unknown',
  spec: undefined as { readonly total: number } | undefined,
  /** Whether the brief may replace answers by assumptions. */
  waived: false,
  /** What the agent will deliver, in one sentence that the developer confirms. */
  echo: undefined as string | undefined,
  /** Whether the request was the shape, as the work is trivial. */
  short: false,
  purpose: undefined as 'explore' | 'validate' | 'reflect' | undefined,
  rounds: 0,
  stalls: 0,
  /** How often a score has sent the round back, to questions or to the shape. */
  returns: 0,
  /** How many repairs BLOCKERs have caused since the developer was last asked. */
  repairs: 0,
  wave: 0,
  /** The waves after which the developer is asked, and how many each consent adds. */
  limit: 10,
  maxWaves: 10,
  /** The files of the round with closed consultations, the newest last. */
  heard: [] as readonly string[],
  /** The open consultation. `stage` is the stage of the main region that it belongs to. */
  consult: undefined as { readonly mode: string; readonly query: string; readonly stage?: string } | undefined,
  /** B1 …: the BLOCKERs found since the developer last answered to the shape; those found during execution are items. */
  blockers: [] as readonly Blocker[],
  /** How many BLOCKERs, and how many warnings, have a name. */
  named: 0,
  warned: 0,
  /** Whether the shape was sent back, and is still as it was. */
  sentBack: false,
  brief: undefined as Artifacts['brief'] | undefined,
  shape: undefined as Artifacts['shape'] | undefined,
  revision: 0,
  /** The revision that the last review saw. */
  reviewed: undefined as number | undefined,
  /** The lines of the shape that the developer has last answered to. */
  seen: undefined as readonly string[] | undefined,
  items: [] as readonly Task[],
  /** The commit that the items go on from, for who reviews them. */
  since: undefined as string | undefined,
  /** The tree of the repository's files then. */
  tree: undefined as string | undefined,
  /** Warnings and suggestions of reviews, for the report. */
  findings: [] as readonly string[],
  /** W1 …: the warnings of the newest review, which hold nothing, and those that are settled. */
  warnings: [] as readonly Finding[],
  /** Where criteria, limits and items stood when that was last asked, at the end of a wave or of all, by their ids. */
  shown: {} as Readonly<Record<string, Standing>>,
  /** The criteria whose commands passed before any work: that they pass may not show them. */
  early: [] as readonly string[],
  outcome: undefined as 'satisfied' | 'output' | 'cancelled' | 'hard_stop' | undefined,
  /** Decisions, the newest last; each is also in its history entry. */
  decisions: [] as readonly string[],
}
export type Memory = Readonly<typeof empty>

export interface Session extends Memory {
  /** The state of the main region. */
  readonly main: string
}

/** Limits that keep the state file small. Texts in characters. */
export const most = {
  text: 8000,
  query: 2000,
  line: 600,
  list: 60,
  items: 200,
  decisions: 30,
} as const

/** @returns the session of a context and a state; with defaults if none was started */
export const sessionIn = (context: object, state: string): Session => ({ ...empty, ...context, main: placeIn(state) })

/** The folder for the texts submitted in a round. They stay there: the next round gets a new folder. */
export const roundFolder = ({ round }: Pick<Session, 'round'>): string => `${folder}/round-${round}`

/** A step with the session before and after it, and the payload. */
export interface HopeStep extends TransitionResult {
  readonly was: Session
  readonly session: Session
  readonly brought: HopePayload | { readonly verb?: never }
}

/** What is known of proofs now counts in what is said about the step. */
export function stepOf(taken: TransitionResult): HopeStep {
  const brought = taken.payload as HopeStep['brought']
  const session = sessionIn(taken.context, taken.state)
  const shown = 'shown' in brought ? brought.shown : undefined
  return {
    ...taken,
    was: sessionIn(taken.before, taken.from),
    session: shown ? { ...session, shown } : session,
    brought,
  }
}

/** The stage that a consultation of this mode belongs to now; undefined for one beside the work. */
export function stageOf({ main, purpose }: Session, mode: string): string | undefined {
  const stage = main === 'consult' ? `consult: ${purpose}` : main
  return asks[stage]?.includes(mode) ? stage : undefined
}

export const isOver = ({ main }: Pick<Session, 'main'>): boolean => main === 'completed' || main === 'ended'

/** @returns the items that are left */
export const openItems = ({ items }: Pick<Session, 'items'>): readonly Task[] => items.filter(({ done }) => !done)

/** @returns the items that can be done now */
export const readyItems = ({ items }: Pick<Session, 'items'>): readonly Task[] => mayStart(itemForm, items)
