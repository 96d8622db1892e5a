import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { CastContext } from '../../cast/cast'
import { workflows } from '../../workflows/registry'
import { usedIn } from '../../works/in-use'
import { named, resourcesOf, stateText, type TextsOf } from './resources'
import { watchFolders } from './watch'

/** Where news go. */
export interface Reader {
  /** Another workflow is in use now, or one is not any more. */
  readonly toolsChanged: () => void
  readonly listChanged: () => void
  readonly updated: (uri: string) => void
  /** Says that what others change cannot be seen. */
  readonly blind: (error: Error) => void
}

export interface News {
  /** Looks what has changed since the last look, and tells. */
  readonly look: () => Promise<void>
  readonly subscribe: (uri: string) => Promise<void>
  readonly unsubscribe: (uri: string) => void
  readonly close: () => void
}

/**
 * Tells a client when what it can read changes, whoever changes it: this server, another program, an editor.
 *
 * @param edgeOf the outside world; where it fails there is nothing to see
 */
export function newsFor(
  textsOf: TextsOf,
  inUse: () => Promise<readonly string[]>,
  edgeOf: () => Promise<CastContext>,
  reader: Reader,
): News {
  /** What was there at the last look; a reader learns of what is there by asking, of what comes by news. */
  let listed: string | undefined
  let used: string | undefined
  const marks = new Map<string, string>()
  let looking: Promise<void> | undefined
  let isStale = false
  const watch = watchFolders(() => void look(), reader.blind)

  const markOf = async (uri: string, ctx: CastContext): Promise<string> => {
    const what = named(uri)
    if (!what) return ''
    try {
      if ('work' in what) return await stateText(uri, textsOf, ctx)
      const stat = statSync(join(ctx.root, what.path), { throwIfNoEntry: false })
      return stat ? `${stat.ino} ${stat.mtimeMs} ${stat.size}` : ''
    } catch {
      return ''
    }
  }

  const aim = async (root: string) => {
    const folders = [...marks.keys()].flatMap((uri) => {
      const what = named(uri)
      return what && 'path' in what ? above(what.path) : []
    })
    // Also those where a workflow would begin.
    const begin = workflows.flatMap(({ folder }) => above(`${folder}/file`))
    const work = (await usedIn(root)).flatMap(({ folder }) => above(`${folder}/file`))
    const homes = [...begin, ...work]
    watch.aim([...new Set(['', ...homes, ...folders])].map((path) => join(root, path)))
  }

  const lookOnce = async () => {
    const ctx = await edgeOf()
    // First, so that what changes from here on is seen again.
    await aim(ctx.root)
    const names = (await inUse()).join('\n')
    if (used !== undefined && used !== names) reader.toolsChanged()
    used = names
    const now = resourcesOf(await usedIn(ctx.root), ctx.root)
      .map(({ uri }) => uri)
      .join('\n')
    if (listed !== undefined && listed !== now) reader.listChanged()
    listed = now
    for (const [uri, before] of [...marks]) {
      const mark = await markOf(uri, ctx)
      if (mark === before || !marks.has(uri)) continue
      marks.set(uri, mark)
      reader.updated(uri)
    }
  }

  /** One look at a time; who asks during one gets another. */
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
    subscribe: async (uri) => {
      const ctx = await edgeOf()
      marks.set(uri, await markOf(uri, ctx))
      await aim(ctx.root)
    },
    unsubscribe: (uri) => void marks.delete(uri),
    close: watch.close,
  }
}

/** The folders above a file, from the root on. */
function above(path: string): string[] {
  const folder = dirname(path)
  return folder === '.' ? [''] : [...above(folder), folder]
}
