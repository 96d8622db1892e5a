import { exit, Failure } from '../failure/failure'
import { withoutGit } from './start'

/**
 * @param root absolute; where git was asked
 * @returns the failure `no-git`, or `git-failed` with what git says, both of the system; a failure as it is
 */
export function gitFailed(root: string, error: unknown): Failure {
  if (error instanceof Failure) return error
  const missing = withoutGit(error)
  if (missing) return missing
  const message = String((error as Error).message ?? error)
  const [, said] = /^(?:fatal: )?(.*?)\.?$/m.exec(message.trim()) ?? []
  const fix = /ownership/.test(message)
    ? `git config --global --add safe.directory ${JSON.stringify(root)}`
    : 'git status'
  return new Failure(exit.system, 'git-failed', `git could not be asked: ${said}.`, fix, { cause: error })
}
