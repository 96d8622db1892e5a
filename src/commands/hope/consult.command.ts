import { type CommandContext, defineCommand, type Output } from '../../cli/command'
import { type OptionsOf, waitOption } from '../../cli/options'
import { isBlocked } from '../../flows/hope/blocklist'
import { oneOf } from '../../flows/hope/marker'
import { type Mode, modes } from '../../flows/hope/states'
import { act, documentFrom } from '../../verbs/hope/session-command'
import { readBlocklist } from '../../verbs/hope/user-blocklist'

const help = 'beside the work: it moves nothing'
const asking = [{ key: 'side', flag: '--side', help }, waitOption] as const

export const command = defineCommand({
  name: 'consult',
  summary: 'Ask for an outside view; `done` ends it',
  argument: { name: 'mode', help: `one of: ${modes.join(', ')}; done (default: panel)` },
  further: [{ name: 'query', help: 'the question; with done, a file with what was found' }],
  options: [
    { key: 'pick', flag: '--pick', value: 'WAY', help: 'with done: the way that the developer has chosen' },
    ...asking,
  ],
  async run(first = '', cli, [second]) {
    const word = oneOf([...modes, 'done'], first)
    if (word === undefined) return open(cli, 'panel', [first, second].filter(Boolean).join(' '))
    if (word !== 'done') return open(cli, word, second)
    const { pick } = cli.options
    const artifact = second === undefined ? undefined : documentFrom(cli, second, 'spell hope consult done findings.md')
    return act(cli, { verb: 'consult done', pick, artifact })
  },
})

const alias = (name: string, mode: Mode, summary: string) =>
  defineCommand({
    name,
    summary,
    argument: { name: 'query', help: 'the question' },
    options: asking,
    run: (query, cli) => open(cli, mode, query),
  })
export const panel = alias('panel', 'panel', 'Ask several voices (consult panel)')
export const summon = alias('summon', 'single', 'Ask one expert (consult single)')

function open(cli: CommandContext<OptionsOf<typeof asking>>, mode: Mode, query = ''): Promise<Output> {
  const blocklist = readBlocklist(cli.env)
  const blockedName = mode === 'single' ? isBlocked(blocklist, query) : undefined
  return act(cli, { verb: 'consult', mode, query: query.trim(), blocklist, side: cli.options.side, blockedName })
}
