import { join } from 'node:path'
import type { Environment } from '../disk/environment'
import { Failure } from '../text/failure'
import { branchNameOf, gitFolderOf, readTrimmed } from './head'
import { startsIn, withoutGit } from './start'

/** A remote, its URLs, and what `gh` has configured for it. */
export interface Remote {
  readonly name: string
  /** The URL as git uses it, with `insteadOf` applied. */
  readonly fetch: string
  readonly push: string
  /** `base`, or `owner/name`: the target of pull requests (`gh repo set-default`). */
  readonly resolved?: string
}

/** A branch of a remote: its URL, and the full name of the ref. */
interface Far {
  readonly url: string
  readonly ref: string
}

/** The upstream of a branch, and whether that is the default branch. */
interface Upstream extends Far {
  readonly isDefault: boolean
}

/** The usual default branches, used if git does not know. */
const defaults = ['refs/heads/main', 'refs/heads/master']

/** What git knows about the destination of a branch's work. */
export interface Branch {
  /** Undefined if HEAD is detached. */
  readonly name?: string
  readonly remotes: readonly Remote[]
  readonly upstream?: Upstream
  /** The destination of a push, if that is certain. */
  readonly push?: Far
}

/** Reads the branch and its remotes, if any, from git, without the network. Throws Failure (system) `no-git`. */
export async function branchOf(root: string, env: Environment): Promise<Branch> {
  const git = startsIn(root, env).simple()
  /** If git fails, the answer is empty. */
  const ask = async (...args: string[]): Promise<string> => {
    try {
      return (await (await git).raw(...args)).trim()
    } catch (error) {
      const missing = error instanceof Failure ? error : withoutGit(error)
      if (missing) throw missing
      return ''
    }
  }
  const config = configFrom(await ask('config', '--null', '--get-regexp', '^(branch|remote)\\.'))
  const remotes = remotesFrom(await ask('remote', '--verbose'), config)
  const name = /^refs\/heads\/(.+)$/.exec(await ask('symbolic-ref', '--quiet', 'HEAD'))?.[1]
  if (!name) return { remotes }

  /** The remote of a branch may be a URL. */
  const urlOf = async (remote: string, side: 'fetch' | 'push') =>
    remotes.find((candidate) => candidate.name === remote)?.[side] ?? (await ask('ls-remote', '--get-url', remote))
  const ref = config.get(`branch.${name}.merge`)
  const from = config.get(`branch.${name}.remote`)
  const upstream =
    ref && from && from !== '.'
      ? { url: await urlOf(from, 'fetch'), ref, isDefault: await isDefault(from, ref) }
      : undefined
  const push = await pushOf(name)
  return { name, remotes, ...(upstream && { upstream }), ...(push && { push }) }

  /** A clone records the HEAD of its remote. */
  async function isDefault(remote: string, full: string): Promise<boolean> {
    const head = await ask('symbolic-ref', '--quiet', `refs/remotes/${remote}/HEAD`)
    return head ? head.replace(`refs/remotes/${remote}/`, 'refs/heads/') === full : defaults.includes(full)
  }

  async function pushOf(branch: string): Promise<Far | undefined> {
    const tracked = await ask('rev-parse', '--symbolic-full-name', `${branch}@{push}`)
    const remote = remotes.find((candidate) => tracked.startsWith(`refs/remotes/${candidate.name}/`))
    const own = config.get(`branch.${branch}.pushremote`)
    if (remote) return { url: remote.push, ref: `refs/heads/${tracked.slice(`refs/remotes/${remote.name}/`.length)}` }
    // For a URL git keeps no refs; the branch is assumed to have the same name there.
    if (own && !remotes.some((candidate) => candidate.name === own)) {
      return { url: await urlOf(own, 'push'), ref: ref ?? `refs/heads/${branch}` }
    }
    return undefined
  }
}

/** Keys as git prints them: the first and the last part in lower case. */
function configFrom(text: string): Map<string, string> {
  const pairs = text.split('\0').map((entry): [string, string] => {
    const end = entry.indexOf('\n')
    return end < 0 ? [entry, ''] : [entry.slice(0, end), entry.slice(end + 1)]
  })
  return new Map(pairs)
}

function remotesFrom(text: string, config: ReadonlyMap<string, string>): Remote[] {
  const found = new Map<string, Remote>()
  for (const line of text.split('\n')) {
    const [, name, url, side] = /^([^\t]+)\t(.*) \((fetch|push)\)/.exec(line) ?? []
    if (name === undefined || url === undefined) continue
    const resolved = config.get(`remote.${name}.gh-resolved`)
    const before = found.get(name) ?? { name, fetch: url, push: url, ...(resolved && { resolved }) }
    found.set(name, side === 'push' ? { ...before, push: url } : before)
  }
  return [...found.values()]
}

/** @returns the branch that was checked out here at a time, as git's log of HEAD tells; undefined if it still is, or without one */
export function branchThen(root: string, time: string): string | undefined {
  const folder = gitFolderOf(root)
  const log = folder && readTrimmed(join(folder, 'logs/HEAD'))
  for (const line of log?.split('\n') ?? []) {
    const [, seconds, left] = /> (\d+) [+-]\d{4}\tcheckout: moving from (\S+) to /.exec(line) ?? []
    if (left === undefined || Number(seconds) * 1000 <= Date.parse(time)) continue
    return left === branchNameOf(root) || /^[0-9a-f]{40,}$/.test(left) ? undefined : left
  }
  return undefined
}
