import { defineWorkflow, type Law } from '../../engine/definition'
import { likelyBoxes } from '../../text/markdown/task-items'
import type { Workflow } from '../../workflow/flow'
import type { Probe } from '../../workflow/transition'
import { mayHaveCommands } from './criteria'
import { describe } from './describe'
import { entry } from './entry'
import { domain, facts, guards, lists, possible, probes, whenWritten } from './facts'
import { file, folder, guides, keyFiles } from './files'
import { reviewFrom, updates } from './review-origin'
import { words } from './spells'
import { errors, type Spell, type State, spells, stages, states, withoutOrigin } from './states'
import { rows } from './table'
import { takeOver } from './taken-over'

const { plan, task, comments, reviewTask } = file

/** What a state requires besides the plan. Results are never among it: the state waits for them. */
const besides: Readonly<Record<string, string>> = {
  ACHIEVE_TASK_DRAFTING: task,
  ACHIEVE_TASK_EXECUTED: task,
  PR_GATHERING_COMMENTS: comments,
  PR_REVIEW_TASK_DRAFT: reviewTask,
  PR_CONFIRM_RESTART_COMMENTS: comments,
  PR_CONFIRM_RESTART_TASK: reviewTask,
}

const early = ['GATHER_NEEDS_CONTEXT', 'GATHER_EDITING_CONTEXT', 'ERROR_CONTEXT_MISSING', 'ERROR_PLAN_MISSING']

export const needs: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  states
    .filter((state) => !early.includes(state))
    .map((state) => [state, [plan, besides[withoutOrigin(state)] ?? []].flat()]),
)

/** The state that the files imply if nothing else is known, and the file that decided: the first existing one. */
function impliedBy(probe: Probe): { state: State; because?: string } {
  const origin = probe[file.task] || probe[file.results] ? 'A' : 'G'
  const order: readonly (readonly [path: string, state: State])[] = [
    [file.reviewResults, `PR_APPLIED_PENDING_ARCHIVE_${origin}`],
    [file.reviewTask, `PR_REVIEW_TASK_DRAFT_${origin}`],
    [file.comments, `PR_GATHERING_COMMENTS_${origin}`],
    [file.results, 'ACHIEVE_TASK_EXECUTED'],
    [file.task, 'ACHIEVE_TASK_DRAFTING'],
    [file.plan, 'GATHER_EDITING'],
    [file.context, 'GATHER_EDITING_CONTEXT'],
  ]
  for (const [because, state] of order) if (probe[because] !== undefined) return { state, because }
  return { state: 'GATHER_NEEDS_CONTEXT' }
}

const origin = (state: State) => /_([GA])$/.exec(state)?.[1]
const isGather = (state: State) => state.startsWith('GATHER')
const isAchieve = (state: State) => state.startsWith('ACHIEVE')

const laws: readonly Law<State, Spell>[] = [
  {
    name: 'a review keeps where it came from',
    holds: ({ from, to }) => origin(from) === undefined || origin(to) === undefined || origin(from) === origin(to),
  },
  {
    name: 'a review that began while gathering returns there',
    holds: ({ from, to }) => origin(from) !== 'G' || !isAchieve(to),
  },
  {
    name: 'a review that began in a task returns there, unless Finite is cast',
    holds: ({ from, to, on }) => origin(from) !== 'A' || !isGather(to) || on === 'finite',
  },
  {
    name: 'a review that begins while gathering is marked so, one that begins in a task too',
    holds: ({ from, to }) => !(isGather(from) && origin(to) === 'A') && !(isAchieve(from) && origin(to) === 'G'),
  },
  {
    name: 'the work is complete only when the plan has criteria, and all are ticked and proven',
    holds: ({ from, to, facts }) =>
      to !== 'ACHIEVE_COMPLETE' ||
      from === to ||
      (Number(facts.criteria) > 0 && facts.openCriteria === 0 && facts.proof === 'complete'),
  },
  {
    name: 'the work becomes complete by Accio in a task draft, by leaving a review, or by archiving one of complete work',
    holds: ({ from, to, on, facts }) =>
      to !== 'ACHIEVE_COMPLETE' ||
      from === to ||
      (on === 'accio' && from === 'ACHIEVE_TASK_DRAFTING') ||
      (on === 'accio' && from === 'PR_APPLIED_PENDING_ARCHIVE_A' && facts.began === 'complete') ||
      (on === 'reverto' && origin(from) === 'A'),
  },
  {
    name: 'Expecto never leaves planning',
    holds: ({ to, from, on, kind }) => on !== 'expecto' || from === to || kind === 'missing',
  },
]

/** A name as the template has it, and what may be meant as one. */
const hasName = /^---\r?\ntask_name: *\S.*\r?\n---/
const mayName = /^---|task[ _-]?(?:name|title)/

/** The workflow of the six spells; docs/reference/engineer.md shows its table. */
export const engineer: Workflow = {
  definition: defineWorkflow({
    name: 'engineer',
    initial: 'GATHER_NEEDS_CONTEXT',
    goal: 'ACHIEVE_COMPLETE',
    states,
    errors,
    events: spells,
    guards,
    updates,
    rows,
    domain,
    brought: ['handedOver'],
    possible,
    laws,
  }),
  entry,
  folder,
  local: '.ai/.local',
  words,
  look: 'lumos',
  probes,
  facts,
  turn: async (now) => (await import('./engineer-turn')).turn(now),
  agreement: { words: (state) => (state === 'ACHIEVE_COMPLETE' ? [] : ['Accio']), isBy: (event) => event === 'accio' },
  answers: { describe, whenWritten },
  memory: { keys: [reviewFrom] },
  effects: {
    changes: { 'take over': takeOver((name) => file[name]) },
    lists,
    naming: {
      file: file.task,
      safeName: async (text) => (await import('./name-fault')).safeName(text),
      faultIn: async (text) =>
        mayName.test(text.toLowerCase()) && !hasName.test(text)
          ? (await import('./name-fault')).nameFaultIn(text)
          : undefined,
    },
  },
  states: { stages },
  plan: {
    file: file.plan,
    criteria: likelyBoxes,
    progress: ({ criteria, openCriteria }) => ({ criteria: Number(criteria), open: Number(openCriteria) }),
    mayHaveCommands: (probe) => mayHaveCommands(String(probe[file.plan] ?? '')),
    completes: (event, state) =>
      (event === 'accio' &&
        ['ACHIEVE_TASK_DRAFTING', 'ACHIEVE_TASK_EXECUTED', 'PR_APPLIED_PENDING_ARCHIVE_A'].includes(state)) ||
      (event === 'reverto' && state.endsWith('_A')),
  },
  files: { key: keyFiles, guides, needs, impliedBy },
}
