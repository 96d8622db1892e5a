import { outputOf } from '../cli/answer-output'
import { agrees } from '../cli/ask'
import { castContextOf } from '../cli/cast-context'
import { defineCommand } from '../cli/command'
import { waitOption } from '../cli/options'
import { workMeant } from '../cli/work-meant'
import { exit, Failure } from '../failure/failure'
import { loadSettings } from '../settings/settings'
import { startNew } from '../steps/new'

export const command = defineCommand({
  name: 'new',
  summary: 'Archive the current work, or begin one with a name beside it',
  argument: { name: 'name', help: 'name of the archive (default: the title of the plan), or of the new work' },
  options: [
    { key: 'named', flag: '--named', help: 'begin a piece of work of this name, and archive nothing' },
    { key: 'from', flag: '--from', value: 'NAME', help: 'begin with what this plan or session has agreed on' },
    { key: 'yes', flag: '--yes', help: 'even if the work is incomplete' },
    waitOption,
  ],
  async run(name, cli) {
    const ctx = castContextOf(cli)
    const { parallel } = await loadSettings(ctx.root, ctx.env)
    if (cli.options.named && name === undefined)
      throw new Failure(exit.usage, 'usage', 'Which name? --named needs one.', 'spell new csv-export --named')
    if (cli.options.from !== undefined && name === undefined)
      throw new Failure(
        exit.usage,
        'usage',
        'Which name? --from begins a piece of work that has one.',
        `spell accio --from ${cli.options.from}`,
      )
    if (name !== undefined && (cli.options.from !== undefined || cli.options.named || parallel)) {
      const { beginNamed } = await import('../steps/begin-named')
      return outputOf(await beginNamed(ctx, name, cli.options.from), cli.options.for)
    }
    const meant = await workMeant(cli)
    const agree = () => agrees(cli, 'This piece of work is not complete. Archive it anyway?', () => needsYes(name))
    return outputOf(await startNew(meant.work, meant.ctx, name, agree), cli.options.for)
  },
})

function needsYes(name: string | undefined): Failure {
  const fix = name === undefined ? 'spell new --yes' : `spell new ${JSON.stringify(name)} --yes`
  return new Failure(exit.usage, 'needs-yes', 'This piece of work is not complete.', fix)
}
