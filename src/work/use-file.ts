import { local } from '../disk/local'
import { makeLocal } from '../disk/make-local'
import { readText } from '../disk/read'
import { writeDerived } from '../disk/replace-file'
import { branchNameOf } from '../git/head'
import { exit, Failure } from '../text/failure'
import { fromJson, isRecord } from '../text/json'
import { inline } from '../text/markdown-parts'
import { nearest } from '../workflow/nearest'
import { type WorkflowEntry, workflows } from '../workflows/registry'
import { namesIn } from './in-use'
import { workflowsIn } from './workflows-here'

/** What `spell work use` has kept, in this worktree alone: by branch, the name of the piece of work of each workflow. */
const path = `${local}/use.json`
type Uses = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** @returns the piece of work that is in use on the branch at hand; undefined if that was not said */
export function workInUse(root: string, workflow: string): string | undefined {
  const name = read(root)[branchHere(root)]?.[workflow]
  return typeof name === 'string' ? name : undefined
}

/** Who writes, and how long it waits for another process, in seconds. */
interface Writer {
  readonly root: string
  readonly now: Date
  readonly wait: number
}

/** Keeps which piece of work of a workflow is in use, for this worktree and its branch. Throws Failure (busy). */
export async function keepUse({ root, now, wait }: Writer, workflow: string, name: string): Promise<void> {
  // A look reads what is kept, and writes nothing.
  const { withLock } = await import('./writing')
  await withLock(root, 'use', { now, wait }, async () => {
    const uses = read(root)
    const branch = branchHere(root)
    write(root, { ...uses, [branch]: { ...uses[branch], [workflow]: name } })
  })
}

/** Forgets archived work on every branch of this worktree, or says what it is called now. Needs the lock. */
export function changeUse(root: string, workflow: string, name: string, renamed?: string): void {
  const uses = read(root)
  if (!Object.values(uses).some((names) => names[workflow] === name)) return
  const changed = ([branch, names]: [string, Uses[string]]) => {
    const { [workflow]: used, ...others } = names ?? {}
    return [branch, used !== name ? names : renamed === undefined ? others : { ...others, [workflow]: renamed }]
  }
  write(root, Object.fromEntries(Object.entries(uses).map(changed)))
}

function write(root: string, branches: Uses): void {
  makeLocal(root)
  writeDerived(root, path, `${JSON.stringify({ version: 1, branches })}\n`)
}

function read(root: string): Uses {
  const kept = fromJson(readText(root, path) ?? '')
  const branches = isRecord(kept) && isRecord(kept.branches) ? kept.branches : {}
  return Object.fromEntries(
    Object.entries(branches).flatMap(([branch, names]) => (isRecord(names) ? [[branch, names]] : [])),
  )
}

/** With a detached HEAD, the empty name. */
const branchHere = (root: string): string => branchNameOf(root) ?? ''

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
 * @param fix the command for the nearest name; without any, work of that name may be on another branch
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
  return new Failure(exit.usage, code, message, near[0] === undefined ? 'spell work --all' : fix(near[0]))
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
