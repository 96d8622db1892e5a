import type { Command } from '../../cli/command'
import { limitOption, outputOfHistory } from '../history/history.command'
import { sessionOf, sessionOption } from './session-command'

/** Shows what has happened in a session. */
export const command: Command = {
  name: 'history',
  summary: 'shows what has happened in the session, the newest last',
  options: [limitOption, sessionOption],
  async run(_, setting) {
    const { workflow, edge } = sessionOf(setting)
    return outputOfHistory(workflow, edge, setting.options.limit, 'spell collab')
  },
}
