import { defineCommand } from '../../cli/command'
import { givenText } from '../../cli/given-text'
import { exit, Failure } from '../../failure/failure'
import { act, asOption, changing, maxWordsBytes, refuseTooLong } from '../../verbs/discovery/plan-command'

const fix = 'spell discovery revise --feedback "…"'

export const command = defineCommand({
  name: 'revise',
  summary: 'Send the artifact back to its phase, with feedback',
  options: [
    { key: 'feedback', flag: '--feedback', value: 'TEXT', help: 'what has to become better' },
    { key: 'feedbackFile', flag: '--feedback-file', value: 'FILE', help: 'the same from a file, or from - (stdin)' },
    asOption,
    ...changing,
  ],
  async run(_, cli) {
    const { feedback, feedbackFile, as } = cli.options
    if (feedback !== undefined && feedbackFile !== undefined) {
      throw new Failure(exit.usage, 'two-texts', 'Give --feedback or --feedback-file, not both.', fix)
    }
    const text = feedbackFile === undefined ? (feedback ?? '') : givenText(feedbackFile, maxWordsBytes, fix, cli).trim()
    refuseTooLong('The feedback', [text], fix)
    return act(cli, 'revise', { feedback: text, ...(as && { as }) })
  },
})
