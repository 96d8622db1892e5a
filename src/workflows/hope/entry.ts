import { partsOf } from '../../engine/place'
import type { WorkflowEntry, WorkPhase } from '../../workflow/workflow-entry'

/** The states of the main region after the request is understood; all before them are planning. */
const phases: readonly (readonly [WorkPhase, RegExp])[] = [
  ['between', /^loop\.decompose$/],
  ['task', /^loop\.(wave_execution|stall_detection|paused)$/],
  ['review', /^loop\.(expert_review|review_feedback)$/],
  ['complete', /^(completed|ended)$/],
]

export const entry: WorkflowEntry = {
  name: 'hope',
  summary: 'Find out what is wanted and how, then work in waves that are proven',
  choose:
    'you are not sure yet what you want, or want your agent to work on its own for longer, with a check at every gate',
  begin: 'spell hope start "…"',
  look: () => 'spell hope status',
  called: 'session',
  folder: '.ai/hope',
  phaseOnBoard: (state) => phases.find(([, states]) => states.test(partsOf(state)[1] ?? ''))?.[0] ?? 'planning',
  atGoal: 'completed',
  forAgents: [
    ['panel', 'Ask for several views'],
    ['summon', 'Ask one expert'],
  ],
  hooks: {
    on: [
      { name: 'subagent-start', event: 'SubagentStart' },
      { name: 'exit-plan', event: 'PreToolUse', matcher: 'ExitPlanMode' },
    ],
    load: () => import('./host-hooks'),
  },
  report: async () => (await import('./report')).reporting,
  load: async () => ({ open: (await import('./index')).hope }),
}
