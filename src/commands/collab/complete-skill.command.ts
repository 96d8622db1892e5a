import { defineCommand } from '../../cli/command'
import { needed } from '../../cli/given-words'
import { readNote } from '../../cli/note'
import { spellOptions } from '../../cli/options'
import { saidOption, words } from '../../cli/said'
import { completeSkill } from '../../verbs/collab/complete-skill'
import { clearOption, sessionOf, sessionOption } from '../../verbs/collab/session-command'
import { outputOfWork } from '../../verbs/instances'

export const command = defineCommand({
  name: 'complete-skill',
  summary: 'Report that a skill is done, and print the next step',
  argument: { name: 'skill', help: 'its name, as `spell collab next` says it' },
  options: [...spellOptions, saidOption, clearOption, sessionOption],
  async run(typed, cli) {
    const skill = needed(typed, 'Which skill is done? Its name is needed.', 'spell collab next   # names it')
    const { said, clear } = cli.options
    const texts = {
      note: words(readNote(cli), 'spell collab complete-skill NAME --note "…"'),
      said: words(said, 'spell collab complete-skill NAME --said "…"'),
    }
    return outputOfWork(await completeSkill(await sessionOf(cli), skill, { ...texts, clear }), cli)
  },
})
