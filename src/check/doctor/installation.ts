import { isAbsolute, join } from 'node:path'
import type { Environment } from '../../disk/settings/settings'
import { kept } from '../../engine/records'
import { hookPath } from '../../install/hook-managers/hook-line'
import { foresee, type InstallContext } from '../../install/init'
import { readInstalled } from '../../install/installed'
import { type Choices, recordPath } from '../../install/pieces/record'
import { lackingIn } from '../../install/report'
import { type Failing, notCalled, tryOut } from '../../install/try-out'
import { asRunNow } from '../../install/wanted'
import { attempt, Failure } from '../../text/failure'
import { type Finding, finding, gitRefuses } from '../finding'
import { ignoredFiles } from '../repository-rules'

/**
 * Examines what `init` has installed: whether it exists, matches this version, and works in this clone. Only reads.
 *
 * @param isTried whether hooks are started, to see that they work
 */
export async function examineInstalled(ground: InstallContext, env: Environment, isTried = true): Promise<Finding[]> {
  const { refusedByGit, look, adapters } = ground
  if (refusedByGit) return [gitRefuses(refusedByGit)]
  const installed = attempt(() => readInstalled(ground.root))
  if (installed instanceof Failure) {
    const { code, message, fix } = installed
    // Other obstacles are reported below.
    return code === 'installed-unreadable' ? [finding(code, recordPath, message, fix)] : []
  }
  if (!installed) return []
  const { choices, files } = installed
  const isKnown = (path: string) => files.some((file) => file.path === path)
  if (!choices) {
    const updated = foresee(ground, { choices, purpose: 'update' })
    return [
      ...obstacles(updated.refused),
      ...updated.acts.map(({ path }) =>
        finding('installed-left', path, `${path} is what an uninstall could not take out.`, 'spell uninstall'),
      ),
    ]
  }
  const now = asRunNow(look, adapters, choices)
  if (now !== choices) return [takenUp(ground, now)]
  const updated = foresee(ground, { choices, purpose: 'update' })
  const made = foresee(ground, { choices, purpose: 'init' })
  const outdated = new Set(updated.acts.filter(({ path }) => isKnown(path)).map(({ path }) => path))
  const missing = new Set(made.acts.map(({ path }) => path).filter((path) => !outdated.has(path)))
  const found = [
    ...obstacles(made.refused),
    ...lackingIn(made).map(({ path, why, fix }) => finding('installed-blocked', path, `${path}: ${why}`, fix)),
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
  const written = files.map(({ path }) => path).filter((path) => !isAbsolute(path))
  found.push(...(await ignoredFiles(ground.root, env, written)))
  if (found.length > 0) return found
  return [...notCalled(ground, choices), ...(isTried ? await tryOut(ground, choices, env) : [])].map(broken)
}

/** A hook manager that the record does not know runs what git asks. */
function takenUp({ root, look, adapters }: InstallContext, { guard }: Choices): Finding {
  const path = hookPath(root, join(look.hooksFolder ?? '', 'pre-commit'))
  const title = adapters.managers.find(({ name }) => name === guard)?.title
  const message = `${title} runs the hooks of git here now, and what guards the commits is not among them.`
  return finding('hook-missing', path, message, 'spell init')
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
