import { undo } from '../../undo'
import { hope } from '../../workflows/hope'
import type { Command } from '../command'
import { edgeOf } from '../edge'
import { waitOption } from '../options'
import { outputOfUndo } from '../undo'

/** Takes back the last step of the session. */
export const command: Command = {
  name: 'undo',
  summary: 'takes back the last step of the session',
  options: [waitOption],
  run: async (_, setting) => outputOfUndo(await undo(hope(), edgeOf(setting, 'hope')), setting),
}
