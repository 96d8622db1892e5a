import type { Command, Examples } from '../../cli/command'
import { command as approve } from '../../commands/discovery/approve.command'
import { command as autonomous } from '../../commands/discovery/autonomous.command'
import { artifact, show, status } from '../../commands/discovery/looks.command'
import { command as replan } from '../../commands/discovery/replan.command'
import { command as revise } from '../../commands/discovery/revise.command'
import { command as start } from '../../commands/discovery/start.command'
import { command as stop } from '../../commands/discovery/stop.command'
import { command as submit } from '../../commands/discovery/submit.command'
import { entryOf } from '../../flows/registry'
import { planOf, taskOption } from '../../verbs/discovery/plan-command'
import { standardVerbs } from '../../verbs/standard'

export { completions } from '../../verbs/discovery/completions'

const { history, undo, recover } = standardVerbs(entryOf('discovery'), planOf, taskOption)

export const commands: readonly Command[] = [
  start,
  submit,
  approve,
  revise,
  replan,
  autonomous,
  status,
  history,
  artifact,
  show,
  stop,
  undo,
  recover,
]

export const examples: Readonly<Record<string, Examples>> = {
  start: [
    ['spell discovery start "CSV export"', 'Begin a plan'],
    [
      'spell discovery start "CSV export" --ac "has a header row" --ac "one row for each order (verify: npm test)"',
      'Name what must hold',
    ],
  ],
  submit: [
    ['spell discovery submit', 'Hand in the draft of the phase'],
    ['spell discovery submit --settled "F1: both callers are named"', 'The same after it was sent back'],
  ],
  approve: [
    ['spell discovery approve --finding "callers searched for: two"', 'Pass your own review, as an agent'],
    ['spell discovery approve --as human', 'Pass the review of the developer, on their word'],
  ],
  revise: [
    ['spell discovery revise --said "the API has two callers"', 'Send the artifact back in the developer’s words'],
    ['spell discovery revise --note "src/api.ts is left out"', 'Send it back, as the agent that reviews it'],
  ],
  replan: [
    [
      'spell discovery replan --from contracts --trigger requirements_changed --changes "JSON, too"',
      'Begin again from the contracts',
    ],
  ],
  autonomous: [['spell discovery autonomous on', 'Let the agent review alone']],
  status: [['spell discovery status', 'See what is to be done now']],
  history: [['spell discovery history --limit 5', 'List the newest five steps']],
  artifact: [['spell discovery artifact contracts', 'Print the contracts']],
  show: [['spell discovery show', 'Print the whole plan as one document, for a pull request']],
  stop: [['spell discovery stop --said "we buy it instead"', 'Archive a plan that is not to be carried out']],
  undo: [['spell discovery undo', 'Take back the last step']],
  recover: [['spell discovery recover', 'Rebuild a plan whose state is damaged']],
}
