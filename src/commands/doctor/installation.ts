import { isAbsolute } from 'node:path'
import { attempt, Failure } from '../../failure/failure'
import { type InstallContext, install, readInstalled } from '../init/init'
import { recordPath } from '../init/pieces/record'
import { type Finding, finding } from './finding'

/**
 * Looks at what `init` has put in: whether it is there, in this version's form, and in this clone. Reads only.
 *
 * @returns what was found; nothing where nothing was put in
 */
export async function examineInstalled(ground: InstallContext): Promise<Finding[]> {
  const installed = attempt(() => readInstalled(ground.root))
  if (installed instanceof Failure) {
    const { code, message, fix } = installed
    // What else is in the way is told of anyhow.
    return code === 'installed-unreadable' ? [finding(code, recordPath, message, fix)] : []
  }
  if (!installed) return []
  const { choices, files } = installed
  const pathsOf = async (purpose: 'update' | 'init') =>
    (await install(ground, { choices, purpose }, true)).acts.map(({ path }) => path)
  const outdated = new Set((await pathsOf('update')).filter((path) => files.some((file) => file.path === path)))
  const missing = new Set((await pathsOf('init')).filter((path) => !outdated.has(path)))
  const guards = 'is not there: nothing guards the commits of this clone'
  return [
    ...[...outdated].map((path) =>
      finding('installed-outdated', path, `${path} was made by another version of spell.`, 'spell update'),
    ),
    ...[...missing].map((path) =>
      isAbsolute(path)
        ? finding('hook-missing', path, `${path} ${guards}.`, 'spell init --hooks')
        : finding('installed-missing', path, `${path} lacks what init has put there.`, 'spell init'),
    ),
  ]
}
