import { exit, Failure } from '../../failure/failure'
import type { Environment } from '../../settings/settings'

/** A GitHub server and the address of its GraphQL API. */
export interface Server {
  /** As in the URLs of its pages. */
  readonly host: string
  readonly graphql: string
}

/**
 * @returns the server that `GITHUB_API_URL` names (default: github.com), for which `GITHUB_TOKEN` is valid
 * @throws Failure (usage) `api-url-wrong`
 */
export function homeOf(env: Environment): Server {
  const said = env.GITHUB_API_URL
  if (!said) return serverAt('github.com')
  const url = parse(said)
  const path = url.pathname.replace(/\/+$/, '')
  const graphql = /\/graphql$/.test(path) ? path : path.replace(/\/v3$/, '').concat('/graphql')
  return { host: url.host.replace(/^api\.(?=github\.com$|.+\.ghe\.com$)/, ''), graphql: `${url.origin}${graphql}` }
}

/**
 * @param host of a remote; empty for an ssh alias
 * @throws Failure (usage) `api-url-wrong`
 */
export function serverOf(host: string, env: Environment): Server {
  const home = homeOf(env)
  // An ssh remote does not have the web server's port.
  return ['', home.host, home.host.replace(/:\d+$/, '')].includes(host) ? home : serverAt(host)
}

function serverAt(host: string): Server {
  if (host === 'github.com') return { host, graphql: 'https://api.github.com/graphql' }
  // GitHub Enterprise Cloud with data residency.
  if (host.endsWith('.ghe.com')) return { host, graphql: `https://api.${host}/graphql` }
  return { host, graphql: `https://${host}/api/graphql` }
}

/** A token is not sent unencrypted, except to this machine. */
function parse(said: string): URL {
  const url = URL.canParse(said) ? new URL(said) : undefined
  const isHere = url !== undefined && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)
  if (url && !url.username && !url.password && (url.protocol === 'https:' || (url.protocol === 'http:' && isHere))) {
    return url
  }
  const message =
    'GITHUB_API_URL must be an https address without a name or a password in it, such as https://github.example.com/api/v3.'
  throw new Failure(exit.usage, 'api-url-wrong', message, 'unset GITHUB_API_URL')
}
