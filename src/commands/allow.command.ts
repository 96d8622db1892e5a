import { defineCommand } from '../cli/command'
import { givenWords } from './given-words'

export const command = defineCommand({
  name: 'allow',
  summary: 'Let commands of the plan run here; asks you',
  argument: { name: 'n', help: 'which commands, such as 2 or 3-5, as --list numbers them (default: all)', many: true },
  options: [
    { key: 'list', flag: '--list', help: 'show what is allowed here, and what is not yet' },
    { key: 'revoke', flag: '--revoke', help: 'take consent back (default: all that was given in this clone)' },
  ],
  run: async (first, cli, further) => (await import('./allow')).allow(cli, givenWords(first, further)),
})
