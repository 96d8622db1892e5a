import { version } from '../../../package.json'
import { castContextOf } from '../../cli/cast-context'
import type { CommandContext } from '../../cli/command'
import { hooksOf } from '../../git/hooks-folder'
import { loadAdapters } from './adapters'
import type { InstallContext } from './init'
import { lookAt } from './pieces/look'

/** What `init`, `update` and `uninstall` stand on. */
export async function installContextOf(cli: CommandContext): Promise<InstallContext> {
  const { root, now, wait } = castContextOf(cli)
  return { root, now, wait, version, adapters: await loadAdapters(), look: lookAt(root, await hooksOf(root)) }
}
