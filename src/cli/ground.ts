import { version } from '../../package.json'
import { hooksOf } from '../git/hooks-folder'
import type { Ground } from '../init'
import { lookAt } from '../install/look'
import { loadAdapters } from './adapters'
import type { Setting } from './command'
import { edgeOf } from './edge'

/** What `init`, `update` and `uninstall` stand on. */
export async function groundOf(setting: Setting): Promise<Ground> {
  const { root, now, wait } = edgeOf(setting)
  return { root, now, wait, version, adapters: await loadAdapters(), look: lookAt(root, await hooksOf(root)) }
}
