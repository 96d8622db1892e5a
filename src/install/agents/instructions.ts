import type { Instructions } from '../../agents/agent'
import { capital, fill } from '../../answer/markdown'
import { launcherIn } from '../../cli/launcher'
import { spellNames, spells } from '../../flows/engineer/spells'
import { workflows } from '../../flows/registry'
import { settingsPath } from '../../settings/settings'
import { bringsSpell } from '../pieces/package-json'
import type { Look } from '../pieces/piece'
import type { AgentTexts } from './texts'

/** @returns the command that runs the program in the repository: `npx --no -- spell` */
export const launcherAt = (look: Look): string => (bringsSpell(look) ? launcherIn(look) : 'spell')

/** @returns the texts with the repository's launcher and workflow */
export function instructionsIn(look: Look, texts: AgentTexts): Instructions {
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
      const note = spell === 'lumos' ? '' : ' (a remark: `--note "…"`)'
      const text = fill(texts.command, { ...shared, spell, Spell: capital(spell), note })
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
