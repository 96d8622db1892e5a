import { defineCommand } from '../../cli/command'
import { act, sessionOption } from './session-command'

/** Says which skill is to be done now. */
export const command = defineCommand({
  name: 'next',
  summary: 'says which skill is to be done now; moves nothing',
  options: [sessionOption],
  run: (_, cli) => act(cli, { verb: 'next' }),
})
