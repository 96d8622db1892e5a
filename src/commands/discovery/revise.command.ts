import { defineCommand } from '../../cli/command'
import { optionText, saidOption } from '../../cli/said'
import { exit, Failure } from '../../failure/failure'
import { act, changing, maxWordsBytes, refuseTooLong } from '../../verbs/discovery/plan-command'

const fix = 'spell discovery revise --note "…"'

export const command = defineCommand({
  name: 'revise',
  summary: 'Send the artifact back to its phase, with feedback',
  options: [
    { ...saidOption, help: 'what the developer wants changed, in their words; again for each point', many: true },
    {
      key: 'note',
      flag: '--note',
      value: 'TEXT',
      help: 'what the agent’s review wants changed; again for each point',
      many: true,
    },
    ...changing,
  ],
  async run(_, cli) {
    const { said = [], note = [] } = cli.options
    if (said.length > 0 && note.length > 0)
      throw new Failure(
        exit.usage,
        'two-reviewers',
        'Give --said, the developer’s words, or --note, the agent’s; not both.',
        fix,
      )
    const feedback = [...said, ...note].map((text) => optionText(text, maxWordsBytes, fix, cli))
    refuseTooLong('The feedback', feedback, fix)
    return act(cli, 'revise', { feedback, as: said.length > 0 ? 'human' : 'ai' })
  },
})
