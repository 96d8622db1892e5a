import {
  brought,
  conditions,
  facts as domain,
  each,
  goal,
  never,
  possible,
  routers,
  start,
} from '../../../templates/discovery/workflow.yaml'
import type { Context, Definition } from '../../engine/definition'
import { guardsOf, holds } from '../../workflow/conditions'
import { lawsOf } from '../../workflow/never'
import type { Effect, TransitionResult, Turn, Workflow } from '../flow'
import { agent, you } from '../turn'
import { isSeen, wordsIn } from '../words'
import { tellIn } from './describe'
import { facts } from './facts'
import { archiveOf, artifactPath, artifactsIn, artifactsOf, changesIn, folderOf } from './files'
import { events, phaseOf, phases, reviewerIn, states, titleOf, words } from './phases'
import { type EventPayload, fresh, type Plan, planIn, remembered } from './plan'
import { problems } from './problems'
import { holdsIn, rebuildIn } from './rebuild'
import { rows } from './table'
import { updates } from './updates'

/** The rows of what anyone may do; everything else is done by whose turn it is. */
const ofAnyone: readonly string[] = ['start', 'RP', 'AM']

/** The rows in which autonomous mode replaces a human review. */
const unattended: readonly string[] = ['P.auto', 'P.hu-auto']

/** The words of the developer, which exist nowhere else, so the history stores them. */
function wordsOf(context: Context): Readonly<Record<string, unknown>> {
  const { title, goal, acceptance_criteria: criteria, autonomous_mode: autonomous, reviews } = planIn(context) ?? fresh
  return { title, goal, criteria, autonomous, ...(reviews && { reviews }) }
}

function whoIn({ by, autonomous, trigger, on, ...about }: Readonly<Record<string, unknown>>, word?: unknown): string {
  if (autonomous === true) return 'by the agent, in autonomous mode'
  const what = [
    typeof trigger === 'string' && `begins again: ${trigger.toLowerCase().replaceAll('_', ' ')}`,
    typeof on === 'boolean' && `autonomous mode ${on ? 'on' : 'off'}`,
    wordsIn(about, typeof trigger === 'string' ? 'replan' : 'approve', word) ||
      (isSeen(word) ? 'by the developer' : (by === 'ai' || word === 'unseen') && 'by the agent'),
  ]
  return what.filter(Boolean).join(', ')
}

function about({
  from,
  context,
  before,
  payload,
  rows: [row],
}: TransitionResult<EventPayload>): Readonly<Record<string, unknown>> {
  const { as, feedback, settled, changes, typed, points, findings, trigger, preserve, invalidate, on } = payload
  const words = feedback?.join('; ') ?? changes ?? payload.said
  const known = ofAnyone.includes(row ?? '') ? undefined : (reviewerIn(from) ?? 'ai')
  const by = as ?? known
  return {
    ...(by && { by }),
    ...(unattended.includes(row ?? '') && { autonomous: true }),
    phase: planIn(row === 'RP' ? context : before)?.phase ?? planIn(context)?.phase,
    ...(row === 'start' && wordsOf(context)),
    ...(findings && Object.keys(findings).length > 0 && { points, findings }),
    ...(settled && Object.keys(settled).length > 0 && { settled }),
    ...(feedback && feedback.length > 1 && { feedback }),
    ...(trigger && { trigger }),
    ...(words && (feedback && by === 'ai' ? { note: words } : { said: words, ...(typed && { typed }) })),
    ...(preserve && { preserve }),
    ...(invalidate && invalidate.length > 0 && { invalidate }),
    ...(on !== undefined && { on }),
  }
}

const named = { facts: domain, conditions }

/** The table, shared by all plans. */
export const definition: Definition<Effect> = {
  name: 'discovery',
  initial: start,
  goal,
  states,
  routers,
  errors: [],
  events,
  guards: guardsOf(named),
  updates,
  rows,
  domain,
  brought,
  possible: holds(possible, named),
  laws: lawsOf({ ...named, each, never }),
}

/** @param task the name of the plan and its folder */
export function discovery(task: string): Workflow {
  const folder = folderOf(task)
  return {
    definition,
    folder,
    archives: archiveOf(task, ''),
    local: `.ai/.local/discovery/${task}`,
    words,
    look: 'status',
    probes: Object.fromEntries(phases.map((phase) => [artifactPath(folder, phase), 'text'])),
    facts,
    turn: ({ state, context }) => turnIn(state, planIn(context)),
    problems,
    effects: { changes: changesIn(folder) },
    // Before it is verified, a plan is archived by `stop` alone.
    endsAs: (state, _, isArchived) => (isArchived && state !== goal ? 'given up' : undefined),
    history: { about, retell: whoIn },
    describeTransition: tellIn(folder),
    handover: {
      documents: async (context, probe, state) => {
        const plan = planIn(context)
        if (!plan || state !== 'verified') return undefined
        const { handover } = await import('./handover')
        return handover(plan, artifactsIn(folder, plan, probe), folder)
      },
    },
    remembers: remembered,
    recovery: {
      rebuild: rebuildIn(definition, folder, task),
      holds: holdsIn(folder),
      buildsOn: (context) => artifactsOf(folder, planIn(context)),
    },
    files: {
      areFixed: true,
      key: Object.fromEntries(
        phases.map((phase) => [artifactPath(folder, phase), `what the ${titleOf(phase)} phase has brought`]),
      ),
    },
  }
}

function turnIn(state: string, plan: Plan | undefined): Turn {
  if (!plan) return you('run `spell discovery start "…"`')
  const phase = phaseOf(state)
  if (phase === undefined) return you(`say **accio**: \`spell accio --from ${plan.task}\``)
  const reviewer = reviewerIn(state)
  if (reviewer === 'human') return you('say **approve**, or what should be different')
  if (reviewer === 'ai') return agent(`reviewing the ${titleOf(phase)}`)
  return phase === 'clarification' && !plan.autonomous_mode
    ? you("answer the agent's questions")
    : agent(`working on the ${titleOf(phase)}`)
}
