import * as file from '../../../templates/discovery/workflow.yaml'
import { isSeen, wordsIn } from '../../workflow/event-words'
import type { Workflow } from '../../workflow/flow'
import { tableOf } from '../../workflow/table'
import type { TransitionResult } from '../../workflow/transition'
import type { Turn } from '../../workflow/turn'
import { agent, say, you } from '../../workflow/turn'
import type { Artifacts } from './artifact'
import { tellIn } from './describe'
import { entry } from './entry'
import { artifactPath, artifactsIn, changesIn, counting, folderOf } from './files'
import {
  fresh,
  type Plan,
  type PlanPayload,
  phaseOf,
  phases,
  planIn,
  remembered,
  reviewerIn,
  titleOf,
  words,
} from './plan'
import { facts, problems } from './problems'
import { holdsIn, rebuildIn } from './rebuild'
import { isAsking } from './show'
import { rows } from './table'
import { updates } from './updates'

/** The table, shared by all plans. */
export const definition = tableOf(file, { name: 'discovery', initial: file.start, updates, rows })

/** @param task the name of the plan and its folder */
export function discovery(task: string): Workflow {
  const folder = folderOf(task)
  return {
    definition,
    entry,
    folder,
    local: `.ai/.local/discovery/${task}`,
    words,
    look: 'status',
    probes: Object.fromEntries(phases.map((phase) => [artifactPath(folder, phase), 'text'])),
    facts,
    turn: ({ state, context, probe }) => turnIn(state, planIn(context), (plan) => artifactsIn(folder, plan, probe)),
    answers: { describe: tellIn(folder), problems },
    effects: { changes: changesIn(folder) },
    // Before it is verified, a plan is archived by `stop` alone.
    states: { endsAs: (state, _, isArchived) => (isArchived && state !== file.goal ? 'given up' : undefined) },
    handover: {
      documents: async (context, probe, state) => {
        const plan = planIn(context)
        if (!plan || state !== 'verified') return undefined
        const { handover } = await import('./handover')
        return handover(plan, artifactsIn(folder, plan, probe), folder)
      },
    },
    memory: {
      keys: remembered,
      about,
      retell,
      rebuild: rebuildIn(definition, folder, task),
      holds: holdsIn(folder),
    },
    files: {
      areFixed: true,
      buildsOn: (context) => counting(planIn(context) ?? fresh).map((phase) => artifactPath(folder, phase)),
      key: Object.fromEntries(
        phases.map((phase) => [artifactPath(folder, phase), `what the ${titleOf(phase)} phase has brought`]),
      ),
    },
  }
}

/** The rows of what anyone may do; everything else is done by whose turn it is. */
const ofAnyone: readonly string[] = ['start', 'RP', 'AM']

/** The rows in which autonomous mode replaces a human review. */
const unattended: readonly string[] = ['P.auto', 'P.hu-auto']

/** What the history records of a step: the words of the developer exist nowhere else. */
function about({
  from,
  context,
  before,
  payload: { as, feedback, settled, changes, said, typed, points, findings, trigger, preserve, invalidate, on },
  rows: [row = ''],
}: TransitionResult<PlanPayload>): Readonly<Record<string, unknown>> {
  const words = feedback?.join('; ') ?? changes ?? said
  const by = as ?? (ofAnyone.includes(row) ? undefined : (reviewerIn(from) ?? 'ai'))
  const { title, goal, acceptance_criteria: criteria, autonomous_mode: autonomous } = planIn(context) ?? fresh
  const isAny = (named: object = {}) => Object.keys(named).length > 0
  return {
    ...(by && { by }),
    ...(unattended.includes(row) && { autonomous: true }),
    phase: planIn(row === 'RP' ? context : before)?.phase ?? planIn(context)?.phase,
    ...(row === 'start' && { title, goal, criteria, autonomous }),
    ...(isAny(findings) && { points, findings }),
    ...(isAny(settled) && { settled }),
    ...(feedback && feedback.length > 1 && { feedback }),
    ...(trigger && { trigger }),
    ...(words && (feedback && by === 'ai' ? { note: words } : { said: words, ...(typed && { typed }) })),
    ...(preserve && { preserve }),
    ...(isAny(invalidate) && { invalidate }),
    ...(on !== undefined && { on }),
  }
}

function retell({ by, autonomous, trigger, on, ...about }: Readonly<Record<string, unknown>>, word?: unknown): string {
  if (autonomous === true) return 'by the agent, in autonomous mode'
  const isAgain = typeof trigger === 'string'
  const what = [
    isAgain && `begins again: ${trigger.toLowerCase().replaceAll('_', ' ')}`,
    typeof on === 'boolean' && `autonomous mode ${on ? 'on' : 'off'}`,
    wordsIn(about, isAgain ? 'replan' : 'approve', word) ||
      (isSeen(word) ? 'by the developer' : (by === 'ai' || word === 'unseen') && 'by the agent'),
  ]
  return what.filter(Boolean).join(', ')
}

function turnIn(state: string, plan: Plan | undefined, artifactsOf: (plan: Plan) => Artifacts): Turn {
  if (!plan) return you('run `spell discovery start "…"`')
  const phase = phaseOf(state)
  if (phase === undefined) return you(`run \`spell accio --from ${plan.task}\``)
  const reviewer = reviewerIn(state)
  if (reviewer === 'human') return say(['approve'], { or: 'what should be different' })
  if (reviewer === 'ai') return agent(`reviewing the ${titleOf(phase)}`)
  return phase === 'clarification' && isAsking(plan, artifactsOf(plan))
    ? you("answer the agent's questions")
    : agent(`working on the ${titleOf(phase)}`)
}
