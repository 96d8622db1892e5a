import { inline } from '../answer/markdown'
import { isGoal } from '../engine/place'
import { attempt, exit, Failure } from '../failure/failure'
import { nearest } from '../flows/nearest'
import { entryOf, standard, unnamed } from '../flows/registry'
import { branchNameOf } from '../git/head'
import type { Environment } from '../settings/settings'
import { type Candidate, choose, type Undecided } from './choice'
import { namesOrUnnamed } from './in-use'
import { keptFor } from './kept-use'
import { type Work, workIn } from './work'

/** Which piece of work is meant. */
export interface Choice {
  /** The name of its workflow (default: that of the six spells). */
  readonly workflow?: string
  /** The name that was typed, if any. */
  readonly asked?: string | undefined
  readonly env: Environment
  /** Whether nothing will be changed: then the only one under way is taken, whatever the branch is called. */
  readonly isLook?: boolean
  /** Chooses one of several that could be meant; absent if no user can be asked. */
  readonly ask?: (names: readonly string[]) => Promise<string | undefined>
}

/** Opens the piece of work that is meant where names, or another workflow, are about; see `openWork`. */
export async function workMeant(root: string, choice: Choice): Promise<Work> {
  const { workflow = standard, env, isLook = false, ask } = choice
  const entry = entryOf(workflow)
  const asked = choice.asked ?? (env.SPELL_WORK || undefined)
  const { open } = await entry.load()
  const names = namesOrUnnamed(root, entry)
  if (names.length === 0)
    throw new Failure(exit.notPossible, 'no-work', `There is no ${entry.called} here yet.`, entry.begin)
  // The texts of the other workflows name their work anyway.
  const opened = (name: string) => workIn(root, open(name), names.length > 1 && workflow === standard)
  const [only = ''] = names
  // Reading what else could say it takes longer than a look.
  if (asked === undefined && names.length === 1 && only === unnamed) return opened(only)
  const works = names.map(opened)
  const candidates = works.map((work): Candidate => ({ name: work.name, isUnderWay: isUnderWay(work) }))
  const isFree = isLook || workflow !== standard
  const hints = { asked, kept: keptFor(root, workflow), branch: branchNameOf(root), isLook: isFree }
  const decided = choose(hints, candidates)
  const name = 'name' in decided ? decided.name : 'among' in decided ? await ask?.(decided.among) : undefined
  const found = works.find((work) => work.name === name)
  if (found) return found
  if ('name' in decided) throw new Error(`${decided.name} is no candidate`)
  throw refusal(decided, names, entry)
}

/** Whether it has begun and is not complete. Work that cannot be read counts: the next look says what is wrong. */
export function isUnderWay(work: Work): boolean {
  const { definition } = work.flow
  const saved = attempt(() => work.saved)
  return saved instanceof Failure || (saved.current !== definition.initial && !isGoal(definition, saved.current))
}

function refusal(
  undecided: Undecided,
  names: readonly string[],
  { called, look }: ReturnType<typeof entryOf>,
): Failure {
  if ('unknown' in undecided) {
    const near = nearest(undecided.unknown, names)
    const are = near.length === 1 ? 'there is' : 'the nearest are'
    const message = `There is no ${called} “${inline(undecided.unknown)}” here; ${are} ${near.join(', ')}.`
    return new Failure(exit.usage, 'unknown-work', message, look(near[0] ?? ''))
  }
  const { among, gone, branch } = undecided
  const details = { details: among }
  const use = `spell use ${among[0]}`
  if (gone !== undefined) {
    const message = `“${gone}” was in use here, and is gone. There is ${among.join(', ')}; say which one goes on.`
    return new Failure(exit.usage, 'which-work', message, use, details)
  }
  if (among.length === 1) {
    const message = `The branch “${inline(branch ?? '')}” is called like no ${called}. Is it for ${among[0]}? Then say so once.`
    return new Failure(exit.usage, 'which-work', message, use, details)
  }
  const message = `There are ${among.length} that could be meant; say which with \`--work NAME\`, or once with \`spell use NAME\`.`
  return new Failure(exit.usage, 'which-work', message, look(among[0] ?? ''), details)
}
