import { defineCommand } from '../../cli/command'
import { act } from './session-command'

/** Shows where the session stands, and what is to be done. */
export const command = defineCommand({
  name: 'status',
  summary: 'shows where the session stands and what is to be done now',
  options: [],
  run: (_, cli) => act(cli, { verb: 'status' }),
})
