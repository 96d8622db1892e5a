import { fill } from '../text/markdown-parts'
import { ownEntries } from '../work/own/own-entry'
import { settingsPath } from '../work/settings/settings'
import { inPlainWords } from '../workflows/engineer/plain-words'
import { spells } from '../workflows/engineer/spells'
import { entryOf, standard, type WorkflowEntry, workflows } from '../workflows/registry'
import type { Agent, HookName, Instructions } from './agents/agent'
import { type AgentName, agentNames, loadAgent } from './agents/agents'
import { isStartedBy } from './agents/detect'
import { type Piece, pathInPlugin } from './agents/piece'
import { launcherAt, programIn } from './pieces/package-json'
import type { Adapter, Look } from './pieces/piece'

/** Texts for agents, from `templates/agents/`. */
export interface AgentTexts extends Omit<Instructions, 'commands' | 'skills'> {
  /** Which words cast a spell, and which only look like one; part of several texts. */
  readonly word: string
  /** The same where the repository uses another workflow, with the texts of its commands: one for itself, one for a verb. */
  readonly other: Readonly<Record<'nudge' | 'skill' | 'command' | 'verb', string>>
}

export async function agentAdapters(texts: AgentTexts): Promise<readonly Adapter[]> {
  const agents = await Promise.all(agentNames.map(async (name) => ({ name, ...(await loadAgent(name)) })))
  return agents.map(({ name, title, signs, skills, startsHooksInRoot, hasPlugin, permits, ...agent }) => {
    const all = (look: Look, chosen: readonly string[]): readonly Piece[] => {
      const program = (projectFolder?: string) => programOf(look, projectFolder)
      const { read, env, belowTop } = look
      const others = agents.filter((one) => chosen.includes(one.name)).map((one) => one.skills)
      const instructions = instructionsIn(look, texts, sharedFolder(skills, others))
      const hooked = helpedIn(look).flatMap(({ name, hooks }) => (hooks ? [{ workflow: name, hooks: hooks.on }] : []))
      return agent.pieces(
        { instructions, hooked, read, env, program, belowTop },
        (hook, projectFolder) => `${program(projectFolder)} ${callOf(name, hook)}`,
      )
    }
    const comesAsPlugin = (look: Look): boolean =>
      isUsual(look) && !!hasPlugin?.(look) && !isCommitted(look, all(look, [name]))
    return {
      name,
      title,
      comesAsPlugin,
      ...(startsHooksInRoot && { startsHooksInRoot }),
      ...(permits && { permission: (look: Look) => permissionIn(look, permits) }),
      detect: ({ isThere, env }) => signs.some(isThere) || isStartedBy(agent, env),
      pieces: (look, chosen) =>
        comesAsPlugin(look) ? all(look, chosen).filter((piece) => !pathInPlugin(piece)) : all(look, chosen),
    }
  })
}

/** Changes nothing, or runs only what the developer has allowed. */
const unasked = ['lumos', 'prove'] as const

const permissionIn = (look: Look, { path, at, rule }: NonNullable<Agent['permits']>): Piece => ({
  do: 'keys',
  path,
  keys: unasked.map((command) => ({ at, value: rule(`${programOf(look)} ${command}`), append: true })),
})

/** A plugin says what is usual; it is the developer's own, so what a team has committed stays. */
const isUsual = (look: Look): boolean => workflowOf(look).name === standard && !isPlain(look)
const isCommitted = ({ isThere }: Look, pieces: readonly Piece[]): boolean =>
  pieces.some((piece) => pathInPlugin(piece)?.startsWith('commands/') && isThere(piece.path))

/** @returns that of an agent's folders for skills which another one here needs anyway, so that none reads a skill twice */
const sharedFolder = (own: readonly string[], all: readonly (readonly string[])[]): string =>
  own.find((folder) => all.some((each) => each.length === 1 && each[0] === folder)) ?? own[0] ?? ''

/** @returns the arguments with which a hook of an agent calls the program */
export const callOf = (agent: AgentName, hook: HookName | 'word'): string => `${calls[hook]} ${agent}`

const calls: Readonly<Record<HookName | 'word', string>> = {
  session: 'lumos --for ai --brief --hook',
  tool: 'guard tool --agent',
  stop: 'guard stop --agent',
  word: 'word --agent',
}

/** @returns how a program in the root, or in `projectFolder`, starts ours; Plug'n'Play has no folder of programs */
export function programOf(look: Look, projectFolder = ''): string {
  const launcher = launcherAt(look)
  if (launcher === 'spell') return launcher
  if (look.isThere('.pnp.cjs')) return look.package === undefined ? 'yarn spell' : launcher
  return `${projectFolder}${programIn(look)}`
}

/** Texts for the workflow that the repository uses; the six spells lead to the others, too. */
function instructionsIn(look: Look, texts: AgentTexts, skills: string): Instructions {
  const run = programOf(look)
  const used = workflowOf(look)
  const isOther = used.name !== standard
  const { nudge, skill } = isOther ? texts.other : texts
  const of = ({ name, begin }: WorkflowEntry) => ({
    run,
    workflow: name,
    begin: begin.replace(/^spell/, () => run),
    look: `${run} ${name} status`,
  })
  const shared = {
    ...of(used),
    word: texts.word,
    skills,
    else: run === 'spell' ? '' : ` Every \`spell …\` that you read is run as \`${run} …\`.`,
    workflows: workflows
      .map((each) => `${each.name} \`${each.folder ?? each.named}\` \`${of(each).begin}\``)
      .join('; '),
  }
  const named = (text: string) => (isPlain(look) ? inPlainWords(text) : text)
  const spellCommands = commanded.map((spell) => {
    const { alias, summary } = spells[spell]
    // A word alone, which is cast; by its Latin name, as a plain one could be meant otherwise.
    return { name: isPlain(look) ? alias : spell, summary, text: `${spell}\n` }
  })
  const others = [...new Set([...(isOther ? [used] : []), ...helpedIn(look)])]
  const commandsOf = (each: WorkflowEntry) => [
    { name: each.name, summary: each.summary, text: fill(texts.other.command, of(each)) },
    ...(each.forAgents ?? []).map(([verb, summary]) => {
      return { name: verb, summary, text: fill(texts.other.verb, { ...of(each), verb }) }
    }),
  ]
  return {
    nudge: named(fill(nudge, shared)),
    skill: named(fill(skill, shared)),
    commands: [...(isOther ? [] : spellCommands), ...others.flatMap(commandsOf)],
    opencode: texts.opencode,
    skills,
  }
}

/** The spells that have a custom command: the daily ones. The others are said in a word. */
const commanded = ['accio', 'lumos'] as const

/** Whether a repository's settings put the plain word of each spell first. */
export const isPlain = ({ read }: Pick<Look, 'read'>): boolean => /"words"\s*:\s*"plain"/.test(read(settingsPath) || '')

/** @returns the workflow that the settings of a repository name, otherwise the six spells */
export function workflowOf({ read, root }: Pick<Look, 'read' | 'root'>): WorkflowEntry {
  const [, chosen = standard] = /"workflow"\s*:\s*"([\w-]+)"/.exec(read(settingsPath) || '') ?? []
  const isIt = ({ name }: WorkflowEntry) => name === chosen
  return workflows.find(isIt) ?? ownEntries(root).find(isIt) ?? entryOf(standard)
}

/** The workflows in use of which agents get hooks and slash commands. */
const helpedIn = (look: Look): readonly WorkflowEntry[] =>
  workflows.filter((each) => {
    const isThere = each.folder !== undefined && look.isThere(each.folder)
    return each.forAgents && (isThere || each === workflowOf(look))
  })
