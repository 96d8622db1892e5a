import { type CommandContext, defineCommand, type Output } from '../../cli/command'
import { waitOption } from '../../cli/options'
import { type Mode, modes } from '../../flows/hope/states'
import { act, documentFrom } from '../../verbs/hope/session-command'
import { oneOf } from '../../workflow/artifacts/one-of'

export const command = defineCommand({
  name: 'consult',
  summary: 'Ask for an outside view; `done` ends it',
  argument: { name: 'mode', help: `one of: ${modes.join(', ')}; done (default: panel)` },
  further: [{ name: 'query', help: 'the question; with done, a file with what was found' }],
  options: [
    { key: 'pick', flag: '--pick', value: 'WAY', help: 'with done: the way that the developer has chosen' },
    waitOption,
  ],
  async run(first = '', cli, [second]) {
    const word = oneOf([...modes, 'done'], first)
    if (word === undefined) return open(cli, 'panel', [first, second].filter(Boolean).join(' '))
    if (word !== 'done') return open(cli, word, second)
    const { pick } = cli.options
    const fix = 'spell hope consult done findings.md'
    const artifact = second === undefined ? undefined : await documentFrom(cli, second, fix)
    return act(cli, { verb: 'consult done', pick, artifact })
  },
})

const alias = (name: string, mode: Mode, summary: string) =>
  defineCommand({
    name,
    summary,
    argument: { name: 'query', help: 'the question' },
    options: [waitOption],
    run: (query, cli) => open(cli, mode, query),
  })
export const panel = alias('panel', 'panel', 'Ask several voices (consult panel)')
export const summon = alias('summon', 'single', 'Ask one expert (consult single)')

const open = (cli: CommandContext, mode: Mode, query = ''): Promise<Output> =>
  act(cli, { verb: 'consult', mode, query: query.trim() })
