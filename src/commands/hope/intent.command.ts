import { defineCommand } from '../../cli/command'
import { waitOption } from '../../cli/options'
import { act } from './session-command'

/** Goes back to what is wanted. */
export const command = defineCommand({
  name: 'intent',
  summary: 'goes back to what is wanted, from anywhere',
  argument: { name: 'text', help: 'what is wanted now, where that has changed' },
  options: [{ key: 'reset', flag: '--reset', help: 'also forget the brief and the score' }, waitOption],
  run: (text, cli) => act(cli, { verb: 'intent', text, reset: cli.options.reset }),
})
