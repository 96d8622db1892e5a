import { undo } from '../undo'
import { engineer } from '../workflows/engineer'
import type { Command } from './command'
import { edgeOf } from './edge'
import { waitOption } from './options'
import { outputOf } from './spell'

/** Takes back the last step. */
export const command: Command = {
  name: 'undo',
  summary: 'takes back the last step, its files too; again, the one before',
  options: [waitOption],
  async run(_, setting) {
    const { undone, setAside, ...answer } = await undo(engineer, edgeOf(setting))
    const output = outputOf({ ...answer, kind: 'cast' }, setting.options.for ?? 'both')
    return { ...output, document: { ...answer, undone, setAside } }
  },
}
