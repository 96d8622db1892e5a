import { exit, Failure } from '../text/failure'
import { nearest } from '../workflow/nearest'
import type { Piece } from './agents/piece'
import { isHuskys } from './hook-managers/husky'
import { withoutBlocks } from './pieces/marker'
import { dependsOn } from './pieces/package-json'
import type { Adapter, Adapters, Look } from './pieces/piece'
import type { Choices } from './pieces/record'

/** Finds the chosen agents and hook manager. Throws Failure `unknown-agent`, `unknown-guard` (usage) */
export function chosenIn({ agents, managers }: Adapters, { agents: names, guard }: Choices): Adapter[] {
  const manager = managers.find(({ name }) => name === guard)
  if (!manager && guard !== 'none') throw unknown('guard', guard, managers)
  const chosen = names.map((name) => {
    const agent = agents.find((one) => one.name === name)
    if (!agent) throw unknown('agent', name, agents)
    return agent
  })
  return [...(manager ? [manager] : []), ...chosen]
}

function unknown(what: 'agent' | 'guard', name: string, known: readonly Adapter[]): Failure {
  const names = [...known.map((adapter) => adapter.name), 'none']
  const message = `"${name}" is not one of ${names.join(', ')}.`
  const flag = what === 'agent' ? 'agents' : what
  return new Failure(exit.usage, `unknown-${what}`, message, `spell init --${flag} ${nearest(name, names)[0]}`)
}

/**
 * @returns what was chosen; all pieces that are needed for that; nothing without choices; and the title of the agent or
 *   hook manager that each file is for, by its path. Throws Failure as `chosenIn` does
 */
export function wantedIn(look: Look, adapters: Adapters, choices: Choices | undefined) {
  const chosen = choices ? chosenIn(adapters, choices) : []
  const pieces: Piece[] = []
  const owners = new Map<string, string>()
  for (const { title, permission, ...adapter } of chosen) {
    const own = adapter.pieces(look, choices?.agents ?? [])
    const all = choices?.permit && permission ? [...own, permission(look)] : own
    pieces.push(...all)
    for (const { path } of all)
      owners.set(path, [undefined, title].includes(owners.get(path)) ? title : 'several agents')
  }
  if (choices) pieces.push(...awayFromFormatters(look))
  return { chosen, pieces, owners }
}

/** By the file that says what they leave alone: the packages, and the beginnings of their settings. */
const formatters: Readonly<
  Record<string, { readonly packages: readonly string[]; readonly settings: readonly string[] }>
> = {
  // Oxfmt reads it, too.
  '.prettierignore': {
    packages: ['prettier', 'oxfmt'],
    settings: ['', '.json', '.yaml', '.yml', '.js', '.mjs', '.cjs', '.toml'].map((end) => `.prettierrc${end}`),
  },
  '.markdownlintignore': { packages: ['markdownlint-cli'], settings: [] },
}

/** @returns what keeps the formatters of a repository away from what spell has recorded, unless a line does so already */
export const awayFromFormatters = (look: Look): readonly Piece[] =>
  Object.entries(formatters).flatMap(([path, { packages, settings }]): Piece[] => {
    const text = withoutBlocks(look.read(path) || '')
    const isHere = look.isThere(path) || settings.some(look.isThere) || packages.some((name) => dependsOn(look, name))
    if (!isHere || /^\/?\.ai(\/.*)?\s*$/m.test(text)) return []
    return [{ do: 'block', path, id: 'record', text: '.ai/\n', comment: 'hash' }]
  })

const ofGit: readonly string[] = ['git', 'hooks-path']

/**
 * A record does not outlive a hook manager that came after it: where one runs the hooks of git now, they are its own.
 *
 * @returns the choices with that manager; the same ones if a manager was chosen, or none runs
 */
export function asRunNow(look: Look, { managers }: Adapters, choices: Choices): Choices {
  if (!ofGit.includes(choices.guard)) return choices
  const manager = managers.find(({ runs }) => runs?.(look))
  return manager ? { ...choices, guard: manager.name } : choices
}

/** Husky finds a team's hook by the name of its own, and overwrites its folder. Throws Failure (usage) `guard-of-husky` */
export function refuseRename({ hooksPath = '' }: Look, { guard }: Choices): void {
  if (!ofGit.includes(guard) || !isHuskys(hooksPath)) return
  const message = `git looks for hooks in ${hooksPath}, which Husky overwrites each time it is set up; nothing is put there.`
  throw new Failure(exit.usage, 'guard-of-husky', message, 'spell init --guard husky')
}
