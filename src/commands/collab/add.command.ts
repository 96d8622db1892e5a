import { inline } from '../../answer/markdown'
import { defineCommand } from '../../cli/command'
import { needed } from '../../cli/given-words'
import { givenTypes, typeNamed } from './item-arguments'
import { act, changing } from './session-command'

/** Adds a work item. */
export const command = defineCommand({
  name: 'add',
  summary: 'adds a work item to the session',
  argument: { name: 'title', help: 'what is to be done, in one line' },
  options: [
    {
      key: 'type',
      flag: '--type',
      value: 'TYPE',
      help: `${givenTypes.join(', ')}; else as the words of the title tell`,
    },
    ...changing,
  ],
  async run(typed, cli) {
    const title = needed(typed, 'What is to be done? A title is needed.', 'spell collab add "Add CSV export"')
    const { type } = cli.options
    return act(cli, {
      verb: 'add',
      title: inline(title).trim(),
      ...(type !== undefined && { type: typeNamed(type, 'spell collab add "…" --type code') }),
    })
  },
})
