import { paragraphs } from '../../answer/markdown'
import { documentOutput } from '../../cli/answer-output'
import { defineCommand } from '../../cli/command'
import { exit, Failure } from '../../failure/failure'
import { defaults, oneOf } from '../../flows/hope/marker'
import { roundText } from '../../flows/hope/round-text'
import { sessionIn } from '../../flows/hope/session'
import { pipelines, sessionType, types } from '../../flows/hope/session-type'
import { nearest } from '../../flows/nearest'
import { sessionOf } from '../../verbs/hope/session-command'
import { standingsNow } from '../../verbs/instances'
import { hasSeen, wordCounts } from '../../work/history/word-counts'

/** What only prints. */

export const detect = defineCommand({
  name: 'detect',
  summary: 'Print which type of session a request would start',
  argument: { name: 'text', help: 'the request, in quotes' },
  options: [{ key: 'type', flag: '--type', value: 'TYPE', help: `name it yourself: ${types.join(', ')}` }],
  async run(text = '', { options: { type: asked } }) {
    if (text.trim() === '')
      throw new Failure(exit.usage, 'usage', 'Of which request? It is empty.', 'spell hope detect "fix the login"')
    const named = oneOf(types, asked ?? '')
    if (asked !== undefined && !named) {
      const fix = `spell hope detect "…" --type ${nearest(asked, types)[0]}`
      throw new Failure(exit.usage, 'usage', `--type must be one of ${types.join(', ')}.`, fix)
    }
    const detected = sessionType(text, named)
    const { type, guessed, signals } = detected
    const pipeline = pipelines[type]
    const because = named ? 'as you say' : guessed ? 'a guess: no word speaks for any type' : signals.join(', ')
    const warning = `${type} is a guess. To name the type yourself: spell hope start "…" --type ${types.join('|')}`
    const { horizon, feasible } = defaults[type]
    const fields = { workflow: 'hope', ...detected, pipeline, horizon, feasible }
    const usual = `Horizon: ${horizon} · Feasible: ${feasible}`
    const said = `**${type}** (${because}): ${pipeline.join(' → ')}\n\n${usual}\n`
    return documentOutput('detect', true, fields, said, guessed ? [warning] : [])
  },
})

export const show = defineCommand({
  name: 'show',
  summary: 'Show the round as one document, for a pull request',
  options: [],
  async run(_, cli) {
    const meant = await sessionOf(cli)
    const session = sessionIn(meant.work.saved.context, meant.work.saved.current)
    if (session.text === undefined)
      throw new Failure(exit.notPossible, 'no-session', 'No session has started here.', 'spell hope start "…"')
    const words = wordCounts(meant.work.saved.history)
    const unseen = hasSeen(words) ? words.unseen : 0
    const said =
      unseen > 0
        ? `By the agent, without a word of the developer that spell has seen: ${unseen} of the last steps.`
        : ''
    const text = paragraphs(roundText({ ...session, ...(await standingsNow(meant)) }), said)
    return documentOutput('round', true, { workflow: 'hope', part: 'round', markdown: text }, `${text}\n`)
  },
})
