import { edgeOf } from '../../cli/cast-context'
import type { Command } from '../../cli/command'
import { hope } from '../../workflows/hope'
import { limitOption, outputOfHistory } from '../history/history.command'

/** Shows what has happened in the session. */
export const command: Command = {
  name: 'history',
  summary: 'shows what has happened in the session, the newest last',
  options: [limitOption],
  run: async (_, setting) => outputOfHistory(hope(), edgeOf(setting, 'hope'), setting.options.limit, 'spell hope'),
}
