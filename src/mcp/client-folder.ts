import type { Server } from '@modelcontextprotocol/server'
import type { CastContext } from '../cast/context'
import { castContextOf } from '../cli/cast-context'
import type { CommandContext } from '../cli/command'
import { standard } from '../flows/registry'
import { loadSettings } from '../settings/settings'
import { namesInUse } from '../work/in-use'
import { send } from './list-changes'
import { openFoldersOf } from './open-folders'
import { chooseFolder, projectFolder, refuseNowhere } from './roots'

/** The folder that a client works in. It is looked up for each request, as the client may open another. */
export interface ClientFolder {
  /**
   * @returns the context of a cast in that folder
   * @throws Failure if it is not clear which one is meant
   */
  readonly context: () => Promise<CastContext>
  /** @returns the names of the workflows in use; if they cannot be determined, the six spells, which say why */
  readonly workflowsInUse: () => Promise<readonly string[]>
  /** The client has opened another. */
  readonly changed: () => void
}

/** @returns the folder of the client that a server is connected to */
export function clientFolderOf(server: Server, cli: CommandContext): ClientFolder {
  const openFolders = openFoldersOf(server, (data) =>
    send(server.sendLoggingMessage({ level: 'warning', logger: 'spell', data })),
  )
  const context = async (): Promise<CastContext> => {
    const { options, env } = cli
    const where = chooseFolder(await openFolders.ask(), options.cwd ?? projectFolder(env.CLAUDE_PROJECT_DIR))
    if (where !== undefined) return castContextOf({ ...cli, options: { ...options, cwd: where } })
    const ctx = castContextOf(cli)
    refuseNowhere(ctx.root)
    return ctx
  }
  const workflowsInUse = async (): Promise<readonly string[]> => {
    try {
      const { root, env } = await context()
      return namesInUse(root, (await loadSettings(root, env)).workflow)
    } catch {
      return [standard]
    }
  }
  return { context, workflowsInUse, changed: openFolders.forget }
}
