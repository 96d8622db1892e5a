import { inline } from '../answer/markdown'
import { isGoal } from '../engine/place'
import { attempt, exit, Failure } from '../failure/failure'
import type { Workflow } from '../flows/flow'
import { nearest } from '../flows/nearest'
import { entryOf } from '../flows/registry'
import { branchNameOf } from '../git/head'
import type { Environment } from '../settings/settings'
import { type Candidate, type Choice, choose } from './choice'
import { namesOrUnnamed } from './in-use'
import { keptFor } from './kept-use'
import { loadState } from './state/state'

/** A piece of work among those of its workflow. */
export interface Meant {
  readonly workflow: Workflow
  /** How many there are. */
  readonly count: number
}

/**
 * Finds the piece of work of a workflow that is meant.
 *
 * @param root absolute
 * @param asked the name that was typed, if any
 * @param ask chooses one of several that could be meant; absent if no user can be asked
 * @throws Failure (notPossible) `no-work` if there is none, (usage) `unknown-work`, or `which-work` with the names
 */
export async function meantOf(
  root: string,
  env: Environment,
  workflow: string,
  asked: string | undefined,
  ask?: (names: readonly string[]) => Promise<string | undefined>,
): Promise<Meant> {
  const entry = entryOf(workflow)
  const { open } = await entry.load()
  const names = namesOrUnnamed(root, entry)
  if (names.length === 0)
    throw new Failure(exit.notPossible, 'no-work', `There is no ${entry.called} here yet.`, entry.begin)
  const named = asked ?? (env.SPELL_WORK || undefined)
  const [only = '', ...others] = names
  // Reading what else could say it takes longer than a look.
  if (named === undefined && others.length === 0) return { workflow: open(only), count: 1 }
  const hints = {
    asked: named,
    kept: keptFor(root, workflow),
    branch: branchNameOf(root),
  }
  const candidates = names.map((name): Candidate => ({ name, isUnderWay: isUnderWay(root, open(name)) }))
  const choice = choose(hints, candidates)
  if ('name' in choice) return { workflow: open(choice.name), count: names.length }
  const answer = 'among' in choice ? await ask?.(choice.among) : undefined
  if (answer !== undefined) return { workflow: open(answer), count: names.length }
  throw refusal(choice, names, entry)
}

/** Work that cannot be read counts: the next look says what is wrong. */
function isUnderWay(root: string, workflow: Workflow): boolean {
  const { definition } = workflow
  const saved = attempt(() => loadState(root, workflow))
  return saved instanceof Failure || (saved.current !== definition.initial && !isGoal(definition, saved.current))
}

function refusal(
  choice: Exclude<Choice, { name: string }>,
  names: readonly string[],
  { called, look }: ReturnType<typeof entryOf>,
): Failure {
  if ('unknown' in choice) {
    const near = nearest(choice.unknown, names)
    const are = near.length === 1 ? 'there is' : 'the nearest are'
    const message = `There is no ${called} “${inline(choice.unknown)}” here; ${are} ${near.join(', ')}.`
    return new Failure(exit.usage, 'unknown-work', message, look(near[0] ?? ''))
  }
  const { among } = choice
  const message = `There are ${among.length} that could be meant; say which with \`--work NAME\`, or once with \`spell use NAME\`.`
  return new Failure(exit.usage, 'which-work', message, look(among[0] ?? ''), { details: among })
}
