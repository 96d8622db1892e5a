import { cloneFolderOf, topOf } from '../git/clone'
import { type Allowed, changeAllowed, consentPath, isAllowedIn, readAllowed } from '../settings/allowed'
import type { Environment } from '../settings/settings'
import { idOf } from '../work/history/work-id'
import type { Work } from '../work/work'
import type { CommandAtHand } from './commands-at-hand'
import { type Before, beforeOf } from './consent-before'
import { type Binding, bindingOf } from './consent-binding'

/** How far consent goes: for this piece of work, or always in this clone. */
export type Reach = 'work' | 'always'

/** A command with what its consent is bound to. */
export interface BoundCommand extends CommandAtHand {
  readonly binding: Binding
  /** Undefined if it is not allowed. */
  readonly allowed: Reach | undefined
  /** A consent to it that does not hold now; absent if there is none. */
  readonly before?: Before
  /** The id of its piece of work; undefined before the first step. */
  readonly work: string | undefined
}

/** What the developer has allowed here. */
export interface Consents {
  /** Where it is kept; absolute, as is the folder that tells this clone from others. */
  readonly path: string
  readonly clone: string
  /** The id of the piece of work; undefined before its first step. */
  readonly work: string | undefined
  /** Those that were asked about, in their order. */
  readonly commands: readonly BoundCommand[]
  /** Everything that is allowed in this clone, the oldest first. */
  readonly allowed: readonly Allowed[]
}

/**
 * Finds out which commands the developer has allowed, as they and what they are bound to are now.
 *
 * @param known what is allowed, if that was read before
 * @throws Failure `consent-unsafe` (unreadable) or `state-folder` (system) if what is kept cannot be believed
 */
export function consentsOf(
  piece: Work,
  commands: readonly CommandAtHand[],
  env: Environment,
  known = allowedHere(piece.root, env),
): Consents {
  const { root } = piece
  const work = idOf(piece)
  const { allowed } = known
  const bound = commands.map((each) => {
    const binding = bindingOf(root, each.command)
    const reach = reachOf(allowed, binding, work)
    const before = reach ? undefined : beforeOf(allowed, binding)
    return { ...each, binding, allowed: reach, work, ...(before && { before }) }
  })
  return { ...known, work, commands: bound }
}

function allowedHere(root: string, env: Environment): Pick<Consents, 'path' | 'clone' | 'allowed'> {
  const clone = cloneFolderOf(root)
  const path = consentPath(clone, topOf(root) ?? root, env)
  return { path, clone, allowed: readAllowed(path) }
}

function reachOf(allowed: readonly Allowed[], { digest, fault }: Binding, work: string | undefined): Reach | undefined {
  if (fault || !isAllowedIn(allowed, digest, work)) return undefined
  return isAllowedIn(allowed, digest, undefined) ? 'always' : 'work'
}

/** @returns the commands that may not run yet and could be allowed, each once */
export function waitingIn({ commands }: Pick<Consents, 'commands'>): BoundCommand[] {
  return once(commands.filter(({ allowed, binding }) => !allowed && !binding.fault))
}

/** @returns of the same commands of a piece of work the first one */
export const once = (commands: readonly BoundCommand[]): BoundCommand[] =>
  commands.filter(
    ({ binding: { digest }, work }, index) =>
      commands.findIndex((each) => each.binding.digest === digest && each.work === work) === index,
  )

/** @throws Failure as `changeAllowed` */
export async function keepConsent(
  { path, clone }: Consents,
  commands: readonly BoundCommand[],
  reach: Reach,
  now: Date,
): Promise<void> {
  const added = commands.map(({ command, binding, work }) => ({
    digest: binding.digest,
    said: command.text,
    ...(reach === 'work' && work !== undefined && { work }),
    time: now.toISOString(),
    terms: binding.terms,
  }))
  const isReplaced = (old: Allowed) =>
    added.some(({ digest, work: only }) => digest === old.digest && (only === undefined || only === old.work))
  await changeAllowed(path, clone, now, (allowed) => [...allowed.filter((old) => !isReplaced(old)), ...added])
}
