import { version } from '../../../package.json'
import { edgeOf } from '../../cli/cast-context'
import type { Setting } from '../../cli/command'
import { hooksOf } from '../../git/hooks-folder'
import { loadAdapters } from './adapters'
import type { Ground } from './init'
import { lookAt } from './pieces/look'

/** What `init`, `update` and `uninstall` stand on. */
export async function groundOf(setting: Setting): Promise<Ground> {
  const { root, now, wait } = edgeOf(setting)
  return { root, now, wait, version, adapters: await loadAdapters(), look: lookAt(root, await hooksOf(root)) }
}
