import { defineCommand } from '../../cli/command'
import { act } from './session-command'
import { startIn, startOptions } from './start'

/** Begins a session and lists the whole way. */
export const command = defineCommand({
  name: 'full',
  summary: 'begins a session, and lists the whole way of one of its type',
  argument: { name: 'text', help: 'what is wanted, in the words of the developer' },
  options: startOptions,
  run: (text, cli) => act(cli, { verb: 'start', ...startIn(text, cli), full: true }),
})
