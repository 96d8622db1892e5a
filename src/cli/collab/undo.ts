import { undo } from '../../undo'
import type { Command } from '../command'
import { outputOfUndo } from '../undo'
import { changing, sessionOf } from './session'

/** Takes back the last step of a session. */
export const command: Command = {
  name: 'undo',
  summary: 'takes back the last step of the session',
  options: changing,
  async run(_, setting) {
    const { workflow, edge } = sessionOf(setting)
    return outputOfUndo(await undo(workflow, edge), setting)
  },
}
