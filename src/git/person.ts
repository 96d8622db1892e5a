import type { Environment } from '../disk/environment'
import { exit, Failure } from '../text/failure'
import { startsIn } from './start'

/** @returns the address that git would put into a commit. Throws Failure (notPossible) `no-person` if it knows none */
export async function personHere(root: string, env: Environment): Promise<string> {
  const git = await startsIn(root, env).simple()
  const said = await git.raw(['config', 'user.email']).catch(() => '')
  const address = said.trim()
  if (address !== '') return address
  const message = 'Each person counts once here, and git knows no address of yours.'
  throw new Failure(exit.notPossible, 'no-person', message, 'git config user.email you@example.com')
}
