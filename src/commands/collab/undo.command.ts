import type { Command } from '../../cli/command'
import { undo } from '../work/undo'
import { outputOfUndo } from '../work/undo.command'
import { changing, sessionOf } from './session-command'

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
