import { compileTexts } from '../../scripts/compile-texts'
import type { Answer } from '../../src/cast/answer/answer'
import { cast } from '../../src/cast/cast'
import { workIn } from '../../src/work/work'
import { discovery } from '../../src/workflows/discovery'
import type { Point } from '../../src/workflows/discovery/checks'
import {
  artifactKey,
  before,
  looksAt,
  openIn,
  type Phase,
  type Plan,
  type PlanPayload,
  phaseOf,
  phases,
  reviewerIn,
  type State,
} from '../../src/workflows/discovery/plan'
import { updates } from '../../src/workflows/discovery/updates'
import { edgeAt } from './casting'
import type { Folder } from './folder'

export const planTexts = compileTexts('templates/discovery')

export const plan = discovery('csv-export')
export const stateFile = `${plan.folder}/state.json`
export const artifactFile = (phase: Phase): string => `${plan.folder}/artifacts/${artifactKey[phase]}.json`

export const noon = new Date('2026-08-20T12:00:00Z')
export const after = (minutes: number): Date => new Date(noon.getTime() + minutes * 60_000)

/** A minimal valid artifact for each phase. */
export const artifacts: Readonly<Record<Phase, object>> = {
  discovery: { codebase_understanding: 'Orders are in one module.', complexity_assessment: 'MEDIUM' },
  clarification: { decisions: ['Semicolons.'] },
  contracts: { interface_design: 'One function.' },
  implementation_plan: { subtasks: [{ subtask_id: 'ST-1', title: 'Header row', verify: 'npm test' }] },
  validation: {
    final_approval_status: 'APPROVED',
    approval_reasoning: 'One subtask, one criterion.',
    requirement_coverage: [{ requirement: 'A header row', implementation_location: 'ST-1' }],
  },
}
export const simple = { ...artifacts.discovery, complexity_assessment: 'LOW', relevant_files: ['a.ts'] }
export const notReady = { final_approval_status: 'NEEDS_REVISION', approval_reasoning: 'A test is missing.' }

export const edgeOfPlan = (folder: Folder, now = noon) => ({ ...edgeAt(folder, now), texts: planTexts })

/** What an artifact has for sure, so that a review can name it. */
const names: Readonly<Record<Phase, string>> = {
  discovery: 'codebase_understanding',
  clarification: 'resolved_ambiguities or decisions',
  contracts: 'interface_design',
  implementation_plan: 'subtasks',
  validation: 'approval_reasoning',
}

/** What a review says, by the names of its brief and of those points. */
export const reviewOf = (phase: Phase, ...points: readonly Point[]): Record<string, string> =>
  Object.fromEntries(
    [...looksAt[phase], ...points.map(({ id }) => id)].map((name) => [
      name,
      `${name} was opened beside ${names[phase]}: as written`,
    ]),
  )

/** An answer of this workflow, with its fields. */
export type PlanAnswer = Answer & {
  readonly task: string | null
  readonly rule: string
  readonly pending_review: 'ai' | 'human' | null
  readonly skip_contracts: boolean
  readonly points: readonly Point[]
  readonly next: { readonly by: string | null; readonly command: string | null }
}

/** Does something with the plan, at a given time. */
export async function planned(folder: Folder, event: string, brought: PlanPayload = {}, now = noon) {
  const payload = { ...brought, at: now.toISOString() }
  return (await cast(workIn(folder.path, plan), event, edgeOfPlan(folder, now), undefined, payload)) as PlanAnswer
}

/** Hands in an artifact that settles everything that is open. */
export const submitted = (folder: Folder, artifact: unknown, now = noon): Promise<PlanAnswer> =>
  planned(folder, 'submit', { text: JSON.stringify(artifact), settled: settledIn(folder) }, now)

export function settledIn(folder: Folder): Record<string, string> {
  const { plan } = saved(folder)
  return Object.fromEntries(openIn(plan, plan.phase).map(({ id }) => [id, `${id} is worked in`]))
}

export const begun: PlanPayload = {
  task: 'csv-export',
  title: 'CSV export',
  goal: 'Orders leave as CSV',
  criteria: ['A header row'],
}

export function saved(folder: Folder): { state: State; plan: Plan } {
  const { current_state: state, context } = JSON.parse(folder.read(stateFile))
  return { state, plan: context }
}

/** The files of a plan in a state, with the artifacts that it has by then. */
export function standingAt(
  state: State,
  changes: Partial<Plan> = {},
  of: Partial<Record<Phase, object>> = {},
): Record<string, string> {
  const phase = phaseOf(state) ?? 'validation'
  const there = state === 'verified' ? phases : [...before(phase), ...(reviewerIn(state) ? [phase] : [])]
  const at = noon.toISOString()
  let known = updates.begin({}, { ...begun, at }) as unknown as Plan
  const files: Record<string, string> = {}
  for (const work of there) {
    const text = `${JSON.stringify({ ...artifacts[work], ...of[work] }, null, 2)}\n`
    files[artifactFile(work)] = text
    known = updates['take artifact']({ ...known, phase: work }, { text, at })
    if (work !== phase || state === 'verified') {
      known = { ...known, approvals: { ...known.approvals, [work]: { ai: at, human: at, by: 'human' } } }
    }
  }
  if (reviewerIn(state) === 'human') known = updates['approve as AI']({ ...known, phase }, { at })
  const context = { ...known, phase, state_entered_at: at, ...changes }
  return { ...files, [stateFile]: `${JSON.stringify({ current_state: state, context, history: [] }, null, 2)}\n` }
}

/** Walks a plan from its start through all its reviews to a state. */
export async function walkTo(folder: Folder, wanted: State, of: Partial<Record<Phase, object>> = {}): Promise<void> {
  await planned(folder, 'start', begun)
  for (let { state } = saved(folder); state !== wanted; { state } = saved(folder)) {
    const reviewer = reviewerIn(state)
    if (state === 'verified') throw new Error(`${wanted} does not come on this way`)
    if (reviewer) await planned(folder, 'approve', { as: reviewer })
    else await submitted(folder, of[state as Phase] ?? artifacts[state as Phase])
  }
}
