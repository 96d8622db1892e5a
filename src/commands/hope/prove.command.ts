import { defineCommand } from '../../cli/command'
import { givenWords } from '../../cli/given-words'
import { proveOptions } from '../../proof/prove-options'
import { sessionOf } from '../../verbs/hope/session-command'

export const command = defineCommand({
  name: 'prove',
  summary: 'Run the commands of the criteria, and keep what came of them',
  argument: { name: 'id', help: 'which criteria, such as C1 (default: all that are not proven)', many: true },
  options: proveOptions,
  run: async (first, cli, further) =>
    (await import('../../proof/prove')).prove(cli, givenWords(first, further), await sessionOf(cli)),
})
