import type { Answer } from '../../answer/answer'
import type { Command } from '../../cli/command'
import { spellOptions } from '../../cli/options'
import { exit, Failure } from '../../failure/failure'
import { readBeginning } from '../../store/disk/read'
import { longestDesign } from '../../workflows/collab/design-document'
import { designOf, graphOf, nameOf } from '../../workflows/collab/documents'
import { longestGraph } from '../../workflows/collab/task-graph'
import { readNote } from '../spells/spell.command'
import { writeDiagram } from './diagram-file'
import { castOn, type Meant, outputOfSession, sessionOf, sessionOption } from './session-command'

/** Reports that a skill is done, and is told the next. */
export const command: Command = {
  name: 'complete-skill',
  summary: 'reports that a skill is done, and says what comes next',
  argument: { name: 'skill', help: 'its name, as `spell collab next` says it' },
  options: [...spellOptions, sessionOption],
  async run(skill, setting) {
    if (skill === undefined)
      throw new Failure(
        exit.usage,
        'usage',
        'Which skill is done? Its name is needed.',
        'spell collab next   # names it',
      )
    return outputOfSession(await completeSkill(sessionOf(setting), skill, readNote(setting)), setting)
  },
}

/**
 * Reports a skill with the documents that decide what comes of it, and draws the diagram anew (specs: collab §6).
 *
 * @param skill its name, or the id of its state
 * @throws Failure as `cast`
 */
export async function completeSkill(meant: Meant, skill: string, note?: string): Promise<Answer> {
  const { root } = meant.edge
  const name = nameOf(meant.workflow)
  // One byte more than is read as a document, so that what is too long is seen to be.
  const textOf = (path: string, most: number) => readBeginning(root, path, most + 1)?.text
  const design = textOf(designOf(name), longestDesign)
  const graph = textOf(graphOf(name), longestGraph)
  const answer = await castOn(
    meant,
    {
      verb: 'complete-skill',
      name: skill,
      ...(note && { note }),
      ...(design !== undefined && { design }),
      ...(graph !== undefined && { graph }),
    },
    note,
  )
  return answer.outcome === 'advanced' ? writeDiagram(meant.workflow, meant.edge, answer) : answer
}
