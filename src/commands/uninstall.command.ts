import { defineCommand } from '../cli/command'
import { waitOption } from '../cli/options'
import { isThere } from '../disk/read'
import { takeOut } from '../install/init'
import { installContextOf } from '../install/install-context'
import { readInstalled } from '../install/installed'
import { outputOf } from '../install/report'

export const command = defineCommand({
  name: 'uninstall',
  isDestructive: true,
  summary: 'Remove what init has written; .ai/ stays',
  options: [
    { key: 'dryRun', flag: '--dry-run', help: 'only say what would be done' },
    {
      key: 'guard',
      flag: '--guard',
      value: 'NAME',
      help: 'also the hook in a shared folder outside this repository',
      choices: ['hooks-path'],
    },
    waitOption,
  ],
  async run(_, cli) {
    const ground = await installContextOf(cli)
    const dry = cli.options.dryRun === true
    if (!readInstalled(ground.root)) {
      const nothing = { acts: [], kept: [], commands: [] }
      return outputOf('uninstall', nothing, ground.root, dry, 'Nothing of spell is set up here.')
    }
    const report = await takeOut(ground, dry, cli.options.guard === 'hooks-path')
    const isWhole = !report.kept.some(({ code }) => code)
    const stays = isThere(ground.root, '.ai') ? ' Your work in `.ai/` is still there.' : ''
    const done = isWhole
      ? `Removed.${stays}`
      : 'Removed, except for what is in the way below. Once that is fixed: `spell uninstall`'
    return outputOf('uninstall', report, ground.root, dry, dry ? 'This would be done:' : done)
  },
})
