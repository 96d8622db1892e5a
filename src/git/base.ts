import { getOrInsert } from '../engine/records'
import { exit, Failure } from '../text/failure'
import { type Git, readable } from './git'
import { orGitFailed, saidBy } from './start'

/** The common ancestor of two branches. */
export interface MergeBase {
  readonly commit: string
  /** @returns the files of that name in a folder, or all of them, by their paths relative to the root */
  filesNamed(folder: string, name?: string): Promise<ReadonlyMap<string, CommittedFile>>
}

export interface CommittedFile {
  /** git's object id: SHA-1, or SHA-256 in a repository that uses it. */
  readonly id: string
  /** In bytes. */
  readonly size: number
  /** Streams the content. Throws Failure (system) `git-failed` */
  read(take: (bytes: Buffer) => void): Promise<void>
}

/**
 * Finds the merge base of the checkout and another commit.
 *
 * @param name a branch, also one that exists only on `origin`; or else a tag or a commit
 * @throws Failure (usage) `base-unknown`, `base-shallow`, `base-unrelated`; (system) `no-git`, `git-failed`
 */
export async function mergeBaseWith({ root, ask, start, objects }: Git, name: string): Promise<MergeBase> {
  const orFailed = orGitFailed(root)
  const run = (...args: string[]): Promise<string> => ask(args).catch(orFailed)
  const isName = !/^-|^$/.test(name)
  const other = isName && ((await branchNamed(name, run)) ?? (await objects.get(`${name}^{commit}`))?.id)
  const commit = other && (await run('merge-base', 'HEAD', other)).trim()
  const named = JSON.stringify(name)
  // Where git does not work at all this says so.
  if (!commit && (await run('rev-parse', '--is-shallow-repository')).trim() === 'true') {
    const message = `This clone does not have enough of the past to compare with ${named}.`
    throw wrong('base-shallow', message, `${await fetching(name, run, '--unshallow ')}   # ${deepen}`)
  }
  if (!other) throw wrong('base-unknown', `git knows no commit ${named} here.`, await fetching(name, run))
  if (!commit) {
    const message = `This branch and ${named} have no commit in common.`
    throw wrong('base-unrelated', message, 'git log --oneline --graph --all')
  }
  // Every start of git takes milliseconds.
  const listings = new Map<string, Promise<string>>()
  return {
    commit,
    filesNamed: async (folder, name) => {
      const list = () => run('ls-tree', '-r', '-z', '-l', commit, '--', `${folder}/`)
      const files = readable(await getOrInsert(listings, folder, list))
        .split('\0')
        .flatMap((entry): [string, CommittedFile][] => {
          const [, id = '', size, path = ''] = /^\d+ blob (\w+) +(\d+)\t(.*)$/s.exec(entry) ?? []
          const read = (take: (bytes: Buffer) => void) =>
            start(['cat-file', 'blob', id])
              .then((git) => saidBy(git, take))
              .then(() => {}, orFailed)
          return path !== '' && (name === undefined || path.endsWith(`/${name}`))
            ? [[path, { id, size: Number(size), read }]]
            : []
        })
      return new Map(files)
    },
  }
}

type Run = (...args: string[]) => Promise<string>

/** @returns the command that fetches what may have this name: a clone of one branch, as CI makes, is set up to fetch no other */
async function fetching(name: string, run: Run, option = ''): Promise<string> {
  const list = 'git branch --all'
  const remotes = (await run('remote')).split('\n').filter((remote) => /^\w[\w./-]*$/.test(remote))
  const isIts = (remote: string) => name.startsWith(`${remote}/`)
  const remote = remotes.find(isIts) ?? remotes.find((each) => each === 'origin') ?? remotes[0]
  if (remote === undefined) return list
  const fetch = `git fetch ${option}${remote}`
  return isId(name) ? `${fetch} ${name}` : `${fetch} "+refs/heads/*:refs/remotes/${remote}/*" && ${list}`
}

const isId = (name: string): boolean => /^[0-9a-f]{40,64}$/.test(name)

/** @returns the commit of the branch of that name: git itself would take a tag first, which a push may set anywhere */
async function branchNamed(name: string, run: Run): Promise<string | undefined> {
  if (isId(name)) return undefined
  const refs = ['heads', 'remotes', 'remotes/origin'].map((kind) => `refs/${kind}/${name}`)
  const known = (await run('for-each-ref', '--format=%(objectname) %(refname)', '--', ...refs)).split('\n')
  const found = refs.flatMap((ref) => known.find((line) => readable(line).endsWith(` ${ref}`)) ?? [])
  return found[0]?.slice(0, found[0].indexOf(' '))
}

/** @returns the files that differ between a commit and HEAD, relative to the root. Throws Failure as `mergeBaseWith` does */
export async function changedSince({ root, ask }: Git, commit: string): Promise<string[]> {
  const args = ['diff', '--name-only', '--no-renames', '-z', '--relative', commit, 'HEAD']
  const listed = await ask(args).catch(orGitFailed(root))
  return readable(listed)
    .split('\0')
    .filter((path) => path !== '')
}

const wrong = (code: string, message: string, fix: string) => new Failure(exit.usage, code, message, fix)

const deepen = 'in GitHub Actions: fetch-depth: 0 for actions/checkout; in GitLab: GIT_DEPTH: 0'
