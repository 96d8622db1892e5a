import type { Command } from '../../cli/command'
import { waitOption } from '../../cli/options'
import { exit, Failure } from '../../failure/failure'
import { verdicts, votes } from '../../workflows/hope/formulas'
import { act, definedOnly, optionsIn, parseChoice, textFrom } from './session-command'

const asked: Readonly<Record<(typeof votes)[number], string>> = {
  independence: 'whether the parts can be done without each other',
  files: 'whether they touch files of their own',
  coordination: 'whether they need little agreement',
  scope: 'whether there is enough for several',
}
const fix = 'spell hope bond --independence team --files team --coordination subagent --scope team'

/** Finds out whether a team should do the work, and has one designed. */
export const command: Command = {
  name: 'bond',
  summary: 'asks by four votes whether a team should do it; then submit FILE, and answer yes, adjust or cancel',
  argument: { name: 'step', help: 'submit, answer; else the votes are given' },
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
      const options = optionsIn(cli)
      const said = votes.map(
        (vote) => [vote, parseChoice(verdicts, options[vote], `--${vote}`, 'spell hope bond')] as const,
      )
      return act(cli, { verb: 'bond', votes: definedOnly(Object.fromEntries(said)) })
    }
    if (step !== 'submit' && step !== 'answer')
      throw new Failure(exit.usage, 'usage', 'After bond comes submit or answer, or the four votes.', fix)
    if (what === undefined) {
      const message =
        step === 'submit' ? 'Which file? Its name is needed, or - for stdin.' : 'Which answer? yes, adjust or cancel.'
      throw new Failure(
        exit.usage,
        'usage',
        message,
        step === 'submit' ? 'spell hope bond submit blueprint.json' : 'spell hope bond answer yes',
      )
    }
    return step === 'answer'
      ? act(cli, { verb: 'bond answer', word: what.trim().toLowerCase() })
      : act(cli, {
          verb: 'bond submit',
          artifact: textFrom(cli, what, 'spell hope bond submit blueprint.json'),
        })
  },
}
