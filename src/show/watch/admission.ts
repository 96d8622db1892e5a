/** What a request says of itself. Of a header every value that was sent. */
export interface Asked {
  readonly method: string
  /** As it was sent: nothing is resolved or decoded in it. */
  readonly url: string
  readonly hosts: readonly string[]
  readonly origins: readonly string[]
}

/** What is asked for: the board without a piece of work, otherwise its report. */
export interface PageRequest {
  /** The id of a piece of work; empty for the board. */
  readonly page: string
  readonly isFollowed: boolean
  /** What a follower has already: the digest of a page. */
  readonly seen: string
}

export interface Refusal {
  readonly status: number
  readonly why: string
}

/** In characters. */
const longestUrl = 1_024

/** Decides whether a request is answered. A page of another site may ask, but has no token and can hide no origin. */
export function admit(
  { method, url, hosts, origins }: Asked,
  port: number,
  isToken: (given: string) => boolean,
): PageRequest | Refusal {
  const names = ['127.0.0.1', 'localhost'].map((name) => `${name}:${port}`)
  const [host = ''] = hosts
  // Another name that leads here is that of a page that wants to be taken for this one.
  if (hosts.length !== 1 || !names.includes(host)) return { status: 403, why: 'Another host is meant.' }
  if (origins.some((origin) => origin !== `http://${host}`))
    return { status: 403, why: 'Another site may not ask here.' }
  if (method !== 'GET' && method !== 'HEAD') return { status: 405, why: 'This can only be looked at: GET and HEAD.' }
  if (url.length > longestUrl) return { status: 414, why: 'The address is too long.' }
  const [path = '', ...rest] = url.split('?')
  const query = new URLSearchParams(rest.join('?'))
  const [token = '', ...others] = query.getAll('t')
  if (others.length > 0 || !isToken(token))
    return { status: 403, why: 'The token is missing or wrong: open the address that spell watch prints.' }
  const seen = query.get('seen') ?? ''
  if (path === '/') return { page: '', isFollowed: false, seen }
  const [, kind, page = ''] =
    /^\/(work|follow)\/([0-9a-f]{16})$/.exec(path) ?? (path === '/follow' ? ['', 'follow'] : [])
  return kind ? { page, isFollowed: kind === 'follow', seen } : { status: 404, why: 'There is nothing here.' }
}
