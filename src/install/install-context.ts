import { version } from '../../package.json'
import type { CommandContext } from '../cli/command'
import { edgeOf } from '../cli/edge'
import { builtJson } from '../disk/built'
import { workingFolder } from '../disk/root'
import { type Git, openGit } from '../git/git'
import { hooksOf } from '../git/hooks-folder'
import { attempt, Failure } from '../text/failure'
import type { HookTexts } from './hook-managers/hook-line'
import type { InstallContext } from './init'
import { lookAt } from './pieces/look'
import { packageAt } from './pieces/package-json'
import { readInstalled } from './pieces/record'

/** The context of `init`, `update` and `uninstall`. @param git in the root, if it is open already */
export async function installContextOf(cli: CommandContext, git?: Git): Promise<InstallContext> {
  const { agentAdapters } = await import('./adapters')
  const { hookRunners } = await import('./hook-managers/runners')
  const { root, now, wait, env } = edgeOf(cli)
  const adapters = {
    agents: await agentAdapters(builtJson('agents.json')),
    managers: hookRunners(builtJson<HookTexts>('hooks.json')),
  }
  const hooks = await hooksOf(git ?? openGit(root, env))
  const isRefused = hooks instanceof Failure
  const look = lookAt(root, isRefused ? undefined : hooks, env)
  const installed = attempt(() => readInstalled(root))
  const choices = installed instanceof Failure ? undefined : installed?.choices
  const folder = choices ? choices.package : packageAt(look, workingFolder(cli.options.cwd))
  return {
    root,
    now,
    wait,
    version,
    adapters,
    ...(isRefused && { refusedByGit: hooks }),
    look: folder === undefined ? look : Object.assign(look, { package: folder }),
  }
}
