import type { Command } from '../../cli/command'
import { command as approve } from '../../commands/discovery/approve.command'
import { command as artifact } from '../../commands/discovery/artifact.command'
import { command as autonomous } from '../../commands/discovery/autonomous.command'
import { command as replan } from '../../commands/discovery/replan.command'
import { command as revise } from '../../commands/discovery/revise.command'
import { command as show } from '../../commands/discovery/show.command'
import { command as start } from '../../commands/discovery/start.command'
import { command as status } from '../../commands/discovery/status.command'
import { command as stop } from '../../commands/discovery/stop.command'
import { command as submit } from '../../commands/discovery/submit.command'
import { planOf, taskOption } from '../../verbs/discovery/plan-command'
import { standardVerbs } from '../../verbs/standard'

export { completions } from '../../verbs/discovery/completions'

const { history, undo, recover } = standardVerbs({
  workflow: 'discovery',
  called: 'plan',
  begin: 'spell discovery start "…"',
  naming: [taskOption],
  meant: planOf,
})

/** The commands of `spell discovery`, in the order of the work. */
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
