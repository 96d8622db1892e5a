import { confirmed } from '../cli/ask'
import { defineCommand } from '../cli/command'
import { waitOption } from '../cli/options'
import { isThere } from '../disk/read'
import { takeOut } from '../install/init'
import { installContextOf } from '../install/install-context'
import { readInstalled } from '../install/pieces/record'
import { outputOf } from '../install/report'
import { exit, Failure } from '../text/failure'

export const command = defineCommand({
  name: 'uninstall',
  isDestructive: true,
  summary: 'Remove what init has written; .ai/ stays',
  options: [
    { key: 'yes', flag: '--yes', help: 'remove without asking' },
    { key: 'dryRun', flag: '--dry-run', help: 'only say what would be done' },
    waitOption,
  ],
  async run(_, cli) {
    const ground = await installContextOf(cli)
    const dry = cli.options.dryRun === true
    if (!readInstalled(ground.root)) {
      const nothing = { acts: [], kept: [], commands: [] }
      return outputOf('uninstall', nothing, ground.root, dry, 'Nothing of spell is set up here.')
    }
    const ask = !dry && !cli.options.yes && (await cli.canAsk())
    if (ask) {
      const planned = await takeOut(ground, true)
      await cli.show(outputOf('uninstall', planned, ground.root, true, 'This would be done:'))
      if (!(await confirmed('Remove this?', true)))
        throw new Failure(exit.notPossible, 'not-agreed', 'Nothing was removed.', 'spell uninstall')
    }
    const report = await takeOut(ground, dry)
    const isWhole = !report.kept.some(({ code }) => code)
    const stays = isThere(ground.root, '.ai') ? ' Your work in `.ai/` is still there.' : ''
    const done = isWhole
      ? `Removed.${stays}`
      : 'Removed, except for what is in the way below. Once that is fixed: `spell uninstall`'
    // Who was asked has just read the list.
    const shown = ask && isWhole ? { ...report, acts: [] } : report
    return outputOf('uninstall', shown, ground.root, dry, dry ? 'This would be done:' : done)
  },
})
