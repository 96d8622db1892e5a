import type { Environment } from '../disk/environment'
import type { Listing } from '../disk/listing'
import { foldersIn, readText } from '../disk/read'
import { isGoal } from '../engine/place'
import { branchNameOf } from '../git/head'
import { exit, Failure, ifPossible } from '../text/failure'
import { inline } from '../text/markdown-parts'
import type { Workflow } from '../workflow/flow'
import { slug } from '../workflow/slug'
import { namedFolder } from '../workflows/engineer/files'
import { definitionPath, workflowOfStored } from '../workflows/own/stored-name'
import { standard, unnamed, type WorkflowEntry } from '../workflows/registry'
import { archivedWorks } from './archives'
import { namesIn, namesOrUnnamed } from './in-use'
import { allNames, unknownName, workInUse } from './use-file'
import { type Work, workIn } from './work'
import { workflowIn } from './workflows-here'

export interface Choice {
  /** The name of its workflow (default: that of the six spells). */
  readonly workflow?: string
  /** The name that was typed, if any. */
  readonly asked?: string | undefined
  readonly env: Environment
  /** Of the root's folders, if they were listed. */
  readonly listing?: Listing
  /** Whether archived work may be meant, too, by its name. */
  readonly withArchives?: boolean
  /** Whether work of the repository's own workflows may be meant, too, by its name. */
  readonly withOwn?: boolean
  /** Whether nothing will be changed: then the only one under way is taken, whatever the branch is called. */
  readonly isLook?: boolean
  /** Chooses one of several that could be meant; absent if no user can be asked. */
  readonly ask?: (names: readonly string[]) => Promise<string | undefined>
}

/** Opens the piece of work that is meant where names, or another workflow, are about; see `openWork`. */
export async function chooseWork(root: string, choice: Choice): Promise<Work> {
  const { env, isLook = false, ask } = choice
  const asked = choice.asked ?? (env.SPELL_WORK || undefined)
  const { workflow = (choice.withOwn && ownWorkflowOf(root, asked)) || standard } = choice
  const entry = await workflowIn(root, workflow)
  const { open } = await entry.load()
  const names = namesOrUnnamed(root, entry)
  if (choice.withArchives && asked !== undefined && !names.includes(asked)) {
    const found = (await archivedWorks(root)).find((work) => work.name === asked)
    if (found) return found
  }
  const goesBy = asked !== undefined && named(asked, names) === undefined && (await elsewhere(root, entry, asked))
  if (goesBy) throw goesBy
  if (names.length === 0)
    throw new Failure(exit.notPossible, 'no-work', `No ${entry.called} is under way here.`, entry.begin)
  const [only = ''] = names
  // Reading what else could say it takes longer than a look.
  if (asked === undefined && names.length === 1 && only === unnamed) return workIn(root, open(only))
  const candidates = candidatesIn(root, names, open)
  const isFree = workflow !== standard
  const hints = { kept: workInUse(root, workflow), branch: branchNameOf(root), isLook: isLook || isFree }
  const decided = choose({ ...hints, asked }, candidates)
  const name = 'name' in decided ? decided.name : 'among' in decided ? await ask?.(decided.among) : undefined
  if (name === undefined || !names.includes(name)) {
    const begun = names.filter((each) => hasBegun(workIn(root, open(each))))
    throw refusal(decided as Undecided, begun, entry)
  }
  const unasked = choose({ ...hints, isLook: isFree }, candidates)
  const isMeant = 'name' in unasked && unasked.name === name
  return workIn(root, open(name), names.length > 1 && !(isMeant && isOnlyOne(name, candidates)))
}

const candidatesIn = (root: string, names: readonly string[], open: (name: string) => Workflow): readonly Candidate[] =>
  names.map((name) => workIn(root, open(name))).map((work) => ({ name: work.name, isUnderWay: isUnderWay(work) }))

/** Whether no other piece of work is under way, so that nobody mistakes it. */
const isOnlyOne = (name: string, candidates: readonly Candidate[]): boolean =>
  candidates.every((each) => each.name === name || !each.isUnderWay)

/** @returns a piece of work that begins, and is the one in use from then on */
export async function newWork(root: string, entry: WorkflowEntry, flow: Workflow): Promise<Work> {
  const { open } = await entry.load()
  const { name } = workIn(root, flow)
  return workIn(root, flow, !isOnlyOne(name, candidatesIn(root, namesIn(root, entry), open)))
}

/** @returns the workflow of the repository that a piece of work goes by, if it does */
export const ownWorkflowOf = (root: string, name: string | undefined): string | undefined =>
  name !== undefined && foldersIn(root, namedFolder).includes(name)
    ? workflowOfStored(readText(root, definitionPath(`${namedFolder}/${name}`)))
    : undefined

const stateOf = (work: Work): string | undefined => ifPossible(() => work.saved)?.current

/** Only that of the six spells can be there before it has begun. Work that cannot be read counts: the next look says what is wrong. */
const hasBegun = (work: Work): boolean =>
  work.flow.definition.name !== standard || stateOf(work) !== work.flow.definition.initial

/** Whether it has begun and is not complete. */
export function isUnderWay(work: Work): boolean {
  const current = stateOf(work)
  return hasBegun(work) && (current === undefined || !isGoal(work.flow.definition, current))
}

/** @returns the failure that a piece of work goes by another workflow; undefined if none does */
async function elsewhere(root: string, { name: workflow }: WorkflowEntry, asked: string): Promise<Failure | undefined> {
  const all = await allNames(root)
  const names = all.map((known) => known.name)
  const name = named(asked, names)
  const found = all.find((known) => known.name === name)
  if (!found) return undefined
  const message = `“${found.name}” goes by ${found.entry.name}; this command is for work of ${workflow}.`
  return new Failure(exit.usage, 'unknown-work', message, found.entry.look(found.name))
}

function refusal(undecided: Undecided, names: readonly string[], { called, look }: WorkflowEntry): Failure {
  if ('unknown' in undecided) return unknownName(called, undecided.unknown, names, look)
  const { among, gone, branch } = undecided
  const [first = ''] = among
  const which = (message: string, fix = `spell work use ${first}`) =>
    new Failure(exit.usage, 'which-work', message, fix, { details: among })
  if (gone !== undefined)
    return which(`“${gone}” was in use here, and is gone. There is ${among.join(', ')}; say which one goes on.`)
  if (among.length === 1)
    return which(
      `The branch “${inline(branch ?? '')}” is called like no ${called}. Is it for ${first}? Then say so once.`,
    )
  const ways = 'say which with `spell work use NAME`, or once with `--work NAME`'
  return which(`There are ${among.length} that could be meant; ${ways}.`, look(first, true))
}

interface Candidate {
  readonly name: string
  readonly isUnderWay: boolean
}

/** What says which piece of work is meant, from the strongest to the weakest. */
interface Hints {
  /** `--work`, or the variable SPELL_WORK, as typed. */
  readonly asked?: string | undefined
  readonly kept?: string | undefined
  /** The branch; absent if HEAD is detached. */
  readonly branch?: string | undefined
  /** Whether nothing will be changed, so that the only one under way may be taken on any branch. */
  readonly isLook?: boolean
}

/** A name that none has; or those among which nothing decides, as what was in use is gone, or a branch carries another name. */
type Undecided =
  | { readonly unknown: string }
  | { readonly among: readonly string[]; readonly gone?: string; readonly branch?: string }

type Decided = { readonly name: string } | Undecided

/** Decides which piece of work is meant, among at least one of a workflow, in the order in which they are listed. */
export function choose({ asked, kept, branch, isLook }: Hints, candidates: readonly Candidate[]): Decided {
  const names = candidates.map(({ name }) => name)
  if (asked !== undefined) {
    const name = named(asked, names)
    return name === undefined ? { unknown: asked } : { name }
  }
  const underWay = candidates.filter(({ isUnderWay }) => isUnderWay).map(({ name }) => name)
  const among = underWay.length > 0 ? underWay : names
  if (kept !== undefined && !names.includes(kept)) return { among, gone: kept }
  const said = [kept, ...namesBy(branch)].find((name) => name !== undefined && names.includes(name))
  if (said !== undefined) return { name: said }
  const [only, ...others] = among
  if (only === undefined || others.length > 0) return { among }
  // Work that was merged from another branch is not what this one is for.
  const isElsewhere = !isLook && branch !== undefined && names.some((name) => name !== unnamed)
  return isElsewhere ? { among, branch } : { name: only }
}

/** @returns the name that was typed, as it is or as the title that it was made of */
const named = (asked: string, names: readonly string[]): string | undefined =>
  names.find((name) => name === asked.trim()) ??
  names.find((name) => !/[/\\]/.test(asked) && (name === asked.trim().toLowerCase() || name === slug(asked)))

/** The names of work that a branch could be for: `feat/csv-export` is for `csv-export`. */
const namesBy = (branch = ''): string[] => [slug(branch.slice(branch.lastIndexOf('/') + 1)), slug(branch)]
