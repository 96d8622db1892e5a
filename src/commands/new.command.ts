import { outputOf } from '../cast/answer/render'
import { castContextOf } from '../cast/cast-context'
import { chosenWork } from '../cast/chosen-work'
import { agrees } from '../cli/ask'
import { defineCommand } from '../cli/command'
import { waitOption } from '../cli/options'
import { exit, Failure } from '../text/failure'
import { archivePiece } from './new'
import { accioOptions } from './spell-options'

export const command = defineCommand({
  name: 'new',
  isDestructive: true,
  summary: 'Archive the work, so that the next can begin',
  argument: { name: 'name', help: 'begin a piece of work of this name, and archive nothing' },
  options: [...accioOptions, { key: 'yes', flag: '--yes', help: 'even if the work is incomplete' }, waitOption],
  async run(name, cli) {
    const ctx = castContextOf(cli)
    const { from } = cli.options
    if (name === undefined && from !== undefined) {
      const message = 'Which name? --from begins a piece of work that has one.'
      throw new Failure(exit.usage, 'usage', message, `spell accio --from ${from}`)
    }
    if (name !== undefined) {
      const { beginNamed } = await import('../intake/begin-named')
      return outputOf(await beginNamed(ctx, name, from), cli.options.for)
    }
    const meant = await chosenWork(cli)
    const open = 'This piece of work is not complete.'
    const needsYes = () => new Failure(exit.usage, 'needs-yes', open, 'spell new --yes')
    const agree = () => agrees(cli, `${open} Archive it anyway?`, needsYes)
    return outputOf(await archivePiece(meant.work, meant.ctx, agree), cli.options.for)
  },
})
