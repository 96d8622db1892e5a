import { exit, Failure } from '../../failure/failure'
import type { Environment } from '../../settings/settings'
import { tokenOfGh } from './gh'
import { homeOf, type Server } from './server'

/** A token and its source. Only the source is ever shown. */
export interface Token {
  readonly value: string
  readonly source: string
}

/**
 * Finds the token for a server. A token from the environment is sent only to its own server: `GITHUB_TOKEN` and
 * `GH_TOKEN` to that of `GITHUB_API_URL` (default: github.com), `GH_ENTERPRISE_TOKEN` to that of `GH_HOST` or
 * `GITHUB_API_URL`. So a foreign remote never gets one.
 *
 * @throws Failure (system) `no-token`, `token-malformed`
 */
export async function tokenFor({ host }: Server, env: Environment): Promise<Token> {
  const home = homeOf(env).host
  const named = env.GH_HOST?.toLowerCase()
  const isHome = host === home || (host === named && host.endsWith('.ghe.com'))
  const isEnterprise = host !== 'github.com' && (host === named || (host === home && env.GITHUB_API_URL !== undefined))
  const variables = [
    ...(isHome ? ['GITHUB_TOKEN', 'GH_TOKEN'] : []),
    ...(isEnterprise ? ['GH_ENTERPRISE_TOKEN', 'GITHUB_ENTERPRISE_TOKEN'] : []),
  ]
  const login = `gh auth login --hostname ${host}`
  const source = variables.find((name) => env[name]?.trim())
  const value = source ? env[source]?.trim() : await tokenOfGh(host, env)
  if (!value) {
    const variable = isHome ? 'GITHUB_TOKEN' : 'GH_ENTERPRISE_TOKEN (with GH_HOST)'
    const message = `There is no token for ${host}: ${variable} is not set, and gh is not signed in.`
    throw new Failure(exit.system, 'no-token', message, login)
  }
  // It becomes a header, in which a line break would forge another header.
  if (!/^[\x21-\x7e]+$/.test(value)) {
    const message = `${source ?? 'gh auth token'} has something else than a token.`
    throw new Failure(exit.system, 'token-malformed', message, source ? `unset ${source}` : login)
  }
  return { value, source: source ?? 'gh auth token' }
}
