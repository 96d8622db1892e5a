import { defineCommand } from '../../cli/command'
import { needed } from '../../cli/given-words'
import { namedTexts } from '../../cli/named-texts'
import { waitOption } from '../../cli/options'
import { saidOption } from '../../cli/said'
import { engagements } from '../../flows/hope/marker'
import { words } from '../../flows/hope/payload'
import { act, documentFrom, headHere, participation } from '../../verbs/hope/session-command'

/** The events that take only a word, a file or a switch. */

export const engage = defineCommand({
  name: 'engage',
  summary: 'Set how the developer takes part (default: as usual)',
  argument: { name: 'level', help: engagements.join(', ') },
  options: [...participation, { key: 'force', flag: '--force', help: 'also where it is settled' }, waitOption],
  run: (level, cli) => act(cli, { verb: 'engage', ...cli.options, level }),
})

export const answer = defineCommand({
  name: 'answer',
  summary: 'Answer the open question with the word of the developer',
  argument: { name: 'word', help: words.join(', ') },
  options: [{ ...saidOption, help: `${saidOption.help}; - for stdin` }, waitOption],
  async run(typed, cli) {
    const word = needed(typed, 'Which answer? A word is needed.', 'spell hope status   # says which are possible')
    const { said: typedWords } = cli.options
    const said = typedWords === '-' ? documentFrom(cli, '-', 'spell hope answer edits --said "…"') : typedWords
    return act(cli, { verb: 'answer', word, said })
  },
})

export const submit = defineCommand({
  name: 'submit',
  summary: 'Submit the brief, the shape, the items, or a review',
  argument: { name: 'file', help: 'Markdown: labels with bullets under them; - for stdin' },
  options: [
    {
      key: 'settled',
      flag: '--settled',
      value: 'TEXT',
      help: 'how a BLOCKER is settled: "B1: how"; again for each',
      many: true,
    },
    waitOption,
  ],
  async run(file, cli) {
    const fix = 'spell hope submit brief.md'
    const artifact = documentFrom(cli, needed(file, 'Which file? Its name is needed, or - for stdin.', fix), fix)
    const settled = namedTexts(cli.options.settled ?? [], 'B', 'spell hope submit shape.md --settled "B1: how"')
    return act(cli, { verb: 'submit', artifact, settled, head: headHere(cli) })
  },
})

export const intent = defineCommand({
  name: 'intent',
  summary: 'Go back to what is wanted, from anywhere',
  argument: { name: 'text', help: 'what is wanted now, where that has changed' },
  options: [{ key: 'reset', flag: '--reset', help: 'also forget the brief and the score' }, waitOption],
  run: (text, cli) => act(cli, { verb: 'intent', ...cli.options, text }),
})

export const cancel = defineCommand({
  name: 'cancel',
  summary: 'End the round; work in progress after the current wave, or at once',
  options: [{ key: 'now', flag: '--now', help: 'at once, without a report of the wave' }, waitOption],
  run: (_, cli) => act(cli, { verb: 'cancel', ...cli.options }),
})

export const status = defineCommand({
  name: 'status',
  summary: 'Show the state of the session and the next step',
  options: [],
  run: (_, cli) => act(cli, { verb: 'status' }),
})
