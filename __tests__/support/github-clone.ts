import { type Folder, makeRepository } from './folder'
import type { GitHub } from './github-server'

/** A clone of `acme/shop` from the test's GitHub, or of another project, on the branch `export`. */
export function makeClone(
  { host }: Pick<GitHub, 'host'>,
  files: Readonly<Record<string, string>>,
  project = 'acme/shop',
): Folder {
  const folder = makeRepository(files)
  // Like `git remote add` and `git checkout -b`, but much faster.
  const fetch = '+refs/heads/*:refs/remotes/origin/*'
  const remote = `[remote "origin"]\n\turl = https://${host}/${project}.git\n\tfetch = ${fetch}\n`
  folder.write({ '.git/config': folder.read('.git/config') + remote, '.git/HEAD': 'ref: refs/heads/export\n' })
  return folder
}
