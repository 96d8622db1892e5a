import { defineCommand } from '../../cli/command'
import { needed } from '../../cli/given-words'
import { namedTexts, settledOption } from '../../cli/named-texts'
import { waitOption } from '../../cli/options'
import { optionText, saidOption } from '../../cli/said'
import { maxArtifactBytes } from '../../flows/hope/artifact'
import { words } from '../../flows/hope/payload'
import { type Dimension, dimensions, engagements } from '../../flows/hope/session'
import { act, documentFrom } from '../../verbs/hope/session-command'
import { listed } from '../../workflow/listed'

export const engage = defineCommand({
  name: 'engage',
  summary: 'Set how the developer takes part (default: as usual)',
  argument: { name: 'level', help: engagements.join(', ') },
  options: [waitOption],
  run: (level, cli) => act(cli, { verb: 'engage', ...cli.options, level }),
})

export const answer = defineCommand({
  name: 'answer',
  summary: 'Answer the open question with the word of the developer',
  argument: { name: 'word', help: words.join(', ') },
  options: [{ ...saidOption, help: `${saidOption.help}; - for stdin` }, waitOption],
  async run(typed, cli) {
    const word = needed(typed, 'Which answer? A word is needed.', 'spell hope status   # says which are possible')
    const fix = 'spell hope answer edits --said "…"'
    const { said } = cli.options
    return act(cli, { verb: 'answer', word, said: said && optionText(said, maxArtifactBytes, fix, cli) })
  },
})

export const submit = defineCommand({
  name: 'submit',
  summary: 'Submit the brief, the shape, the items, or a review',
  argument: { name: 'file', help: 'Markdown: labels with bullets under them; - for stdin' },
  options: [settledOption, waitOption],
  async run(file, cli) {
    const fix = 'spell hope status   # says what is to be submitted'
    const artifact = await documentFrom(cli, needed(file, 'Which file? Its name is needed, or - for stdin.', fix), fix)
    const settled = namedTexts(cli.options.settled ?? [], 'BW', 'spell hope submit shape.md --settled "B1: how"')
    return act(cli, { verb: 'submit', artifact, settled })
  },
})

export const intent = defineCommand({
  name: 'intent',
  summary: 'Go back to what is wanted, from anywhere',
  argument: { name: 'text', help: 'what is wanted now, where that has changed' },
  options: [waitOption],
  run: (text, cli) => act(cli, { verb: 'intent', text }),
})

export const cancel = defineCommand({
  name: 'cancel',
  isDestructive: true,
  summary: 'End the round at once; a wave that is under way is reported first, if it is to count',
  options: [waitOption],
  run: (_, cli) => act(cli, { verb: 'cancel' }),
})

export const status = defineCommand({
  name: 'status',
  summary: 'Show the state of the session and the next step',
  options: [],
  run: (_, cli) => act(cli, { verb: 'status' }),
})

const asked: Readonly<Record<Dimension, string>> = {
  outcome: 'what it brings about',
  scope: 'what is in and what is out',
  constraints: 'what it has to respect',
  success: 'how one sees that it works',
  done: 'when to stop',
}

export const score = defineCommand({
  name: 'score',
  summary: 'Score how clear the request is: 0 vague, 1 a direction, 2 testable',
  options: [
    ...dimensions.map((name) => ({ key: name, flag: `--${name}`, value: 'N', help: `${asked[name]}, 0 to 2` })),
    { key: 'total', flag: '--total', value: 'N', help: 'the sum, 0 to 10, in place of the five' },
    { key: 'echo', flag: '--echo', value: 'TEXT', help: 'for 5 to 7: what you will deliver, in one sentence' },
    waitOption,
  ],
  run(_, cli) {
    // One that is missing is told as one that is wrong.
    const typed = Object.entries(cli.options).filter(([name]) => name in asked)
    return act(cli, { verb: 'score', ...cli.options, dims: typed.length > 0 ? Object.fromEntries(typed) : undefined })
  },
})

export const wave = defineCommand({
  name: 'wave',
  summary: 'Report a wave: every item that was ready, once',
  options: [
    { key: 'done', flag: '--done', value: 'ITEM', help: 'done: a,b; or "a: what came of it"', many: true },
    { key: 'carry', flag: '--carry', value: 'ITEM', help: 'for the next wave: "a: why"', many: true },
    { key: 'mustNot', flag: '--must-not', value: 'TEXT', help: 'which limit was crossed, and how; ends the work' },
    waitOption,
  ],
  run: (_, cli) =>
    act(cli, { verb: 'wave', ...cli.options, done: itemsIn(cli.options.done), carry: itemsIn(cli.options.carry) }),
})

/** Ids with commas, or one id with what came of it. */
const itemsIn = (typed: readonly string[] = []): { id: string; reason?: string | undefined }[] =>
  typed.flatMap((text) => {
    const [id = '', ...said] = text.split(':')
    return listed(id).map((one) => ({ id: one, reason: said.join(':').trim() || undefined }))
  })
