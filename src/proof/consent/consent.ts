import { type Allowed, changeAllowed, readAllowed } from '../../disk/allowed'
import { digestOf } from '../../disk/digest'
import type { Environment } from '../../disk/environment'
import { randomDigits } from '../../disk/random-digits'
import { identified, idIn, keptPath } from '../../disk/user-data'
import { cloneOf } from '../../git/clone'
import { type GitHere, gitHere } from '../../git/head'
import { idOf } from '../../work/history/work-id'
import type { Work } from '../../work/work'
import { consentKey, type PlannedCommand } from '../../workflow/criteria/planned-command'
import type { BoundCommand, Reach } from './bound-command'
import type { CurrentCommand } from './current-commands'
import { type Recipes, recipesOf } from './recipes'

/** What the developer has allowed here. */
export interface Consents {
  /** Where it is kept; absolute, as are the folder that worktrees of this clone share, and the top of this one. */
  readonly path: () => string
  readonly clone: string
  readonly top: string
  readonly work: string | undefined
  /** Those that were asked about, in their order. */
  readonly commands: readonly BoundCommand[]
  /** Everything that is allowed in this clone, the oldest first. */
  readonly allowed: readonly Allowed[]
}

/**
 * Finds out which commands the developer has allowed, as they and their recipes are now.
 *
 * @param known what is allowed, if that was read before
 * @throws Failure `consent-unsafe` (unreadable) or `state-folder` (system) if what is kept cannot be believed
 */
export function consentsOf(
  piece: Work,
  commands: readonly CurrentCommand[],
  env: Environment,
  known: AllowedHere = allowedHere(piece.root, env),
): Consents {
  const { root } = piece
  const work = idOf(piece)
  const { allowed } = known
  const bound = commands.map((each) => {
    const recipes = recipesOf(root, each.command)
    const digest = digestWith(each.command, recipes)
    return { ...each, recipes, digest, work, ...consentTo(allowed, each.command, digest, work) }
  })
  return { ...known, work, commands: bound }
}

/** Everything that is allowed in a clone, and where that is kept. */
export type AllowedHere = Pick<Consents, 'path' | 'clone' | 'top' | 'allowed'>

/**
 * @param git what is known of it, if that was looked for before
 * @returns everything that is allowed in a clone. Throws Failure as `consentsOf` does
 */
export function allowedHere(root: string, env: Environment, git: GitHere | undefined = gitHere(root)): AllowedHere {
  const { folder: clone, top } = cloneOf(root, git)
  const id = idIn(clone)
  const path = () => keptPath('allowed', clone, top, env, id)
  // The first consent gives a clone its id.
  const isNew = clone !== top && id === undefined
  return { path, clone, top, allowed: isNew ? [] : readAllowed(path()) }
}

const digestWith = (command: PlannedCommand, { found }: Recipes): string =>
  digestOf(JSON.stringify([consentKey(command), ...found.map(({ from, text }) => [from, text])]))

function consentTo(
  allowed: readonly Allowed[],
  command: PlannedCommand,
  digest: string,
  work: string | undefined,
): Pick<BoundCommand, 'allowed' | 'before'> {
  const answers = allowed.filter((each) => each.digest === digest)
  if (answers.some((each) => each.isRefused && each.work === work)) return { allowed: undefined, before: 'refused' }
  const works = answers.filter(({ isRefused }) => !isRefused).map((each) => each.work)
  if (works.includes(undefined)) return { allowed: 'always' }
  if (works.includes(work)) return { allowed: 'work' }
  if (works.length > 0) return { allowed: undefined, before: 'other work' }
  const isKnown = allowed.some((each) => !each.isRefused && each.command === consentKey(command))
  return { allowed: undefined, ...(isKnown && { before: 'changed' }) }
}

/** @returns why a command must not be started any more, as a clause; undefined if it may */
export function lapsed(root: string, { command, digest, allowed }: BoundCommand): string | undefined {
  if (allowed !== undefined && digestWith(command, recipesOf(root, command)) === digest) return undefined
  return 'what it runs has changed, so it has to be allowed again'
}

/** @returns where the answer is kept. Throws Failure as `identified` and `changeAllowed` */
export async function keepConsent(
  { path: before, clone, top }: Consents,
  commands: readonly BoundCommand[],
  reach: Reach | 'no',
  now: Date,
): Promise<string> {
  const path = identified(before(), clone, top, randomDigits(32))
  const added = commands.map(({ command, digest, work }) => ({
    digest,
    said: command.text,
    ...(reach !== 'always' && work !== undefined && { work }),
    time: now.toISOString(),
    command: consentKey(command),
    ...(reach === 'no' && { isRefused: true as const }),
  }))
  const isReplaced = (old: Allowed) =>
    added.some(({ digest, work: only }) => digest === old.digest && (only === undefined || only === old.work))
  await changeAllowed(path, clone, now, (allowed) => [...allowed.filter((old) => !isReplaced(old)), ...added])
  return path
}
