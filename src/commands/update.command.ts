import { defineCommand } from '../cli/command'
import { waitOption } from '../cli/options'
import { activate } from '../install/hook-managers/runners'
import { install } from '../install/init'
import { installContextOf } from '../install/install-context'
import { readInstalled } from '../install/pieces/record'
import { outputOf } from '../install/report'
import { notAllowedIn, withFailing } from '../install/try-out'
import { asRunNow } from '../install/wanted'
import { exit, Failure } from '../text/failure'

export const command = defineCommand({
  name: 'update',
  summary: 'Update what init has written to this version',
  options: [{ key: 'dryRun', flag: '--dry-run', help: 'only say what would be written' }, waitOption],
  async run(_, cli) {
    const ground = await installContextOf(cli)
    const dry = cli.options.dryRun === true
    const installed = readInstalled(ground.root)
    if (!installed?.choices)
      throw new Failure(exit.notPossible, 'not-installed', 'Nothing was set up here yet.', 'spell init')
    if (ground.refusedByGit) throw ground.refusedByGit
    const choices = asRunNow(ground.look, ground.adapters, installed.choices)
    const report = await install(ground, { choices, purpose: 'update' }, dry)
    if (!dry && report.acts.length > 0) await activate(ground.root, report.commands, cli)
    if (dry) return outputOf('update', report, ground.root, dry, 'This would be written:')
    const done = report.acts.length === 0 ? 'Everything is up to date.' : 'Up to date now:'
    // What a hook manager has yet to do is told by `activate`, and is no failure, as in a dry run.
    const failing = notAllowedIn(await installContextOf(cli), choices)
    return outputOf('update', withFailing(report, failing), ground.root, dry, done)
  },
})
