import type { Server } from '@modelcontextprotocol/server'
import * as z from 'zod/mini'
import type { CastContext } from '../cast/cast'
import { castContextOf } from '../cli/cast-context'
import type { CommandContext } from '../cli/command'
import { standard } from '../flows/registry'
import { loadSettings } from '../settings/settings'
import { namesInUse } from '../work/in-use'
import { send } from './list-changes'
import { chooseFolder, projectFolder, refuseNowhere } from './roots'

/** The folder that a client works in. It is looked up for each request, as the client may open another. */
export interface ClientFolder {
  /** The context of a cast in that folder. Throws Failure if it is not clear which one is meant. */
  readonly context: () => Promise<CastContext>
  /** @returns the names of the workflows in use; if they cannot be determined, the six spells, which say why */
  readonly workflowsInUse: () => Promise<readonly string[]>
  /** The client has opened another. */
  readonly changed: () => void
}

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

/** How long a client may take to answer, in milliseconds. */
const rootsTimeoutMs = 10_000

/** As in the protocol, except for the URIs, which are validated later: not every client sends valid ones. */
const rootsSchema = z.object({ roots: z.array(z.object({ uri: z.string() })) })

/** Asks a client for its open folders: once if it reports changes, otherwise each time. `warn` says that it failed. */
function openFoldersOf(server: Server, warn: (message: string) => void) {
  let said: Promise<string[]> | undefined

  const askClient = async (tellsChanges: boolean): Promise<string[]> => {
    try {
      const { roots } = await server.request({ method: 'roots/list' }, rootsSchema, { timeout: rootsTimeoutMs })
      if (!tellsChanges) said = undefined
      return roots.map(({ uri }) => uri)
    } catch (error) {
      // Do not ask again: every call would wait for it.
      const { message } = error as Error
      // The message for an invalid answer is JSON.
      const why = message.startsWith('[') ? 'its answer is not valid.' : message
      warn(`The client does not say which folder it has open: ${why}`)
      return []
    }
  }

  return {
    /** @returns the URIs of the client's open folders; none if it does not answer */
    ask: (): Promise<string[]> => {
      const { roots } = server.getClientCapabilities() ?? {}
      if (!roots) return Promise.resolve([])
      said ??= askClient(roots.listChanged === true)
      return said
    },
    /** Makes the next `ask` ask the client again. */
    forget: () => {
      said = undefined
    },
  }
}
