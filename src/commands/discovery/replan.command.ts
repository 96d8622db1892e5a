import { defineCommand } from '../../cli/command'
import { exit, Failure } from '../../failure/failure'
import { phases } from '../../flows/discovery/phases'
import { triggers } from '../../flows/discovery/plan'
import { act, changing, refuseTooLong } from '../../verbs/discovery/plan-command'
import { listed } from '../../workflow/listed'

export const command = defineCommand({
  name: 'replan',
  summary: 'Start again from a phase; earlier artifacts are kept',
  options: [
    { key: 'from', flag: '--from', value: 'PHASE', help: `the phase to begin with: ${phases.join(', ')}` },
    { key: 'trigger', flag: '--trigger', value: 'WHY', help: `why: ${Object.keys(triggers).join(', ')}` },
    { key: 'changes', flag: '--changes', value: 'TEXT', help: 'what has changed' },
    {
      key: 'preserve',
      flag: '--preserve',
      value: 'LIST',
      help: 'earlier phases that still count, with commas',
      fallback: 'all',
    },
    {
      key: 'invalidate',
      flag: '--invalidate',
      value: 'TEXT',
      help: 'what is no longer true; again for each',
      many: true,
    },
    { key: 'force', flag: '--force', help: 'also where a phase before it has no artifact; for the developer alone' },
    ...changing,
  ],
  async run(_, cli) {
    const { from, trigger = '', changes = '', preserve, invalidate = [], force = false } = cli.options
    if (from === undefined) throw noPhase(trigger)
    refuseTooLong('What has changed', [changes, ...invalidate, preserve ?? ''], 'spell discovery replan --help')
    const kept = preserve === undefined ? {} : { preserve: listed(preserve) }
    return act(cli, 'replan', { from, trigger, changes, invalidate, force, ...kept })
  },
})

/** The caller must name a phase; the reason suggests one. */
function noPhase(trigger: string): Failure {
  const why = trigger.toLowerCase()
  const start = Object.hasOwn(triggers, why) ? triggers[why as keyof typeof triggers] : 'discovery'
  return new Failure(
    exit.usage,
    'usage',
    `From which phase? There is ${phases.join(', ')}.`,
    `spell discovery replan --from ${start} --trigger ${trigger || 'requirements_changed'} --changes "…"`,
  )
}
