import { version } from '../../package.json'
import { castContextOf, loadJson } from '../cli/cast-context'
import type { CommandContext } from '../cli/command'
import { hooksOf } from '../git/hooks-folder'
import { loadHookTexts } from './hook-managers/texts'
import type { InstallContext } from './init'
import { lookAt } from './pieces/look'

/** The context of `init`, `update` and `uninstall`. */
export async function installContextOf(cli: CommandContext): Promise<InstallContext> {
  const { agents } = await import('../agents/agents')
  const { hookRunners } = await import('./hook-managers/runners')
  const { root, now, wait, env } = castContextOf(cli)
  const adapters = { agents: agents(loadJson('agents.json')), managers: hookRunners(loadHookTexts()) }
  return { root, now, wait, version, adapters, look: lookAt(root, await hooksOf(root), env) }
}
