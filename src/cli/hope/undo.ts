import { undo } from '../../undo'
import { hope } from '../../workflows/hope'
import type { Command } from '../command'
import { edgeOf } from '../edge'
import { waitOption } from '../options'
import { outputOf } from '../spell'

/** Takes back the last step of the session. */
export const command: Command = {
  name: 'undo',
  summary: 'takes back the last step of the session',
  options: [waitOption],
  async run(_, setting) {
    const { undone, setAside, ...answer } = await undo(hope(), edgeOf(setting, 'hope'))
    const output = outputOf({ ...answer, kind: 'cast' }, setting.options.for ?? 'both')
    return { ...output, document: { ...answer, undone, setAside } }
  },
}
