import type { Environment } from '../settings/settings'
import { converse } from './conversation'
import { type Objects, objectsBy } from './objects'
import { askedIn, type QuietGit } from './quiet-git'
import { type Starts, startsIn } from './start'

/** git in the worktree of a folder, for one command: it is asked for its settings once, and one process reads all objects. */
export interface Git extends Pick<Starts, 'settings' | 'start'> {
  readonly root: string
  readonly env: Environment
  /** Asks in the root. */
  readonly ask: QuietGit
  /** Asks in another folder of the worktree, and of another index than the repository's own. */
  readonly at: (folder: string, index?: string) => QuietGit
  readonly objects: Objects
}

/** Opens git; nothing is started before something is asked. Reading objects starts what has to be ended. */
export function openGit(root: string, env: Environment): Git & { readonly end: () => void } {
  const starts = startsIn(root, env)
  const at = askedIn(root, env, starts)
  const sizes = converse(() => starts.start(['cat-file', '--batch-check']), false)
  const contents = converse(() => starts.start(['cat-file', '--batch']), true)
  const end = () => void [sizes, contents].map((one) => one.end())
  return { ...starts, root, env, at, ask: at(root), objects: objectsBy(sizes.ask, contents.ask), end }
}

/** Opens git for as long as it is used, and ends what was started. */
export async function withGit<T>(root: string, env: Environment, use: (git: Git) => Promise<T>): Promise<T> {
  const git = openGit(root, env)
  try {
    return await use(git)
  } finally {
    git.end()
  }
}
