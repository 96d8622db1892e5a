import type { Command } from '../command'
import { command as add } from './add'
import { command as classify } from './classify'
import { command as cleanup } from './cleanup'
import { command as completeSkill } from './complete-skill'
import { command as diagram } from './diagram'
import { command as history } from './history'
import { command as items } from './items'
import { command as next } from './next'
import { command as remove } from './remove'
import { command as resume } from './resume'
import { command as start } from './start'
import { command as states } from './states'
import { command as status } from './status'
import { command as task } from './task'
import { command as undo } from './undo'

export { now } from './now'

/** The verbs of `spell collab`, in the order of the work. */
export const commands: readonly Command[] = [
  start,
  add,
  classify,
  remove,
  items,
  completeSkill,
  task,
  status,
  next,
  resume,
  diagram,
  states,
  cleanup,
  history,
  undo,
]
