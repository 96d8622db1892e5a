import { defineCommand } from '../../cli/command'
import { act, sessionOption } from './session-command'

/** Shows where a session stands. */
export const command = defineCommand({
  name: 'status',
  summary: 'shows where the session stands and what is to be done',
  options: [sessionOption],
  run: (_, cli) => act(cli, { verb: 'status' }),
})
