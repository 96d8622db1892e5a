import { inline } from '../answer/markdown'
import { exit, Failure } from '../failure/failure'
import { type WorkflowEntry, workflows } from '../flows/registry'
import { nearest } from '../workflow/nearest'
import { namesIn } from './in-use'
import { workflowsIn } from './workflows-here'

/** A piece of work by its name, which is unique over all workflows. */
export interface NamedWork {
  readonly name: string
  readonly entry: WorkflowEntry
}

/** @returns all work of a root. Throws Failure if a folder cannot be read */
export const allNames = async (root: string): Promise<NamedWork[]> =>
  (await workflowsIn(root)).flatMap((entry) => namesIn(root, entry).map((name) => ({ name, entry })))

/**
 * @param called what has no such name: `plan`
 * @param fix the command for the nearest name
 * @returns the failure (usage) that there is none of a name, with the nearest of those that there are
 */
export function unknownName(
  called: string,
  asked: string,
  names: readonly string[],
  fix: (nearest: string) => string,
  code = 'unknown-work',
): Failure {
  const near = nearest(asked, names)
  const are = near.length === 1 ? '; there is ' : near.length > 1 ? '; the nearest are ' : ''
  const message = `There is no ${called} “${inline(asked)}” here${are}${near.join(', ')}.`
  return new Failure(exit.usage, code, message, fix(near[0] ?? ''))
}

/** The pieces of work that need no name are called like their folders. */
const reserved = workflows.flatMap(({ folder }) => folder?.slice(folder.lastIndexOf('/') + 1) ?? [])

/**
 * Refuses a name that another piece of work has, or one of another workflow. Throws Failure (usage) `name-taken`.
 *
 * @param again the command that gives another name
 */
export async function refuseTaken(
  root: string,
  workflow: string,
  name: string,
  again = (other: string) => `spell new ${other}`,
): Promise<void> {
  const other = (await allNames(root)).find((known) => known.name === name)
  const isOther = other !== undefined && other.entry.name !== workflow
  if (!isOther && !reserved.includes(name)) return
  const what =
    other && isOther ? `a ${other.entry.called} of ${other.entry.name}` : 'the piece of work that needs no name'
  const fix = other && isOther ? other.entry.look(name) : again(`${name}-2`)
  throw new Failure(exit.usage, 'name-taken', `“${name}” is ${what} here already; each name is taken once.`, fix)
}
