import { documentOutput } from '../../cli/answer-output'
import { defineCommand } from '../../cli/command'
import { exit, Failure } from '../../failure/failure'
import { roundText } from '../../flows/hope/round-text'
import { sessionIn } from '../../flows/hope/session'
import { sessionOf } from '../../verbs/hope/session-command'
import { standingsNow } from '../../verbs/instances'

export const command = defineCommand({
  name: 'show',
  summary: 'Show the round as one document, for a pull request',
  options: [],
  async run(_, cli) {
    const meant = await sessionOf(cli)
    const { current, context } = meant.work.saved
    const session = sessionIn(context, current)
    if (session.text === undefined)
      throw new Failure(exit.notPossible, 'no-session', 'No session has started here.', 'spell hope start "…"')
    const text = roundText({ ...session, ...(await standingsNow(meant)) })
    return documentOutput('round', true, { workflow: 'hope', part: 'round', markdown: text }, `${text}\n`)
  },
})
