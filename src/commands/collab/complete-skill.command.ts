import { defineCommand } from '../../cli/command'
import { readNote } from '../../cli/note'
import { spellOptions } from '../../cli/options'
import { exit, Failure } from '../../failure/failure'
import { completeSkill } from './complete-skill'
import { outputOfSession, sessionOf, sessionOption } from './session-command'

/** Reports that a skill is done, and is told the next. */
export const command = defineCommand({
  name: 'complete-skill',
  summary: 'reports that a skill is done, and says what comes next',
  argument: { name: 'skill', help: 'its name, as `spell collab next` says it' },
  options: [...spellOptions, sessionOption],
  async run(skill, cli) {
    if (skill === undefined)
      throw new Failure(
        exit.usage,
        'usage',
        'Which skill is done? Its name is needed.',
        'spell collab next   # names it',
      )
    return outputOfSession(await completeSkill(sessionOf(cli), skill, readNote(cli)), cli)
  },
})
