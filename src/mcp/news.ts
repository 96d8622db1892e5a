import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import type { CastContext } from '../cast/context'
import { loadTexts } from '../cli/cast-context'
import { watchFolders } from '../disk/watch-folders'
import { workflows } from '../flows/registry'
import { allWork } from '../work/open'
import { named, resourcesOf, stateText } from './resources'

/**
 * Notifies a client of changes in its resources, whether made by this server, another program or an editor.
 *
 * @param inUse returns the names of the workflows in use
 * @param edgeOf returns the context of a cast; if it fails, there is nothing to see
 * @param blind called if changes by others cannot be watched
 */
export function newsFor(
  server: Server,
  inUse: () => Promise<readonly string[]>,
  edgeOf: () => Promise<CastContext>,
  blind: (error: Error) => void,
) {
  /** The last list. A client learns the first one by asking, and only changes by notification. */
  let listed: string | undefined
  let used: string | undefined
  const marks = new Map<string, string>()
  let looking: Promise<void> | undefined
  let isStale = false
  const watch = watchFolders(() => void look(), blind)

  const markOf = async (uri: string, ctx: CastContext): Promise<string> => {
    const what = named(uri)
    if (!what) return ''
    try {
      if ('work' in what) return await stateText(uri, loadTexts, ctx)
      const stat = statSync(join(ctx.root, what.path), { throwIfNoEntry: false })
      return stat ? `${stat.ino} ${stat.mtimeMs} ${stat.size}` : ''
    } catch {
      return ''
    }
  }

  const aim = async (root: string) => {
    const files = [...marks.keys()].flatMap((uri) => {
      const what = named(uri)
      return what && 'path' in what ? what.path : []
    })
    // Includes the folders in which a workflow would start.
    const homes = [
      ...workflows.flatMap(({ folder, named: home }) => [folder, home]),
      ...(await allWork(root)).map(({ folder }) => folder),
    ]
    const folders = [...homes.flatMap((home) => (home === undefined ? [] : `${home}/file`)), ...files].flatMap(above)
    watch.aim([...new Set(['', ...folders])].map((path) => ({ folder: join(root, path) })))
  }

  const lookOnce = async () => {
    const ctx = await edgeOf()
    // First, so that any later change triggers another look.
    await aim(ctx.root)
    const names = (await inUse()).join('\n')
    if (used !== undefined && used !== names) {
      send(server.sendToolListChanged())
      send(server.sendPromptListChanged())
    }
    used = names
    const now = resourcesOf(
      (await allWork(ctx.root)).map(({ flow }) => flow),
      ctx.root,
    )
      .map(({ uri }) => uri)
      .join('\n')
    if (listed !== undefined && listed !== now) send(server.sendResourceListChanged())
    listed = now
    for (const [uri, before] of [...marks]) {
      const mark = await markOf(uri, ctx)
      if (mark === before || !marks.has(uri)) continue
      marks.set(uri, mark)
      send(server.sendResourceUpdated({ uri }))
    }
  }

  /** Compares with the last look, and notifies. Looks do not overlap; a call during one triggers another. */
  const look = (): Promise<void> => {
    isStale = true
    looking ??= (async () => {
      while (isStale) {
        isStale = false
        await lookOnce().catch(() => {})
      }
    })().finally(() => {
      looking = undefined
    })
    return looking
  }

  return {
    look,
    subscribe: async (uri: string) => {
      const ctx = await edgeOf()
      marks.set(uri, await markOf(uri, ctx))
      await aim(ctx.root)
    },
    unsubscribe: (uri: string) => void marks.delete(uri),
    close: watch.close,
  }
}

/** Notifications are not awaited: a disconnected client would never read them. */
export const send = (sending: Promise<void>) => void sending.catch(() => {})

/** The folders of a file, from the root on. */
function above(path: string): string[] {
  const folder = dirname(path)
  return folder === '.' ? [''] : [...above(folder), folder]
}
