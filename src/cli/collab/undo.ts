import { undo } from '../../undo'
import type { Command } from '../command'
import { outputOf } from '../spell'
import { changing, sessionOf } from './session'

/** Takes back the last step of a session. */
export const command: Command = {
  name: 'undo',
  summary: 'takes back the last step of the session',
  options: changing,
  async run(_, setting) {
    const { workflow, edge } = sessionOf(setting)
    const { undone, setAside, ...answer } = await undo(workflow, edge)
    const output = outputOf({ ...answer, kind: 'cast' }, setting.options.for ?? 'both')
    return { ...output, document: { ...answer, kind: 'undo', undone, setAside } }
  },
}
