import { agentNames, loadAgent } from '../../agents/agents'
import { callOf } from '../../agents/calls'
import { isStartedBy } from '../../agents/detect'
import type { Adapter } from '../pieces/adapter'
import { bringsSpell } from '../pieces/package-json'
import type { Look } from '../pieces/piece'
import { instructionsIn } from './instructions'
import type { AgentTexts } from './texts'

/** @returns all supported agents */
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

/** Plug'n'Play has no folder of programs. */
const programOf = (look: Look, projectFolder = ''): string =>
  !bringsSpell(look) ? 'spell' : look.isThere('.pnp.cjs') ? 'yarn spell' : `${projectFolder}node_modules/.bin/spell`
