import { agentAdapters } from '../src/install/adapters'
import { type AgentName, agentNames, loadAgent } from '../src/install/agents/agents'
import type { Piece } from '../src/install/agents/piece'
import { spellNames } from '../src/workflows/engineer/spells'
import { compileAgents } from './compile-templates'

/** @returns the cells for each agent: who it is, what `init` writes for it, and where that is described */
export async function agentRows(): Promise<string[][]> {
  const adapters = await agentAdapters(compileAgents('templates/agents'))
  const empty = { root: '/', env: {}, read: () => undefined, isThere: () => false }
  return Promise.all(
    adapters.map(async ({ name, title, pieces }) => {
      const { pages, remark } = await loadAgent(name as AgentName)
      const written = writtenIn(pieces(empty, [])).join('; ')
      const links = pages.map(([page, address]) => `[${page}](${address})`).join(', ')
      return [`${title}: \`${name}\``, remark ? `${written}. ${remark}.` : written, links]
    }),
  )
}

const agents = () => Promise.all(agentNames.map(loadAgent))

/** @returns the cells for each agent: what happens to a message that is a word, and what is missing */
export const wordRows = async (): Promise<string[][]> =>
  (await agents()).map(({ title, witness }) => [title, witness.casts, witness.lacks])

/** @returns the cells for each agent: what it shows of the developer's words, its session, and what it does with an objection */
export const witnessRows = async (): Promise<string[][]> =>
  (await agents()).map(({ title, sessionVariables, witness }) => {
    const variables = sessionVariables.map((variable) => `\`${variable}\``).join(', ')
    return [title, witness.shows, variables || 'not named', witness.objects]
  })

/** What an installation consists of: one part for each file. */
function writtenIn(pieces: readonly Piece[]): string[] {
  const parts = pieces.map(({ do: kind, path }): readonly [path: string, part: string] => {
    if (kind === 'block') return [path, `a block in \`${path}\``]
    if (kind === 'file') return [anySpell(path), `\`${anySpell(path)}\``]
    return [path, `in \`${path}\` ${keysIn(path, pieces)}`]
  })
  return [...new Map(parts).values()]
}

/** The agent's own names of what we add to a JSON file. */
function keysIn(path: string, pieces: readonly Piece[]): string {
  const keys = pieces.flatMap((piece) => (piece.do === 'keys' && piece.path === path ? piece.keys : []))
  const hooks = new Set(keys.flatMap(({ at: [list, event] }) => (list === 'hooks' ? [`\`${event}\``] : [])))
  const others = keys.flatMap(({ at: [key] }) => (key === 'hooks' || key === 'version' ? [] : [`\`${key}\``]))
  return [`the hooks ${[...hooks].join(', ')}`, ...others].join(' and ')
}

/** The files of the six spells are one entry. */
const anySpell = (path: string): string =>
  spellNames.reduce((text, spell) => text.replace(new RegExp(`(?<=/)${spell}(?=\\.)`), '<spell>'), path)
