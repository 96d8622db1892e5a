import { edgeOf } from '../../cli/cast-context'
import type { Command } from '../../cli/command'
import { waitOption } from '../../cli/options'
import { hope } from '../../workflows/hope'
import { undo } from '../work/undo'
import { outputOfUndo } from '../work/undo.command'

/** Takes back the last step of the session. */
export const command: Command = {
  name: 'undo',
  summary: 'takes back the last step of the session',
  options: [waitOption],
  run: async (_, setting) => outputOfUndo(await undo(hope(), edgeOf(setting, 'hope')), setting),
}
