import { hope } from '../../workflows/hope'
import type { Command } from '../command'
import { edgeOf } from '../edge'
import { limitOption, outputOfHistory } from '../history'

/** Shows what has happened in the session. */
export const command: Command = {
  name: 'history',
  summary: 'shows what has happened in the session, the newest last',
  options: [limitOption],
  run: async (_, setting) => outputOfHistory(hope(), edgeOf(setting, 'hope'), setting.options.limit, 'spell hope'),
}
