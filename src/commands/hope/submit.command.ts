import { defineCommand } from '../../cli/command'
import { waitOption } from '../../cli/options'
import { act, documentFrom, needed } from './session-command'

const fix = 'spell hope submit brief.md'

/** Hands in what is asked for. */
export const command = defineCommand({
  name: 'submit',
  summary: 'hands in what is asked for: the brief, the shape, the items, a review or a proof',
  argument: { name: 'file', help: 'Markdown: labels with bullets under them; - for stdin' },
  options: [waitOption],
  async run(file, cli) {
    const source = needed(file, 'Which file? Its name is needed, or - for stdin.', fix)
    return act(cli, { verb: 'submit', artifact: await documentFrom(cli, source, fix) })
  },
})
