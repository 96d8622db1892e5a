import { defineCommand } from '../../cli/command'
import { needed } from '../../cli/given-words'
import { waitOption } from '../../cli/options'
import { exit, Failure } from '../../failure/failure'
import { verdicts, votes } from '../../flows/hope/formulas'
import { act, documentFrom, optionIn } from '../../verbs/hope/session-command'

const asked: Readonly<Record<(typeof votes)[number], string>> = {
  independence: 'whether the parts can be done without each other',
  files: 'whether they touch different files',
  coordination: 'whether they need little agreement',
  scope: 'whether there is enough for several',
}
const submitFix = 'spell hope bond submit blueprint.md'
const fix = 'spell hope bond --independence team --files team --coordination subagent --scope team'

/** Decides whether a team should do the work, and prepares its design. */
export const command = defineCommand({
  name: 'bond',
  summary: 'Decide by four votes whether a team does it; then submit, then answer',
  argument: { name: 'step', help: 'submit or answer (without it, the four votes are needed)' },
  further: [{ name: 'what', help: 'the file with the plan of the team, or the word' }],
  options: [
    ...votes.map((vote) => ({
      key: vote,
      flag: `--${vote}`,
      value: 'VOTE',
      help: `${asked[vote]}: ${verdicts.join(', ')}`,
    })),
    waitOption,
  ],
  async run(step, cli, [what]) {
    if (step === undefined) {
      const given = votes.map((vote) => [vote, optionIn(verdicts, cli.options[vote], `--${vote}`, 'spell hope bond')])
      return act(cli, { verb: 'bond', votes: Object.fromEntries(given) })
    }
    if (step === 'answer') {
      const word = needed(what, 'Which answer? yes, adjust or cancel.', 'spell hope bond answer yes')
      return act(cli, { verb: 'bond answer', word: word.trim().toLowerCase() })
    }
    if (step === 'submit') {
      const file = needed(what, 'Which file? Its name is needed, or - for stdin.', submitFix)
      return act(cli, { verb: 'bond submit', artifact: await documentFrom(cli, file, submitFix) })
    }
    throw new Failure(exit.usage, 'usage', 'After bond comes submit or answer, or the four votes.', fix)
  },
})
