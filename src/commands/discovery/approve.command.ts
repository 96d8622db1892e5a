import { defineCommand } from '../../cli/command'
import { namedTexts } from '../../cli/named-texts'
import { optionText, saidOption } from '../../cli/said'
import { act, changing, maxWordsBytes, refuseTooLong } from '../../verbs/discovery/plan-command'

const fix = 'spell discovery approve --as ai --finding "K1: …"'
const isOnPoint = (text: string) => /^\s*K\d+\s*[:=]/i.test(text)

export const command = defineCommand({
  name: 'approve',
  summary: 'Approve the current artifact',
  options: [
    {
      key: 'as',
      flag: '--as',
      value: 'WHO',
      help: 'whose review it is; human on the developer’s word alone',
      choices: ['ai', 'human'],
      fallback: 'ai',
    },
    {
      key: 'finding',
      flag: '--finding',
      value: 'TEXT',
      help: 'what the agent’s review found, "K1: …" on a point of the program’s list; again for each',
      many: true,
    },
    saidOption,
    ...changing,
  ],
  async run(_, cli) {
    const { as = 'ai', said = '', finding = [] } = cli.options
    const text = optionText(said, maxWordsBytes, fix, cli)
    refuseTooLong('What is said', [text, ...finding], 'spell discovery approve --help')
    const own = finding.filter((found) => !isOnPoint(found)).map((found, index) => [`R${index + 1}`, found.trim()])
    const findings = { ...namedTexts(finding.filter(isOnPoint), 'K', fix), ...Object.fromEntries(own) }
    return act(cli, 'approve', { as, ...(text && { said: text }), ...(finding.length > 0 && { findings }) })
  },
})
