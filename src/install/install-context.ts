import { version } from '../../package.json'
import { castContextOf, loadJson } from '../cli/cast-context'
import type { CommandContext } from '../cli/command'
import { hooksOf } from '../git/hooks-folder'
import type { HookTexts } from './hook-managers/hook-line'
import type { InstallContext } from './init'
import { lookAt } from './pieces/look'

/** The context of `init`, `update` and `uninstall`. */
export async function installContextOf(cli: CommandContext): Promise<InstallContext> {
  const { agentAdapters } = await import('./agents/adapters')
  const { hookRunners } = await import('./hook-managers/runners')
  const { root, now, wait, env } = castContextOf(cli)
  const adapters = {
    agents: await agentAdapters(loadJson('agents.json')),
    managers: hookRunners(loadJson<HookTexts>('hooks.json')),
  }
  return { root, now, wait, version, adapters, look: lookAt(root, await hooksOf(root, env), env) }
}
