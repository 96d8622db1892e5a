import { defineCommand } from '../../cli/command'
import { namedTexts } from '../../cli/named-texts'
import { act, asOption, changing, refuseTooLong } from '../../verbs/discovery/plan-command'

export const command = defineCommand({
  name: 'approve',
  summary: 'Approve the current artifact',
  options: [
    { ...asOption, help: 'who approves; refused where it is the turn of the other' },
    {
      key: 'finding',
      flag: '--finding',
      value: 'TEXT',
      help: 'what the agent found on a point of the list: "K1: …"; again for each',
      many: true,
    },
    { key: 'note', flag: '--note', value: 'TEXT', help: 'words of the developer, which the plan keeps' },
    ...changing,
  ],
  async run(_, cli) {
    const { as, note, finding = [] } = cli.options
    refuseTooLong('What is said', [note ?? '', ...finding], 'spell discovery approve --help')
    const findings = namedTexts(finding, 'K', 'spell discovery approve --as ai --finding "K1: …"')
    return act(cli, 'approve', {
      ...(as && { as }),
      ...(note && { said: note }),
      ...(finding.length > 0 && { findings }),
    })
  },
})
