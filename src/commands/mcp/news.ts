import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import type { CastContext } from '../../cast/cast'
import { loadTexts } from '../../cli/cast-context'
import { workflows } from '../../workflows/registry'
import { usedIn } from '../../works/in-use'
import { named, resourcesOf, stateText } from './resources'
import { watchFolders } from './watch'

/**
 * Tells a client when what it can read changes, whoever changes it: this server, another program, an editor.
 *
 * @param inUse the names of the workflows that are in use
 * @param edgeOf the outside world; where it fails there is nothing to see
 * @param blind told where it cannot be seen what others change
 */
export function newsFor(
  server: Server,
  inUse: () => Promise<readonly string[]>,
  edgeOf: () => Promise<CastContext>,
  blind: (error: Error) => void,
) {
  /** What was there at the last look; a reader learns of what is there by asking, of what comes by news. */
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
    // Also where a workflow would begin.
    const homes = [...workflows, ...(await usedIn(root))].map(({ folder }) => `${folder}/file`)
    const folders = [...homes, ...files].flatMap(above)
    watch.aim([...new Set(['', ...folders])].map((path) => join(root, path)))
  }

  const lookOnce = async () => {
    const ctx = await edgeOf()
    // First, so that what changes from here on is seen again.
    await aim(ctx.root)
    const names = (await inUse()).join('\n')
    if (used !== undefined && used !== names) {
      send(server.sendToolListChanged())
      send(server.sendPromptListChanged())
    }
    used = names
    const now = resourcesOf(await usedIn(ctx.root), ctx.root)
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

  /** Looks what has changed since the last look, and tells. One look at a time; who asks during one gets another. */
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

/** Nobody waits for news to be read: a client that has gone never does. */
export const send = (sending: Promise<void>) => void sending.catch(() => {})

/** The folders above a file, from the root on. */
function above(path: string): string[] {
  const folder = dirname(path)
  return folder === '.' ? [''] : [...above(folder), folder]
}
