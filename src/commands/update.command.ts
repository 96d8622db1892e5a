import { defineCommand } from '../cli/command'
import { waitOption } from '../cli/options'
import { withLock } from '../disk/lock/lock'
import { stampOf } from '../disk/stamp'
import { exit, Failure } from '../failure/failure'
import { engineer } from '../flows/engineer'
import { activate } from '../install/activate'
import { type InstallContext, install } from '../install/init'
import { installContextOf } from '../install/install-context'
import { readInstalled } from '../install/installed'
import type { Act } from '../install/outcome'
import { outputOf } from '../install/report'
import { leftBehindIn, takeAway } from '../work/state/left-behind'

/** Removes the idle state that 0.1.0 left after archiving work. */
async function takeAwayOld({ root, now, wait }: InstallContext, dry: boolean): Promise<Act[]> {
  const seen = await leftBehindIn(root, engineer)
  if (!seen) return []
  if (dry) return seen.paths.map((path) => ({ do: 'remove', path }))
  return withLock(root, 'update', now, wait, async () => {
    const left = await leftBehindIn(root, engineer)
    return left ? takeAway(root, left, stampOf(now)).map(({ from, to }) => ({ do: 'rename', path: from, to })) : []
  })
}

/** Updates what `init` has written to this version. */
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
    const report = await install(ground, { choices: installed.choices, purpose: 'update' }, dry)
    if (!dry && report.acts.length > 0) await activate(ground.root, report.commands, cli)
    const whole = { ...report, acts: [...report.acts, ...(await takeAwayOld(ground, dry))] }
    const done = whole.acts.length === 0 ? 'Everything is up to date.' : 'Up to date now:'
    return outputOf('update', whole, ground.root, dry, dry ? 'This would be written:' : done)
  },
})
