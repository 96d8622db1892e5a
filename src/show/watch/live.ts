import { type FSWatcher, statSync, watch } from 'node:fs'
import { basename, join } from 'node:path'
import { foldersIn } from '../../disk/read'
import { commonFolderOf, gitFolderOf } from '../../git/head'
import { attemptOr } from '../../text/failure'
import { workflows } from '../../workflows/registry'
import { rootsOf } from './work-now'

/** In milliseconds. How often to look for what no folder reports: fresh proofs, and everything where the system cannot watch. */
const tickMs = 10_000

/**
 * Looks again after each change of the work of a repository, by whatever program, and after worktrees came or went.
 * `look` must not reject; `blind` is called once if changes cannot be watched.
 */
export function follow(root: string, look: () => Promise<void>, blind: (error: Error) => void) {
  let timer: NodeJS.Timeout | undefined
  const watch = watchFolders(() => void again(), blind)

  const again = inTurn(async () => {
    // First, so that any later change triggers another look.
    if (timer) watch.aim(foldersToWatch(root))
    await look()
  })

  return {
    /** Begins, or goes on; looks at once. */
    begin: (): Promise<void> => {
      timer ??= setInterval(() => void again(), tickMs)
      return again()
    },
    /** Watches nothing until it begins again. */
    rest: () => {
      clearInterval(timer)
      timer = undefined
      watch.close()
    },
  }
}

/** The folders in which a step, an edit, another branch or another worktree shows. */
function foldersToWatch(root: string): WatchedFolder[] {
  const common = commonFolderOf(root)
  return [
    ...(common === undefined ? [] : [inGit(common), { folder: join(common, 'worktrees') }]),
    ...rootsOf(root).flatMap((home) => {
      const git = gitFolderOf(home)
      const works = workflows.flatMap(({ folder, named }) => [
        ...(folder === undefined ? [] : [folder]),
        ...(named === undefined ? [] : [named, ...foldersIn(home, named).map((name) => `${named}/${name}`)]),
      ])
      const inside = works.flatMap((work) => foldersIn(home, work).map((name) => `${work}/${name}`))
      const above = ['.ai', '.ai/collab']
      return [
        { folder: home, names: ['.ai', '.git'] },
        ...(git === undefined ? [] : [inGit(git)]),
        ...[...new Set([...above, ...works, ...inside])].map((path) => ({ folder: join(home, path) })),
      ]
    }),
  ]
}

/** Of what git writes, the branch and the first of the worktrees. */
const inGit = (folder: string): WatchedFolder => ({ folder, names: ['HEAD', 'worktrees'] })

/** Changes come in bursts: all of them within this time after the first one are reported together. In milliseconds. */
const debounceMs = 40

/** A folder to watch; absolute. */
interface WatchedFolder {
  readonly folder: string
  /** The names in it that matter (default: all). */
  readonly names?: readonly string[]
}

/**
 * Watches folders, but not their subfolders. A folder that is deleted and created again is a new one, so call `aim`
 * after each change, including the parent folder. `failed` is called once if the system cannot watch.
 */
function watchFolders(changed: () => void, failed: (error: Error) => void) {
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
  const add = ({ folder, names }: WatchedFolder, identity: string) => {
    // A folder that goes is reported under its own name, and some systems give none.
    const matters = (name: string | null) => !names || name === null || [...names, basename(folder)].includes(name)
    try {
      const watcher = watch(folder, { persistent: false }, (_, name) => void (matters(name) && tell()))
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
    /** Watches exactly these folders from now on; missing ones are left out. */
    aim: (folders: readonly WatchedFolder[]) => {
      const wanted = new Map(folders.flatMap((watched) => identitiesOf(watched)))
      for (const identity of watchers.keys()) if (!wanted.has(identity)) drop(identity)
      for (const [identity, watched] of wanted) if (!watchers.has(identity)) add(watched, identity)
    },
    /** Watches nothing until it is aimed again. */
    close: () => {
      clearTimeout(timer)
      timer = undefined
      for (const identity of [...watchers.keys()]) drop(identity)
    },
  }
}

/** @returns what calls `look`: looks do not overlap, and a call during one triggers another */
function inTurn(look: () => Promise<void>): () => Promise<void> {
  let looking: Promise<void> | undefined
  let isStale = false
  return () => {
    isStale = true
    looking ??= (async () => {
      while (isStale) {
        isStale = false
        await look()
      }
    })().finally(() => {
      looking = undefined
    })
    return looking
  }
}

/** An inode number alone may be reused for the next folder. */
function identitiesOf(watched: WatchedFolder): [identity: string, watched: WatchedFolder][] {
  const stat = attemptOr(undefined, () => statSync(watched.folder, { throwIfNoEntry: false }))
  return stat?.isDirectory() ? [[`${watched.folder} ${stat.ino} ${stat.birthtimeMs}`, watched]] : []
}
