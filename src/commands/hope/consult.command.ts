import type { Command, Output, Setting } from '../../cli/command'
import { type Option, waitOption } from '../../cli/options'
import { exit, Failure } from '../../failure/failure'
import { isBlocked } from '../../workflows/hope/blocklist'
import { isMode, modeIn } from '../../workflows/hope/consult-mode'
import { type Mode, modes } from '../../workflows/hope/states'
import { act, given, optionsIn, textFrom } from './session-command'
import { readBlocklist } from './user-blocklist'

const sideOption: Option<string> = { key: 'side', flag: '--side', help: 'beside the work: it moves nothing' }
const fix = 'spell hope consult panel "…"'

/** Asks for an outside view, and ends it. */
export const command: Command = {
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
  async run(first, setting, [second]) {
    if (first?.trim().toLowerCase() === 'done') return end(setting, second)
    const mode = first?.trim().toLowerCase()
    if (isMode(mode)) return open(setting, mode, second ?? '')
    const question = [first, second].filter(Boolean).join(' ')
    return open(setting, modeIn(question), question)
  },
}

/** Two words of the source that mean a way of consulting. */
const alias = (name: string, mode: Mode, summary: string): Command => ({
  name,
  summary,
  argument: { name: 'query', help: 'the question' },
  options: [sideOption, waitOption],
  run: (query, setting) => open(setting, mode, query ?? ''),
})
export const panel = alias('panel', 'panel', 'the same as consult panel: several voices')
export const summon = alias('summon', 'single', 'the same as consult single: one expert')

async function open(setting: Setting, mode: Mode, query: string): Promise<Output> {
  if (query.trim() === '') throw new Failure(exit.usage, 'usage', 'What is the question? It is needed.', fix)
  const { side } = optionsIn(setting)
  const blocklist = readBlocklist(setting.env)
  const blockedName = mode === 'single' ? isBlocked(blocklist, query) : undefined
  return act(setting, { verb: 'consult', mode, query: query.trim(), blocklist, ...given({ side, blockedName }) })
}

function end(setting: Setting, file: string | undefined): Promise<Output> {
  const { pick, blocker = [] } = optionsIn(setting)
  const artifact = file === undefined ? undefined : textFrom(setting, file, 'spell hope consult done findings.md')
  return act(setting, { verb: 'consult done', blockers: blocker, ...given({ pick, artifact }) })
}
