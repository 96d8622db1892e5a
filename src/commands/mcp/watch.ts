import { type FSWatcher, statSync, watch } from 'node:fs'

/** Changes come in swarms; as long as this after the first one, all of them are told at once. In milliseconds. */
const debounceMs = 40

/**
 * Watches folders, not what is below them. A folder that goes and comes again is another one: whoever aims anew after each
 * change, at its parent too, misses nothing.
 *
 * @param changed told that something has changed in one of them
 * @param failed told once where the system cannot watch
 */
export function watchFolders(changed: () => void, failed: (error: Error) => void) {
  const watchers = new Map<string, FSWatcher>()
  let timer: NodeJS.Timeout | undefined
  let hasFailed = false

  const tell = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      changed()
    }, debounceMs).unref()
  }
  const fail = (error: Error) => {
    if (!hasFailed) failed(error)
    hasFailed = true
  }
  const drop = (identity: string) => {
    watchers.get(identity)?.close()
    watchers.delete(identity)
  }
  const add = (folder: string, identity: string) => {
    try {
      const watcher = watch(folder, { persistent: false }, tell)
      watcher.on('error', (error) => {
        drop(identity)
        fail(error)
      })
      watchers.set(identity, watcher)
    } catch (error) {
      fail(error as Error)
    }
  }

  return {
    /** Watches these folders from now on, and no others; those that are not there are left out. Absolute. */
    aim: (folders: readonly string[]) => {
      const wanted = new Map(folders.flatMap((folder) => identitiesOf(folder)))
      for (const identity of watchers.keys()) if (!wanted.has(identity)) drop(identity)
      for (const [identity, folder] of wanted) if (!watchers.has(identity)) add(folder, identity)
    },
    close: () => {
      clearTimeout(timer)
      for (const identity of [...watchers.keys()]) drop(identity)
    },
  }
}

/** The number alone is given again to the next folder. */
function identitiesOf(folder: string): [identity: string, folder: string][] {
  try {
    const stat = statSync(folder, { throwIfNoEntry: false })
    return stat?.isDirectory() ? [[`${folder} ${stat.ino} ${stat.birthtimeMs}`, folder]] : []
  } catch {
    return []
  }
}
