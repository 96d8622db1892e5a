import type { Command } from '../command'
import { act } from './session'

/** Shows where the session stands, and what is to be done. */
export const command: Command = {
  name: 'status',
  summary: 'shows where the session stands and what is to be done now',
  options: [],
  run: (_, setting) => act(setting, { verb: 'status' }),
}
