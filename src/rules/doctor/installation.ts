import { isAbsolute } from 'node:path'
import { kept } from '../../engine/records'
import { attempt, Failure } from '../../failure/failure'
import { foresee, type InstallContext } from '../../install/init'
import { readInstalled } from '../../install/installed'
import { recordPath } from '../../install/pieces/record'
import { type Failing, notCalled, tryOut } from '../../install/try-out'
import type { Environment } from '../../settings/settings'
import { type Finding, finding } from '../finding'

/** Examines what `init` has installed: whether it exists, matches this version, and works in this clone. Only reads. */
export async function examineInstalled(ground: InstallContext, env: Environment): Promise<Finding[]> {
  const installed = attempt(() => readInstalled(ground.root))
  if (installed instanceof Failure) {
    const { code, message, fix } = installed
    // Other obstacles are reported below.
    return code === 'installed-unreadable' ? [finding(code, recordPath, message, fix)] : []
  }
  if (!installed) return []
  const { choices, files } = installed
  const isKnown = (path: string) => files.some((file) => file.path === path)
  const updated = foresee(ground, { choices, purpose: 'update' })
  if (!choices) {
    return [
      ...obstacles(updated.refused),
      ...updated.acts.map(({ path }) =>
        finding('installed-left', path, `${path} is what an uninstall could not take out.`, 'spell uninstall'),
      ),
    ]
  }
  const made = foresee(ground, { choices, purpose: 'init' })
  const outdated = new Set(updated.acts.filter(({ path }) => isKnown(path)).map(({ path }) => path))
  const missing = new Set(made.acts.map(({ path }) => path).filter((path) => !outdated.has(path)))
  const found = [
    ...obstacles(made.refused),
    ...[...outdated].map((path) =>
      finding('installed-outdated', path, `${path} is not what spell writes here now.`, 'spell update'),
    ),
    ...[...missing].map((path) =>
      isAbsolute(path)
        ? finding(
            'hook-missing',
            path,
            `${path} is not there: nothing guards the commits of this clone.`,
            'spell init --hooks',
          )
        : finding('installed-missing', path, `${path} lacks what init has put there.`, 'spell init'),
    ),
  ]
  return found.length > 0 ? found : [...notCalled(ground, choices), ...(await tryOut(ground, choices, env))].map(broken)
}

const broken = ({ paths, why, fix }: Failing): Finding =>
  finding('hook-broken', paths[0] ?? '', `${paths.join(', ')}: ${why}`, fix)

/** An obstacle for many files is reported once. */
function obstacles(refused: readonly { readonly path: string; readonly refused?: Failure }[]): Finding[] {
  const found = new Map<string, Finding>()
  for (const { path, refused: why } of refused)
    if (why) kept(found, `${why.message} ${why.fix}`, () => obstacle(path, why))
  return [...found.values()]
}

/** Why a file of ours is missing or outdated, and cannot be written. */
function obstacle(path: string, { code, message, fix }: Failure): Finding {
  if (code === 'outside-repository') {
    return finding('hook-missing', path, `Nothing guards the commits of this clone: ${message}`, hooksByName)
  }
  return finding('installed-blocked', path, message, fix)
}

const hooksByName = 'spell init --hooks --guard hooks-path'
