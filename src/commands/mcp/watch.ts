import { type FSWatcher, statSync, watch } from 'node:fs'

/** Changes come in bursts: all of them within this time after the first one are reported together. In milliseconds. */
const debounceMs = 40

/**
 * Watches folders, but not their subfolders. A folder that is deleted and created again is a new one, so call `aim`
 * after each change, including the parent folder.
 *
 * @param changed called after a change in one of them
 * @param failed called once if the system cannot watch
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
    /** Watches exactly these folders from now on; missing ones are left out. Absolute. */
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

/** An inode number alone may be reused for the next folder. */
function identitiesOf(folder: string): [identity: string, folder: string][] {
  try {
    const stat = statSync(folder, { throwIfNoEntry: false })
    return stat?.isDirectory() ? [[`${folder} ${stat.ino} ${stat.birthtimeMs}`, folder]] : []
  } catch {
    return []
  }
}
