import { exit, Failure } from '../../failure'
import type { Command } from '../command'
import { act, changing } from './plan'

/** Switches human reviews off and on. */
export const command: Command = {
  name: 'autonomous',
  summary: 'switches human reviews of this plan off (on) and on again (off)',
  argument: { name: 'mode', help: 'on or off' },
  options: changing,
  async run(mode, setting) {
    const wanted = mode?.toLowerCase()
    if (wanted !== 'on' && wanted !== 'off') {
      throw new Failure(exit.usage, 'usage', 'The mode is on or off.', 'spell discovery autonomous on')
    }
    return act(setting, 'autonomous', { on: wanted === 'on' })
  },
}
