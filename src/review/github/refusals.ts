import { inline } from '../../answer/markdown'
import { exit, Failure } from '../../failure/failure'
import type { Server } from './server'
import type { Token } from './token'

/** A response that is no answer. */
export interface Refusal {
  /** 0 without a response. */
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The server's message. */
  readonly message: string
  /** The errors of a valid query: their type, and whether single sign-on is required. */
  readonly kinds: readonly string[]
  readonly isSaml: boolean
  /** The code of a network error: `ENOTFOUND`. */
  readonly code: string
}

/** What to do: `wait` some seconds, as the server asks; try `again`, as the error may be temporary; or give up. */
export type Remedy =
  | { readonly do: 'wait'; readonly seconds: number }
  | { readonly do: 'again' | 'fail'; readonly failure: Failure }

/** The server cannot be reached. */
const offline = /^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH|EHOSTUNREACH|ENETDOWN|UND_ERR_CONNECT_TIMEOUT)$/
const slow = /^(ETIMEDOUT|TimeoutError|UND_ERR_HEADERS_TIMEOUT|UND_ERR_BODY_TIMEOUT)$/

/** How long to wait if GitHub does not say, in seconds. */
const unsaid = 60

const again = 'spell reparo --fetch'

/**
 * Decides how to react to a refusal.
 *
 * @param refusal the response
 * @param server that was asked
 * @param token that was used; only its source is shown
 */
export function remedyFor(refusal: Refusal, server: Server, token: Token): Remedy {
  const { status, kinds, code } = refusal
  const { host } = server
  const failing = (name: string, message: string, fix: string) => new Failure(exit.system, name, message, fix)
  const give = (...why: Parameters<typeof failing>): Remedy => ({ do: 'fail', failure: failing(...why) })
  const retry = (name: string, message: string): Remedy => ({ do: 'again', failure: failing(name, message, again) })
  const isOfGh = token.source === 'gh auth token'
  const grant = isOfGh ? `gh auth refresh --hostname ${host} --scopes repo` : `https://${host}/settings/tokens`
  const login = isOfGh ? `gh auth login --hostname ${host}` : `unset ${token.source} # and: gh auth login`

  if (status === 0 && offline.test(code))
    return give(
      'offline',
      `${host} cannot be reached (${code}).`,
      `${again} # once it can; behind a proxy: export HTTPS_PROXY=…`,
    )
  if (status === 0 && slow.test(code)) return retry('too-slow', `${host} takes too long to answer.`)
  if (status === 0 && /CERT|SSL|TLS|SIGNATURE|SELF_SIGNED|UNABLE_TO/.test(code)) {
    const message = `The certificate of ${host} is not trusted (${code}).`
    return give('not-trusted', message, 'export NODE_EXTRA_CA_CERTS=FILE')
  }
  if (status === 0) {
    return retry('connection-lost', `The connection to ${host} broke (${code || inline(refusal.message)}).`)
  }

  if (isLimit(refusal)) return { do: 'wait', seconds: secondsOf(refusal) }
  if (status === 401) {
    const message = `${host} does not take the token from ${token.source}: it is wrong, expired or revoked.`
    return give('token-refused', message, login)
  }
  const sso = /url=(https:\/\/[^\s;]+)/.exec(refusal.headers['x-github-sso'] ?? '')?.[1]
  if (refusal.isSaml || refusal.headers['x-github-sso']?.startsWith('required')) {
    const message = `The organization wants the token from ${token.source} to be authorized for its single sign-on (SAML).`
    return give('token-needs-sso', message, sso ?? `https://${host}/settings/tokens`)
  }
  if (status === 403 || kinds.some((kind) => ['FORBIDDEN', 'INSUFFICIENT_SCOPES'].includes(kind))) {
    const message = `${host} does not let the token from ${token.source} read this: ${inline(refusal.message)}`
    return give('no-access', message, grant)
  }
  if (status === 407) {
    const fix = 'export HTTPS_PROXY=http://NAME:PASSWORD@HOST:PORT'
    return give('proxy-refused', 'The proxy wants a name and a password.', fix)
  }
  // GitHub's message for a query that takes too long.
  const isTired = status === 200 && /something went wrong|timed? ?out/i.test(refusal.message)
  if (status >= 500 || isTired) return retry('server-error', `${host} has a server error (${status}).`)
  if (status === 404 || status === 405 || (status >= 300 && status < 400)) {
    return give('not-github', `${server.graphql} does not answer as GitHub does.`, 'spell reparo --fetch --pr URL')
  }
  return give('refused', `${host} refused (${status}): ${inline(refusal.message)}`, `${again} --debug`)
}

const isLimit = ({ status, headers, kinds, message }: Refusal): boolean =>
  kinds.some((kind) => ['RATE_LIMIT', 'RATE_LIMITED'].includes(kind)) ||
  status === 429 ||
  (status === 403 &&
    (headers['retry-after'] !== undefined ||
      headers['x-ratelimit-remaining'] === '0' ||
      /rate limit|abuse/i.test(message)))

/** By the server's clock: ours may be wrong. */
function secondsOf({ headers }: Refusal): number {
  const after = headers['retry-after']
  if (after !== undefined && /^\d{1,9}$/.test(after)) return Math.max(1, Number(after))
  const reset = Number(headers['x-ratelimit-reset'])
  const now = Date.parse(headers.date ?? '') / 1000
  return headers['x-ratelimit-remaining'] === '0' && reset > 0 && now > 0 ? Math.max(1, Math.ceil(reset - now)) : unsaid
}
