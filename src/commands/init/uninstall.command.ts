import { defineCommand } from '../../cli/command'
import { waitOption } from '../../cli/options'
import { install, readInstalled } from './init'
import { installContextOf } from './install-context'
import { outputOf } from './report'

/** Takes out what `init` has put in; the work in `.ai/` stays. */
export const command = defineCommand({
  name: 'uninstall',
  summary: 'takes out what init has put in; your work in .ai/ stays',
  options: [{ key: 'dryRun', flag: '--dry-run', help: 'only say what would be done' }, waitOption],
  async run(_, cli) {
    const ground = await installContextOf(cli)
    const dry = cli.options.dryRun === true
    if (!readInstalled(ground.root)) {
      const nothing = { acts: [], kept: [], commands: [] }
      return outputOf('uninstall', nothing, ground.root, dry, 'Nothing of spell is set up here.')
    }
    const report = await install(ground, { choices: undefined, purpose: 'update' }, dry)
    const done = 'Taken out. Your work in `.ai/` is still there.'
    return outputOf('uninstall', report, ground.root, dry, dry ? 'This would be done:' : done)
  },
})
