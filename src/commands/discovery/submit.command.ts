import { defineCommand } from '../../cli/command'
import { givenFile } from '../../cli/given-text'
import { needed } from '../../cli/given-words'
import { maxArtifactBytes } from '../../workflows/discovery/artifact'
import { castOn, outputOfWork } from '../verbs/instances'
import { changing, planOf } from './plan-command'

const fix = 'spell discovery submit artifact.json'

/** Submits the artifact of a phase. */
export const command = defineCommand({
  name: 'submit',
  summary: 'Submit the artifact of the phase, a JSON file',
  argument: { name: 'file', help: 'the file, or - for stdin' },
  options: changing,
  async run(typed, cli) {
    const file = needed(typed, 'Which file? Its name is needed, or - for stdin.', fix)
    // First, so that an unknown plan is reported before a missing file.
    const plan = await planOf(cli)
    const text = givenFile(file, maxArtifactBytes, fix, cli)
    return outputOfWork(await castOn(plan, 'submit', { text, source: file }), cli)
  },
})
