import type { Command } from '../../cli/command'
import { waitOption } from '../../cli/options'
import { exit, Failure } from '../../failure/failure'
import { act, textFrom } from './session-command'

const fix = 'spell hope submit brief.md'

/** Hands in what is asked for. */
export const command: Command = {
  name: 'submit',
  summary: 'hands in what is asked for: the brief, the shape, the items, a review or a proof',
  argument: { name: 'file', help: 'JSON, or Markdown with labelled blocks; - for stdin' },
  options: [waitOption],
  async run(file, cli) {
    if (file === undefined)
      throw new Failure(exit.usage, 'usage', 'Which file? Its name is needed, or - for stdin.', fix)
    return act(cli, { verb: 'submit', artifact: textFrom(cli, file, fix) })
  },
}
