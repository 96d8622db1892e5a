import { defineCommand } from '../../cli/command'
import { exit, Failure } from '../../failure/failure'
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
    const which = numberNamed(number, fix)
    if (type === undefined) throw new Failure(exit.usage, 'usage', 'Of which type? code, task or bugfix.', fix)
    return act(cli, { verb: 'classify', number: which, type: typeNamed(type, fix) })
  },
})
