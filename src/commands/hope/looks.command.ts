import { documentOutput } from '../../cli/answer-output'
import { defineCommand } from '../../cli/command'
import { findRoot, workingFolder } from '../../disk/root'
import { exit, Failure } from '../../failure/failure'
import { defaults, oneOf, printFeasible, printMarker } from '../../flows/hope/marker'
import { roundText } from '../../flows/hope/round-text'
import { markerOf, sessionIn } from '../../flows/hope/session'
import { pipelines, sessionType, types } from '../../flows/hope/session-type'
import { folder } from '../../flows/hope/states'
import { nearest } from '../../flows/nearest'
import { findHope } from '../../verbs/hope/hooks/read-session'
import { sessionOf } from '../../verbs/hope/session-command'
import { standingsNow } from '../../verbs/instances'

/** What only prints. */

const none = (code: string, message: string, fix = 'spell hope start "…"') =>
  new Failure(exit.notPossible, code, message, fix)

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
    const fields = { workflow: 'hope', ...detected, pipeline, horizon, feasible: printFeasible(feasible) }
    const usual = `Horizon: ${horizon} · Feasible: ${printFeasible(feasible)}`
    const said = `**${type}** (${because}): ${pipeline.join(' → ')}\n\n${usual}\n`
    return documentOutput('detect', true, fields, said, guessed ? [warning] : [])
  },
})

export const marker = defineCommand({
  name: 'marker',
  summary: 'Print the marker line that an agent keeps of the session',
  options: [],
  async run(_, { options }) {
    const found = await findHope(findRoot(workingFolder(options.cwd)))
    if (found === 'unreadable') {
      const message = 'Where the session stands cannot be read.'
      throw new Failure(exit.unreadable, 'state-unreadable', message, 'spell hope status')
    }
    if (typeof found === 'string') throw none('no-session', 'No session is under way here.')
    const kept = markerOf(found.session)
    if (!kept)
      throw none(
        'no-marker',
        'There is no marker yet: you have not said how you want to take part.',
        'spell hope engage',
      )
    const line = printMarker(kept)
    const warnings = found.isByHand ? [`${folder}/state.json was changed by hand. Run \`spell doctor\`.`] : []
    const fields = { workflow: 'hope', marker: line, ...kept }
    return { ...documentOutput('marker', true, fields, `${line}\n`, warnings), exact: `${line}\n` }
  },
})

export const show = defineCommand({
  name: 'show',
  summary: 'Show the round as one document, for a pull request',
  options: [],
  async run(_, cli) {
    const meant = await sessionOf(cli)
    const session = sessionIn(meant.work.saved.context, meant.work.saved.current)
    if (session.text === undefined) throw none('no-session', 'No session has started here.')
    const text = roundText({ ...session, ...(await standingsNow(meant)) })
    return documentOutput('round', true, { workflow: 'hope', part: 'round', markdown: text }, `${text}\n`)
  },
})
