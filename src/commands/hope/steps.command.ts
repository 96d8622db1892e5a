import { defineCommand } from '../../cli/command'
import { givenFile } from '../../cli/given-text'
import { needed } from '../../cli/given-words'
import { waitOption } from '../../cli/options'
import { maxArtifactBytes } from '../../flows/hope/artifact'
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
  options: [
    { key: 'note', flag: '--note', value: 'TEXT', help: 'what the developer said with it, which is kept; - for stdin' },
    waitOption,
  ],
  async run(typed, cli) {
    const word = needed(typed, 'Which answer? A word is needed.', 'spell hope status   # says which are possible')
    const { note: said } = cli.options
    const note = said === '-' ? givenFile('-', maxArtifactBytes, 'spell hope answer edits --note "…"', cli) : said
    return act(cli, { verb: 'answer', word, note })
  },
})

export const submit = defineCommand({
  name: 'submit',
  summary: 'Submit the brief, the shape, the items, or a review',
  argument: { name: 'file', help: 'Markdown: labels with bullets under them; - for stdin' },
  options: [waitOption],
  async run(file, cli) {
    const fix = 'spell hope submit brief.md'
    const artifact = documentFrom(cli, needed(file, 'Which file? Its name is needed, or - for stdin.', fix), fix)
    return act(cli, { verb: 'submit', artifact, head: headHere(cli) })
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

export const audit = defineCommand({
  name: 'audit',
  summary: 'Check, each turn, whether request and approach are good enough',
  options: [
    { key: 'apply', flag: '--apply', help: 'and go back where they are not; not while anything is carried out' },
    { key: 'confused', flag: '--confused', help: 'the developer seems to have lost the thread' },
    waitOption,
  ],
  run: (_, cli) => act(cli, { verb: 'audit', ...cli.options }),
})

export const status = defineCommand({
  name: 'status',
  summary: 'Show the state of the session and the next step',
  options: [],
  run: (_, cli) => act(cli, { verb: 'status' }),
})
