import { defineCommand } from '../../cli/command'
import { optionText, saidOption } from '../../cli/said'
import { looksAt } from '../../flows/discovery/phases'
import { act, changing, maxWordsBytes, refuseTooLong } from '../../verbs/discovery/plan-command'

const fix = 'spell discovery approve --as ai --finding "K1: …"'
const names = new Set(Object.values(looksAt).flat())

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
      help: 'what the agent’s review saw, "files: …" by a name of its brief, "K1: …" on a point of the program’s list; again for each',
      many: true,
    },
    saidOption,
    ...changing,
  ],
  async run(_, cli) {
    const { as = 'ai', said = '', finding = [] } = cli.options
    const text = optionText(said, maxWordsBytes, fix, cli)
    refuseTooLong('What is said', [text, ...finding], 'spell discovery approve --help')
    const findings = Object.fromEntries(finding.map(findingOf))
    return act(cli, 'approve', { as, ...(text && { said: text }), ...(finding.length > 0 && { findings }) })
  },
})

/** By the point, the feedback or the name that it begins with; others are numbered. */
function findingOf(said: string, index: number): readonly [name: string, text: string] {
  const [, name = '', text = ''] = /^\s*(\w+)\s*[:=](.*)$/s.exec(said) ?? []
  if (/^[kf]\d+$/i.test(name)) return [name.toUpperCase(), text.trim()]
  return names.has(name.toLowerCase()) ? [name.toLowerCase(), text.trim()] : [`R${index + 1}`, said.trim()]
}
