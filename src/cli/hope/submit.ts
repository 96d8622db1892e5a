import { exit, Failure } from '../../failure'
import type { Command } from '../command'
import { waitOption } from '../options'
import { act, textFrom } from './session'

const fix = 'spell hope submit brief.md'

/** Hands in what is asked for. */
export const command: Command = {
  name: 'submit',
  summary: 'hands in what is asked for: the brief, the shape, the items, a review or a proof',
  argument: { name: 'file', help: 'JSON, or Markdown with labelled blocks; - for stdin' },
  options: [waitOption],
  async run(file, setting) {
    if (file === undefined)
      throw new Failure(exit.usage, 'usage', 'Which file? Its name is needed, or - for stdin.', fix)
    return act(setting, { verb: 'submit', artifact: textFrom(setting, file, fix) })
  },
}
