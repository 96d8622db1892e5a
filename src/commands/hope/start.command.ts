import { defineCommand } from '../../cli/command'
import { act } from './session-command'
import { startIn, startOptions } from './start'

/** Begins a session, or a new round of one that is over. */
export const command = defineCommand({
  name: 'start',
  summary: 'begins a session with what is wanted',
  argument: { name: 'text', help: 'what is wanted, in the words of the developer' },
  options: startOptions,
  run: (text, cli) => act(cli, { verb: 'start', ...startIn(text, cli) }),
})
