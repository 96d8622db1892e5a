/** A repository on a server. */
export interface Repository {
  /** In lower case, with a port where the URL of a web server has one. */
  readonly host: string
  readonly owner: string
  readonly name: string
}

/** A pull request as somebody names it. */
export interface Named {
  readonly number: number
  /** Absent where only the number was said. */
  readonly repository?: Repository
}

/** Other names that GitHub's servers have. */
const sameHost: Readonly<Record<string, string>> = { 'ssh.github.com': 'github.com', 'www.github.com': 'github.com' }

/**
 * Understands the URL of a remote: `https`, `http`, `git`, `ssh`, and `user@host:path`.
 *
 * @returns undefined where it is no URL of a repository with an owner
 */
export function repositoryOf(url: string): Repository | undefined {
  const [, scheme, address, path] =
    /^(?:git\+)?(https?|git|ssh):\/\/(?:[^/@]*@)?([^/@]+)\/(.+)$/i.exec(url) ??
    // A single letter is the drive of a path.
    /^()(?:[^/@:]+@)?([^/@:]{2,}|\[[^\]]+\]):(?!\/\/)\/?(.+)$/.exec(url) ??
    []
  if (address === undefined || path === undefined) return undefined
  const [, owner, name] = /^\/*([\w.-]+)\/([\w.-]+?)(?:\.git)?\/*$/.exec(path) ?? []
  if (!owner || !name) return undefined
  const isWeb = /^https?$/i.test(scheme ?? '')
  const host = (isWeb ? address : address.replace(/:\d+$/, '')).toLowerCase().replace(/:443$/, '')
  // Only in the configuration of ssh a name of a computer stands for another.
  return { host: sameHost[host] ?? (isWeb ? host : withoutAlias(host)), owner, name }
}

/** People with two accounts write `github.com-work`, or a word of their own; the word stays empty. */
const withoutAlias = (host: string): string =>
  host.startsWith('github.com-') ? 'github.com' : host.includes('.') ? host : ''

/**
 * Understands `--pr`: a number, with or without `#`, or the address of a pull request.
 *
 * @returns undefined where it is neither
 */
export function pullRequestNamed(text: string): Named | undefined {
  const plain = /^#?([1-9]\d{0,8})$/.exec(text)
  if (plain) return { number: Number(plain[1]) }
  const [, base, number] = /^(https?:\/\/.+)\/pull\/([1-9]\d{0,8})(?:[/?#].*)?$/i.exec(text) ?? []
  const repository = base === undefined ? undefined : repositoryOf(base)
  return repository && { number: Number(number), repository }
}

/** @returns whether both mean the same repository; GitHub does not tell cases apart */
export const isSame = (one: Repository, other: Repository): boolean =>
  nameOf(one).toLowerCase() === nameOf(other).toLowerCase() && one.host === other.host

export const nameOf = ({ owner, name }: Pick<Repository, 'owner' | 'name'>): string => `${owner}/${name}`
