import { type Command, type CommandContext, defineCommand, type Output } from '../../cli/command'
import { type Option, waitOption } from '../../cli/options'
import { exit, Failure } from '../../failure/failure'
import { isBlocked } from '../../workflows/hope/blocklist'
import { isMode, modeIn } from '../../workflows/hope/consult-mode'
import { type Mode, modes } from '../../workflows/hope/states'
import { act, documentFrom, manyIn, switchesIn, textsIn } from './session-command'
import { readBlocklist } from './user-blocklist'

const sideOption: Option = { key: 'side', flag: '--side', help: 'beside the work: it moves nothing' }
const fix = 'spell hope consult panel "…"'

/** Asks for an outside view, and ends it. */
export const command = defineCommand({
  name: 'consult',
  summary: `asks for an outside view (${modes.join(', ')}); \`done\` ends it`,
  argument: { name: 'mode', help: `one of: ${modes.join(', ')}; done; else as the words of the question tell` },
  further: [{ name: 'query', help: 'the question; with done, a file with what was found' }],
  options: [
    { key: 'pick', flag: '--pick', value: 'WAY', help: 'with done: the way that the developer has chosen' },
    {
      key: 'blocker',
      flag: '--blocker',
      value: 'TEXT',
      help: 'with done: what must be put right first; again for each',
      many: true,
    },
    sideOption,
    waitOption,
  ],
  async run(first, cli, [second]) {
    if (first?.trim().toLowerCase() === 'done') return end(cli, second)
    const mode = first?.trim().toLowerCase()
    if (isMode(mode)) return open(cli, mode, second ?? '')
    const question = [first, second].filter(Boolean).join(' ')
    return open(cli, modeIn(question), question)
  },
})

/** Two words of the source that mean a way of consulting. */
const alias = (name: string, mode: Mode, summary: string): Command => ({
  name,
  summary,
  argument: { name: 'query', help: 'the question' },
  options: [sideOption, waitOption],
  run: (query, cli) => open(cli, mode, query ?? ''),
})
export const panel = alias('panel', 'panel', 'the same as consult panel: several voices')
export const summon = alias('summon', 'single', 'the same as consult single: one expert')

async function open(cli: CommandContext, mode: Mode, query: string): Promise<Output> {
  if (query.trim() === '') throw new Failure(exit.usage, 'usage', 'What is the question? It is needed.', fix)
  const blocklist = readBlocklist(cli.env)
  const blockedName = mode === 'single' ? isBlocked(blocklist, query) : undefined
  return act(cli, {
    verb: 'consult',
    mode,
    query: query.trim(),
    blocklist,
    ...switchesIn(cli, 'side'),
    ...(blockedName !== undefined && { blockedName }),
  })
}

async function end(cli: CommandContext, file: string | undefined): Promise<Output> {
  return act(cli, {
    verb: 'consult done',
    blockers: manyIn(cli, 'blocker'),
    ...textsIn(cli, 'pick'),
    ...(file !== undefined && { artifact: await documentFrom(cli, file, 'spell hope consult done findings.md') }),
  })
}
