import type { Environment } from '../disk/environment'
import { exit, Failure } from '../text/failure'
import { isInstalled, isSignedIn } from './door'
import { github } from './github/github'
import { gitlab } from './gitlab/gitlab'
import type { Server } from './server'

const servers: readonly Server[] = [github, gitlab]

/** @returns the server with a title, as comments.md and the address of a pull request have it */
export const serverTitled = (title: Server['title']): Server => (title === gitlab.title ? gitlab : github)

/**
 * Finds out what kind of server a host is: by the environment and its name, otherwise by which program is signed in
 * there, or the only one that is installed.
 *
 * @throws Failure (usage) `which-server` if that leaves both
 */
export async function serverAt(host: string, env: Environment): Promise<Server> {
  const known = knownAt(host, env)
  if (known) return known
  for (const server of servers) if (await isSignedIn(server.program, host, env)) return server
  const installed = servers.filter(({ program }) => isInstalled(program, env))
  if (installed[0] && installed.length === 1) return installed[0]
  const message = `Is ${host} a GitHub or a GitLab server? Neither gh nor glab is signed in there.`
  const [one, other] = servers.map(({ program }) => `${program.name} auth login --hostname ${host}`)
  throw new Failure(exit.usage, 'which-server', message, `${one}   # or, for GitLab: ${other}`)
}

/** @returns the server that a host is by the environment or its name: `gitlab.example.com` */
export const knownAt = (host: string, env: Environment): Server | undefined =>
  servers.find(({ program }) => program.trusted(env).includes(host)) ??
  (host.endsWith('.ghe.com') ? github : servers.find(({ title }) => host.startsWith(`${title.toLowerCase()}.`)))
