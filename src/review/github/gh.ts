import { promisify } from 'node:util'
import type { Environment } from '../../settings/settings'

/** How long `gh` may take, in milliseconds. */
const ghTimeoutMs = 10_000

/** Variables in which it would find a token for another server. */
const tokens = ['GH_TOKEN', 'GITHUB_TOKEN', 'GH_ENTERPRISE_TOKEN', 'GITHUB_ENTERPRISE_TOKEN']

/**
 * Asks `gh` for the token of the signed-in user.
 *
 * @returns undefined if `gh` is not installed, or the user is not signed in on this server
 */
export async function tokenOfGh(host: string, env: Environment): Promise<string | undefined> {
  const { execFile } = await import('node:child_process')
  const own = Object.fromEntries(Object.entries(env).filter(([name]) => !tokens.includes(name.toUpperCase())))
  const options = { env: own, timeout: ghTimeoutMs, windowsHide: true, maxBuffer: 64 * 1024 }
  const asked = promisify(execFile)('gh', ['auth', 'token', '--hostname', host], options)
  return (await asked.catch(() => undefined))?.stdout.trim() || undefined
}
