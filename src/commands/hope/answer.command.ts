import { defineCommand } from '../../cli/command'
import { waitOption } from '../../cli/options'
import { words } from '../../workflows/hope/payload'
import { act, needed } from './session-command'

/** Hands in the word of the developer. */
export const command = defineCommand({
  name: 'answer',
  summary: 'answers the question that is open, with the word of the developer',
  argument: { name: 'word', help: words.filter((word) => word !== 'adjust').join(', ') },
  options: [waitOption],
  async run(word, cli) {
    const said = needed(word, 'Which answer? A word is needed.', 'spell hope status   # says which are possible')
    return act(cli, { verb: 'answer', word: said.trim().toLowerCase() })
  },
})
