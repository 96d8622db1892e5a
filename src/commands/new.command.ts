import { outputOf } from '../cli/answer-output'
import { agrees } from '../cli/ask'
import { castContextOf } from '../cli/cast-context'
import { defineCommand } from '../cli/command'
import { needed } from '../cli/given-words'
import { accioOptions, waitOption } from '../cli/options'
import { workMeant } from '../cli/work-meant'
import { exit, Failure } from '../failure/failure'
import { loadSettings } from '../settings/settings'
import { archivePiece } from '../steps/new'

export const command = defineCommand({
  name: 'new',
  isDestructive: true,
  summary: 'Archive the work, or begin one with a name beside it',
  argument: { name: 'name', help: 'name of the archive (default: the title of the plan), or of the new work' },
  options: [
    { key: 'named', flag: '--named', help: 'begin a piece of work of this name, and archive nothing' },
    ...accioOptions,
    { key: 'yes', flag: '--yes', help: 'even if the work is incomplete' },
    waitOption,
  ],
  async run(name, cli) {
    const ctx = castContextOf(cli)
    const { parallel } = await loadSettings(ctx.root, ctx.env)
    const { named, from } = cli.options
    if (named) needed(name, 'Which name? --named needs one.', 'spell new csv-export --named')
    if (from !== undefined)
      needed(name, 'Which name? --from begins a piece of work that has one.', `spell accio --from ${from}`)
    if (name !== undefined && (from !== undefined || named || parallel)) {
      const { beginNamed } = await import('../steps/begin-named')
      return outputOf(await beginNamed(ctx, name, from), cli.options.for)
    }
    const meant = await workMeant(cli)
    const agree = () => agrees(cli, 'This piece of work is not complete. Archive it anyway?', () => needsYes(name))
    return outputOf(await archivePiece(meant.work, meant.ctx, name, agree), cli.options.for)
  },
})

function needsYes(name: string | undefined): Failure {
  const fix = name === undefined ? 'spell new --yes' : `spell new ${JSON.stringify(name)} --yes`
  return new Failure(exit.usage, 'needs-yes', 'This piece of work is not complete.', fix)
}
