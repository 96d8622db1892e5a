import { defineCommand } from '../../cli/command'
import { numberNamed } from './item-arguments'
import { act, changing } from './session-command'

/** Takes a work item away. */
export const command = defineCommand({
  name: 'remove',
  summary: 'takes a work item away; its number is not used again',
  argument: { name: 'number', help: 'the number of the item' },
  options: changing,
  run: async (number, cli) => act(cli, { verb: 'remove', number: numberNamed(number, 'spell collab remove 1') }),
})
