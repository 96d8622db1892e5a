import { resolve } from 'node:path'
import { defineCommand } from '../../cli/command'
import { givenText } from '../../cli/given-text'
import { exit, Failure } from '../../failure/failure'
import { workingFolder } from '../../store/disk/root'
import { maxArtifactBytes } from '../../workflows/discovery/artifact'
import { act, changing, planOf } from './plan-command'

const fix = 'spell discovery submit artifact.json'

/** Hands in what a phase has brought. */
export const command = defineCommand({
  name: 'submit',
  summary: 'hands in the artifact of the phase, a JSON file',
  argument: { name: 'file', help: 'the file, or - for stdin' },
  options: changing,
  async run(file, cli) {
    if (file === undefined)
      throw new Failure(exit.usage, 'usage', 'Which file? Its name is needed, or - for stdin.', fix)
    const source = file === '-' ? file : resolve(workingFolder(cli.options.cwd), file)
    // Which plan is meant is the first question.
    planOf(cli)
    return act(cli, 'submit', { text: givenText(source, maxArtifactBytes, fix, cli), source: file })
  },
})
