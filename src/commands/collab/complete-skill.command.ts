import { defineCommand } from '../../cli/command'
import { needed } from '../../cli/given-words'
import { readNote } from '../../cli/note'
import { spellOptions } from '../../cli/options'
import { outputOfWork } from '../verbs/instances'
import { completeSkill } from './complete-skill'
import { sessionOf, sessionOption } from './session-command'

/** Reports that a skill is done, and prints the next one. */
export const command = defineCommand({
  name: 'complete-skill',
  summary: 'Report that a skill is done, and print the next step',
  argument: { name: 'skill', help: 'its name, as `spell collab next` says it' },
  options: [...spellOptions, sessionOption],
  async run(typed, cli) {
    const skill = needed(typed, 'Which skill is done? Its name is needed.', 'spell collab next   # names it')
    return outputOfWork(await completeSkill(await sessionOf(cli), skill, readNote(cli)), cli)
  },
})
