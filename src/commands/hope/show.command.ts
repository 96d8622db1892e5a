import { defineCommand } from '../../cli/command'
import { exit, Failure } from '../../failure/failure'
import { type Part, parts, partText, roundText } from '../../flows/hope/round-text'
import { sessionIn } from '../../flows/hope/session'
import { choiceIn, sessionOf } from '../../verbs/hope/session-command'

/** Shows a round as one document for a pull request, or a part of it. */
export const command = defineCommand({
  name: 'show',
  summary: 'Show the round as one document, or a part of it',
  argument: { name: 'part', help: `${parts.join(', ')} (default: everything, for a pull request)` },
  options: [],
  async run(word, cli) {
    const { work } = sessionOf(cli)
    const { current, context } = work.saved
    const session = sessionIn(context, current)
    if (session.text === undefined)
      throw new Failure(exit.notPossible, 'no-session', 'No session has started here.', 'spell hope start "…"')
    const part: Part | undefined = word === undefined ? undefined : choiceIn(parts, word, 'the part', 'spell hope show')
    const text = part ? partText(part, session) : roundText(session)
    if (text === undefined)
      throw new Failure(exit.notPossible, 'not-there-yet', `There are no ${part} yet.`, 'spell hope status')
    return {
      document: {
        schemaVersion: 1,
        kind: 'round',
        ok: true,
        workflow: 'hope',
        part: part ?? 'round',
        markdown: text,
        warnings: [],
      },
      markdown: `${text}\n`,
      exitCode: exit.done,
    }
  },
})
