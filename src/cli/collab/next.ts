import type { Command } from '../command'
import { act, sessionOption } from './session'

/** Says which skill is to be done now. */
export const command: Command = {
  name: 'next',
  summary: 'says which skill is to be done now; moves nothing',
  options: [sessionOption],
  run: (_, setting) => act(setting, { verb: 'next' }),
}
