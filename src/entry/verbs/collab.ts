import type { Command, Examples } from '../../cli/command'
import { command as completeSkill } from '../../commands/collab/complete-skill.command'
import { cleanup, stop } from '../../commands/collab/end.command'
import { add, classify, items, remove, rename } from '../../commands/collab/items.command'
import { diagram, show, states } from '../../commands/collab/looks.command'
import { command as start } from '../../commands/collab/start.command'
import { next, resume, status } from '../../commands/collab/status.command'
import { command as task } from '../../commands/collab/task.command'
import { command as undo } from '../../commands/collab/undo.command'
import { entryOf } from '../../flows/registry'
import { sessionOf, sessionOption, startedSession } from '../../verbs/collab/session-command'
import { standardVerbs } from '../../verbs/standard'

export { completions } from '../../verbs/collab/completions'

const { history, recover } = standardVerbs(entryOf('collab'), sessionOf, sessionOption)
const { prove } = standardVerbs(entryOf('collab'), startedSession, sessionOption)

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
  recover,
]

export const examples: Readonly<Record<string, Examples>> = {
  start: [
    ['spell collab start orders', 'Begin a session'],
    ['spell collab start orders --clear never', 'Begin one without a pause between steps'],
  ],
  add: [
    ['spell collab add "Export orders as CSV"', 'Add an item; its words tell the type'],
    ['spell collab add "Update the README" --type task --after 1', 'Add an item of a type, to be built after item 1'],
  ],
  classify: [['spell collab classify 2 bugfix', 'Make item 2 a bugfix']],
  rename: [['spell collab rename 2 "An empty list crashes"', 'Call item 2 otherwise']],
  remove: [['spell collab remove 2', 'Drop item 2']],
  items: [['spell collab items', 'List the items']],
  'complete-skill': [['spell collab complete-skill rough-draft-interface', 'Report a skill as done']],
  task: [
    ['spell collab task header,rows completed', 'Report two tasks as done'],
    ['spell collab task item-1 failed', 'Report that one cannot be done'],
  ],
  prove: [['spell collab prove csv', 'Run the command of a task']],
  status: [['spell collab status', 'See what is to be done now']],
  next: [['spell collab next', 'Name the skill that is next']],
  resume: [['spell collab resume', 'Go on in a fresh conversation']],
  show: [['spell collab show > orders.md', 'Write the session down, for a pull request']],
  diagram: [['spell collab diagram', 'Draw the waves']],
  states: [['spell collab states', 'List all states']],
  cleanup: [
    ['spell collab cleanup archive', 'Archive the documents'],
    ['spell collab cleanup delete --yes', 'Delete them'],
  ],
  stop: [['spell collab stop --said "We do it otherwise."', 'End it before its work is done']],
  history: [['spell collab history --limit 5', 'List the newest five steps']],
  undo: [['spell collab undo', 'Take back the last step']],
  recover: [['spell collab recover', 'Repair a session whose state cannot be read']],
}
