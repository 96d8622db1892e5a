import { resolve } from 'node:path'
import { defineCommand } from '../../cli/command'
import { givenText } from '../../cli/given-text'
import { needed } from '../../cli/given-words'
import { workingFolder } from '../../store/disk/root'
import { maxArtifactBytes } from '../../workflows/discovery/artifact'
import { castOn, outputOfWork } from '../verbs/instances'
import { changing, planOf } from './plan-command'

const fix = 'spell discovery submit artifact.json'

/** Hands in what a phase has brought. */
export const command = defineCommand({
  name: 'submit',
  summary: 'hands in the artifact of the phase, a JSON file',
  argument: { name: 'file', help: 'the file, or - for stdin' },
  options: changing,
  async run(typed, cli) {
    const file = needed(typed, 'Which file? Its name is needed, or - for stdin.', fix)
    const source = file === '-' ? file : resolve(workingFolder(cli.options.cwd), file)
    // Which plan is meant is the first question.
    const plan = planOf(cli)
    const text = givenText(source, maxArtifactBytes, fix, cli)
    return outputOfWork(await castOn(plan, 'submit', { text, source: file }), cli)
  },
})
