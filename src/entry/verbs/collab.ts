import type { Command } from '../../cli/command'
import { command as cleanup } from '../../commands/collab/cleanup.command'
import { command as completeSkill } from '../../commands/collab/complete-skill.command'
import { command as diagram } from '../../commands/collab/diagram.command'
import { add, classify, items, remove, rename } from '../../commands/collab/items.command'
import { command as prove } from '../../commands/collab/prove.command'
import { command as show } from '../../commands/collab/show.command'
import { command as start } from '../../commands/collab/start.command'
import { command as states } from '../../commands/collab/states.command'
import { next, resume, status } from '../../commands/collab/status.command'
import { command as stop } from '../../commands/collab/stop.command'
import { command as task } from '../../commands/collab/task.command'
import { command as undo } from '../../commands/collab/undo.command'
import { sessionOf, sessionOption } from '../../verbs/collab/session-command'
import { standardVerbs } from '../../verbs/standard'

export { completions } from '../../verbs/collab/completions'

const { history } = standardVerbs({
  workflow: 'collab',
  called: 'session',
  begin: 'spell collab start',
  naming: [sessionOption],
  meant: sessionOf,
})

/** The commands of `spell collab`, in the order of the work. */
export const commands: readonly Command[] = [
  start,
  add,
  classify,
  rename,
  remove,
  items,
  completeSkill,
  task,
  prove,
  status,
  next,
  resume,
  show,
  diagram,
  states,
  cleanup,
  stop,
  history,
  undo,
]
