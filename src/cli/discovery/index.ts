import type { Command } from '../command'
import { command as approve } from './approve'
import { command as artifact } from './artifact'
import { command as autonomous } from './autonomous'
import { command as history } from './history'
import { command as recover } from './recover'
import { command as replan } from './replan'
import { command as revise } from './revise'
import { command as start } from './start'
import { command as status } from './status'
import { command as submit } from './submit'
import { command as undo } from './undo'

export { now } from './now'

/** The verbs of `spell discovery`, in the order of the work. */
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
  undo,
  recover,
]
