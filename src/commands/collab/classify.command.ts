import { defineCommand } from '../../cli/command'
import { needed } from '../../cli/given-words'
import { numberNamed, typeNamed } from './item-arguments'
import { act, changing } from './session-command'

const fix = 'spell collab classify 1 code'

/** Gives a work item another type. */
export const command = defineCommand({
  name: 'classify',
  summary: 'says of which type a work item is',
  argument: { name: 'number', help: 'the number of the item' },
  further: [{ name: 'type', help: 'code, task or bugfix' }],
  options: changing,
  async run(number, cli, [type]) {
    return act(cli, {
      verb: 'classify',
      number: numberNamed(number, fix),
      type: typeNamed(needed(type, 'Of which type? code, task or bugfix.', fix), fix),
    })
  },
})
