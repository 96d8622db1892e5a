import { type CommandContext, defineCommand, type Output } from '../../cli/command'
import { type Option, type OptionsOf, waitOption } from '../../cli/options'
import { exit, Failure } from '../../failure/failure'
import { isBlocked } from '../../flows/hope/blocklist'
import { oneOf } from '../../flows/hope/marker'
import { type Mode, modes } from '../../flows/hope/states'
import { act, documentFrom } from '../../verbs/hope/session-command'
import { readBlocklist } from '../../verbs/hope/user-blocklist'

const sideOption = {
  key: 'side',
  flag: '--side',
  help: 'beside the work: it moves nothing, unless it finds a BLOCKER',
} as const satisfies Option
const doneOptions = [
  { key: 'pick', flag: '--pick', value: 'WAY', help: 'with done: the way that the developer has chosen' },
  {
    key: 'blocker',
    flag: '--blocker',
    value: 'TEXT',
    help: 'with done: what must be put right first; again for each',
    many: true,
  },
] as const satisfies readonly Option[]
const fix = 'spell hope consult panel "…"'

export const command = defineCommand({
  name: 'consult',
  summary: 'Ask for an outside view; `done` ends it',
  argument: { name: 'mode', help: `one of: ${modes.join(', ')}; done (default: panel)` },
  further: [{ name: 'query', help: 'the question; with done, a file with what was found' }],
  options: [...doneOptions, sideOption, waitOption],
  async run(first, cli, [second]) {
    const word = oneOf([...modes, 'done'], first ?? '')
    if (word === 'done') return end(cli, second)
    if (word) return open(cli, word, second ?? '')
    return open(cli, 'panel', [first, second].filter(Boolean).join(' '))
  },
})

const alias = (name: string, mode: Mode, summary: string) =>
  defineCommand({
    name,
    summary,
    argument: { name: 'query', help: 'the question' },
    options: [sideOption, waitOption],
    run: (query, cli) => open(cli, mode, query ?? ''),
  })
export const panel = alias('panel', 'panel', 'Ask several voices (consult panel)')
export const summon = alias('summon', 'single', 'Ask one expert (consult single)')

async function open(cli: CommandContext<OptionsOf<[typeof sideOption]>>, mode: Mode, query: string): Promise<Output> {
  if (query.trim() === '') throw new Failure(exit.usage, 'usage', 'What is the question? It is needed.', fix)
  const blocklist = readBlocklist(cli.env)
  return act(cli, {
    verb: 'consult',
    mode,
    query: query.trim(),
    blocklist,
    side: cli.options.side,
    blockedName: mode === 'single' ? isBlocked(blocklist, query) : undefined,
  })
}

async function end(cli: CommandContext<OptionsOf<typeof doneOptions>>, file: string | undefined): Promise<Output> {
  const { pick, blocker: blockers = [] } = cli.options
  return act(cli, {
    verb: 'consult done',
    blockers,
    pick,
    artifact: file === undefined ? undefined : documentFrom(cli, file, 'spell hope consult done findings.md'),
  })
}
