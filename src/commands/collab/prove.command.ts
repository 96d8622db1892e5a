import { defineCommand } from '../../cli/command'
import { givenWords } from '../../cli/given-words'
import { proveOptions } from '../../proof/prove-options'
import { sessionOption, startedSession } from '../../verbs/collab/session-command'

export const command = defineCommand({
  name: 'prove',
  summary: 'Run the commands of the tasks, and keep what came of them',
  argument: { name: 'id', help: 'which tasks (default: all of the wave that are not proven)', many: true },
  options: [...proveOptions, sessionOption],
  run: async (first, cli, further) =>
    (await import('../../proof/prove')).prove(cli, givenWords(first, further), await startedSession(cli)),
})
