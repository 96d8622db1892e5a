import { defineCommand } from '../../cli/command'
import { exit, Failure } from '../../failure/failure'
import { roundText } from '../../flows/hope/round-text'
import { sessionIn } from '../../flows/hope/session'
import { sessionOf, standingsNow } from '../../verbs/hope/session-command'

export const command = defineCommand({
  name: 'show',
  summary: 'Show the round as one document, for a pull request',
  options: [],
  async run(_, cli) {
    const { work } = await sessionOf(cli)
    const { current, context } = work.saved
    const session = sessionIn(context, current)
    if (session.text === undefined)
      throw new Failure(exit.notPossible, 'no-session', 'No session has started here.', 'spell hope start "…"')
    const text = roundText({ ...session, ...(await standingsNow(cli)) })
    return {
      document: {
        schemaVersion: 1,
        kind: 'round',
        ok: true,
        workflow: 'hope',
        part: 'round',
        markdown: text,
        warnings: [],
      },
      markdown: `${text}\n`,
      exitCode: exit.done,
    }
  },
})
