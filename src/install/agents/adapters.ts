import type { HookName, Instructions } from '../../agents/agent'
import { type AgentName, agentNames, loadAgent } from '../../agents/agents'
import { isStartedBy } from '../../agents/detect'
import { capital, fill } from '../../answer/markdown'
import { spellNames, spells } from '../../flows/engineer/spells'
import { workflows } from '../../flows/registry'
import { settingsPath } from '../../settings/settings'
import { bringsSpell, launcherAt } from '../pieces/package-json'
import type { Adapter, Look } from '../pieces/piece'

/** Texts for agents, from `templates/agents/`. */
export interface AgentTexts extends Omit<Instructions, 'commands'> {
  /** Which words cast a spell, and which only look like one; part of several texts. */
  readonly word: string
  /** The text of a custom command for one spell. */
  readonly command: string
}

export const agentAdapters = (texts: AgentTexts): Promise<readonly Adapter[]> =>
  Promise.all(
    agentNames.map(async (name) => {
      const { title, signs, pieces, ...agent } = await loadAgent(name)
      return {
        name,
        title,
        detect: ({ isThere, env }) => signs.some(isThere) || isStartedBy(agent, env),
        pieces: (look) => {
          const program = (projectFolder?: string) => programOf(look, projectFolder)
          const { read, env, belowTop } = look
          return pieces(
            { instructions: instructionsIn(look, texts), read, env, program, belowTop },
            (hook, projectFolder) => `${program(projectFolder)} ${callOf(name, hook)}`,
          )
        },
      } satisfies Adapter
    }),
  )

/** @returns the arguments with which a hook of an agent calls the program */
export const callOf = (agent: AgentName, hook: HookName | 'word'): string => `${calls[hook]} ${agent}`

const calls: Readonly<Record<HookName | 'word', string>> = {
  session: 'lumos --for ai --brief --hook',
  tool: 'guard tool --agent',
  stop: 'guard stop --agent',
  word: 'word --agent',
}

/** Plug'n'Play has no folder of programs. */
const programOf = (look: Look, projectFolder = ''): string =>
  !bringsSpell(look) ? 'spell' : look.isThere('.pnp.cjs') ? 'yarn spell' : `${projectFolder}node_modules/.bin/spell`

function instructionsIn(look: Look, texts: AgentTexts): Instructions {
  const run = launcherAt(look)
  const shared = { run, word: texts.word }
  return {
    nudge: fill(texts.nudge, shared),
    skill: fill(texts.skill, {
      ...shared,
      else: run === 'spell' ? '' : ` Every \`spell …\` that you read is run as \`${run} …\`.`,
      workflows: workflows
        .map(({ name, folder, named, begin }) => `${name} \`${folder ?? named}\` \`${begin.replace(/^spell/, run)}\``)
        .join('; '),
      used: usedIn(look),
    }),
    commands: spellNames.map((spell) => {
      const text = fill(texts.command, { ...shared, spell, Spell: capital(spell) })
      return { name: spell, summary: spells[spell].summary, text }
    }),
    opencode: texts.opencode,
  }
}

/** The workflow of a repository: from its settings, otherwise guessed from its folders. */
function usedIn(look: Look): string {
  const [, named] = /"workflow"\s*:\s*"(\w+)"/.exec(look.read(settingsPath) || '') ?? []
  const isKnown = workflows.some(({ name }) => name === named)
  return isKnown ? `This repository uses ${named}.` : 'In use is the one whose folder is there.'
}
