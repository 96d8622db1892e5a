import { inline } from '../../answer/markdown'
import { defineCommand } from '../../cli/command'
import { needed, wordNamed } from '../../cli/given-words'
import { exit, Failure } from '../../failure/failure'
import { givenTypes, type ItemType } from '../../flows/collab/session'
import { act, changing } from '../../verbs/collab/session-command'

/** Lists and changes the work items of a session. */

const typeNamed = (typed: string, fix: string): ItemType => wordNamed(typed, 'type', givenTypes, fix)

function numberNamed(typed: string | undefined, fix: string): number {
  const number = needed(typed, 'Which item? Its number is needed.', fix)
  if (/^[1-9]\d{0,3}$/.test(number.trim())) return Number(number)
  throw new Failure(exit.usage, 'usage', `"${inline(number)}" is not the number of an item.`, fix)
}

export const add = defineCommand({
  name: 'add',
  summary: 'Add a work item to the session',
  argument: { name: 'title', help: 'what is to be done, in one line' },
  options: [
    {
      key: 'type',
      flag: '--type',
      value: 'TYPE',
      help: `${givenTypes.join(', ')} (default: by the words of the title)`,
    },
    { key: 'after', flag: '--after', value: 'LIST', help: 'the numbers of the items to be built before it: 1,2' },
    ...changing,
  ],
  async run(typed, cli) {
    const title = needed(typed, 'What is to be done? A title is needed.', 'spell collab add "Add CSV export"')
    const { type, after } = cli.options
    const numbers = after?.split(',').map((text) => numberNamed(text, 'spell collab add "…" --after 1,2'))
    return act(cli, {
      verb: 'add',
      title: inline(title).trim(),
      ...(type !== undefined && { type: typeNamed(type, 'spell collab add "…" --type code') }),
      ...(numbers && { after: [...new Set(numbers)] }),
    })
  },
})

export const classify = defineCommand({
  name: 'classify',
  summary: 'Set the type of a work item',
  argument: { name: 'number', help: 'the number of the item' },
  further: [{ name: 'type', help: 'code, task or bugfix' }],
  options: changing,
  async run(typed, cli, [asked]) {
    const fix = 'spell collab classify 1 code'
    const number = numberNamed(typed, fix)
    const type = typeNamed(needed(asked, 'Of which type? code, task or bugfix.', fix), fix)
    return act(cli, { verb: 'classify', number, type })
  },
})

export const rename = defineCommand({
  name: 'rename',
  summary: 'Change the title of a work item',
  argument: { name: 'number', help: 'the number of the item' },
  further: [{ name: 'title', help: 'what is to be done, in one line' }],
  options: changing,
  async run(typed, cli, [asked]) {
    const fix = 'spell collab rename 1 "Add CSV export"'
    const number = numberNamed(typed, fix)
    const title = needed(asked, 'How is it to be called? A title is needed.', fix)
    return act(cli, { verb: 'rename', number, title: inline(title).trim() })
  },
})

export const remove = defineCommand({
  name: 'remove',
  isDestructive: true,
  summary: 'Remove a work item; its number is not used again',
  argument: { name: 'number', help: 'the number of the item' },
  options: changing,
  run: async (number, cli) => act(cli, { verb: 'remove', number: numberNamed(number, 'spell collab remove 1') }),
})

export const items = defineCommand({
  name: 'items',
  summary: 'List the work items',
  options: changing,
  run: (_, cli) => act(cli, { verb: 'items' }),
})
