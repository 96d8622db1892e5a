import { join } from 'node:path'
import { foldersIn } from '../../disk/read'
import { inTurn, type WatchedFolder, watchFolders } from '../../disk/watch-folders'
import { commonFolderOf, gitFolderOf } from '../../git/head'
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
