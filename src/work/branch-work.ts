import { getOrInsert } from '../engine/records'
import { type Objects, type TreeEntry, treeIn } from '../git/git'
import { attemptAsync, exit, Failure, ifPossible } from '../text/failure'
import type { Proof } from '../workflow/criteria/status'
import type { Workflow } from '../workflow/flow'
import { definitionPath } from '../workflows/own/stored-name'
import { workflows } from '../workflows/registry'
import { parseLine } from './history/history-line'
import { workIdOf } from './history/work-id'
import type { FoundPiece } from './overview'
import { asksProofs, type PlanRead, pieceOf, readPlan, type Standpoint, standpointOf, type TextsOf } from './piece'
import { proofsIn } from './proof-log'
import { presentState } from './state/state'

/** The longest file that is read from a branch, in bytes. */
const mostBytes = 4 * 1024 * 1024

/** A folder with work, in `.ai/` of a branch. */
interface Home {
  readonly workflow: string
  readonly folder: string
  readonly many: boolean
  readonly open: (name: string) => Promise<Workflow>
}

const homes: readonly Home[] = workflows.flatMap(({ name: workflow, folder, named, load }) => {
  const open = async (name: string) => (await load()).open(name)
  return [
    ...(folder === undefined ? [] : [{ workflow, folder, many: false, open }]),
    ...(named === undefined ? [] : [{ workflow, folder: named, many: true, open }]),
  ]
})

/** The failure for what a branch has, but cannot be read. */
export const unreadableThere = (message: string): Failure =>
  new Failure(exit.unreadable, 'branch-unreadable', message, 'git fsck --connectivity-only')

function asA(kind: TreeEntry['kind'], path: string, entry: TreeEntry): TreeEntry {
  if (entry.kind === kind) return entry
  throw unreadableThere(`${path} is a ${entry.kind}.`)
}

/**
 * Reads the work in `.ai/` of commits, each object once: branches share most of theirs. What was made of an object is
 * kept, not the object.
 *
 * @returns finds the pieces of work in the tree of an `.ai/`, by its id; rejects with a Failure if this clone lacks it
 */
export function workReader(objects: Objects, textsOf: TextsOf): (tree: string) => Promise<readonly FoundPiece[]> {
  const trees = new Map<string, Promise<ReadonlyMap<string, TreeEntry>>>()
  const works = new Map<string, Promise<readonly FoundPiece[]>>()
  const pieces = new Map<string, Promise<FoundPiece | undefined>>()
  const states = new Map<string, Promise<Standpoint | undefined>>()
  const ends = new Map<string, Promise<{ readonly work?: string | undefined; readonly isOurs: boolean }>>()
  const plans = new Map<string, Promise<PlanRead>>()
  const proofs = new Map<string, Promise<readonly Proof[]>>()
  const opened = new Map<string, Promise<Workflow>>()

  async function bytesOf(path: string, { id }: TreeEntry): Promise<Buffer> {
    const bytes = await objects.read(id, mostBytes)
    if (bytes === 'too large') throw unreadableThere(`${path} is too large to be read from a branch.`)
    if (!bytes) throw unreadableThere(`${path} is not in this clone.`)
    return bytes
  }
  const textOf = async (path: string, entry: TreeEntry) =>
    (await bytesOf(path, entry)).toString().replace(/^\uFEFF/, '')

  const treeOf = async (path: string, entry: TreeEntry) =>
    getOrInsert(trees, asA('folder', path, entry).id, async () =>
      treeIn(await bytesOf(path, entry), entry.id.length / 2),
    )

  async function pieceIn({ folder: home, open, many }: Home, folder: string, name: string, entry: TreeEntry) {
    const files = await treeOf(folder, entry)
    const fileOf = (file: string) => {
      const found = files.get(file)
      return found && asA('file', `${folder}/${file}`, found)
    }
    const [state, history] = [fileOf('state.json'), fileOf('history.jsonl')]
    if (!state && !history) return undefined
    if (!state) throw unreadableThere(`${folder}/state.json has been removed, but its history is still there.`)
    // Of its pieces any will do: what a state says does not depend on its name, only a mistake does.
    const definition = many ? fileOf('workflow.json') : undefined
    const openHere = async () => {
      if (!definition) return open(name)
      const text = await textOf(definitionPath(folder), definition)
      return (await import('./own/own-entry')).openStored(name, text)
    }
    const workflow = await getOrInsert(opened, definition ? `${name} ${definition.id}` : home, openHere)
    const known = await getOrInsert(states, `${folder} ${state.id}`, async () => {
      const text = await textOf(`${folder}/state.json`, state)
      const read = ifPossible(() => presentState(text, workflow)) ?? presentState(text, await openHere())
      return standpointOf(workflow, read)
    })
    if (!known) return undefined
    const end = history && (await getOrInsert(ends, history.id, () => endOf(`${folder}/history.jsonl`, history)))
    if (end?.isOurs === false) throw unreadableThere(`${folder}/history.jsonl does not end with a line of ours.`)
    const id = known.id ?? end?.work
    const { plan: planned } = workflow
    const planEntry = planned && fileOf(planned.file.slice(planned.file.lastIndexOf('/') + 1))
    const plan =
      planEntry &&
      (await getOrInsert(plans, planEntry.id, async () =>
        readPlan(workflow, await textOf(`${folder}/plan.md`, planEntry)),
      ))
    const log = asksProofs(plan) ? fileOf('proofs.jsonl') : undefined
    const shown = log
      ? await getOrInsert(
          proofs,
          `${id} ${log.id}`,
          async () => proofsIn(await textOf(`${folder}/proofs.jsonl`, log), id).proofs,
        )
      : []
    return {
      piece: pieceOf(workflow, name, { ...known, ...(id && { id }) }, plan, shown, textsOf),
      tip: known.tip,
    }
  }

  /** A longer history is not read: then the state has to say everything. */
  async function endOf(path: string, { id }: TreeEntry) {
    const bytes = await objects.read(id, mostBytes)
    if (bytes === 'too large') return { isOurs: true }
    if (!bytes) throw unreadableThere(`${path} is not in this clone.`)
    const first = ifPossible(() => parseLine(bytes.toString('utf8', 0, Math.max(bytes.indexOf(lineEnding), 0))))
    return { work: first && workIdOf(first), isOurs: isOurs(bytes) }
  }

  /** What is wrong with a piece of work takes its place in the list. */
  async function orProblem(
    { workflow }: Home,
    name: string,
    read: () => Promise<FoundPiece | undefined>,
  ): Promise<FoundPiece[]> {
    const found = await attemptAsync(read)
    if (found instanceof Failure) return [{ piece: { name, workflow, where: found.message }, tip: '' }]
    return found ? [found] : []
  }

  async function worksIn(home: Home, ai: TreeEntry): Promise<FoundPiece[]> {
    const { folder, many } = home
    let path = '.ai'
    let entry: TreeEntry | undefined = ai
    const only = folder.slice(folder.lastIndexOf('/') + 1)
    const whole = await orProblem(home, only, async () => {
      for (const part of folder.split('/').slice(1)) {
        const files: ReadonlyMap<string, TreeEntry> | undefined = entry && (await treeOf(path, entry))
        path = `${path}/${part}`
        entry = files?.get(part)
      }
      if (entry && many) await treeOf(path, entry)
      return undefined
    })
    if (whole.length > 0 || !entry) return whole
    const names: Iterable<readonly [string, TreeEntry]> = many ? await treeOf(path, entry) : [[only, entry]]
    const found = [...names]
      .filter(([, { kind }]) => kind !== 'file' || !many)
      .map(([name, each]) => {
        const at = many ? `${path}/${name}` : path
        return orProblem(home, name, () =>
          getOrInsert(pieces, `${at} ${each.kind} ${each.id}`, () => pieceIn(home, at, name, each)),
        )
      })
    return (await Promise.all(found)).flat()
  }

  return (id) =>
    getOrInsert(works, id, async () => {
      const ai: TreeEntry = { id, kind: 'folder' }
      await treeOf('.ai', ai)
      return (await Promise.all(homes.map((home) => worksIn(home, ai)))).flat()
    })
}

/** Whether a history ends with a line of ours, whatever incomplete one follows it. */
function isOurs(history: Buffer): boolean {
  const whole = history.subarray(0, history.lastIndexOf(lineEnding) + 1)
  return whole.length === 0 || /"digest":"[0-9a-f]{64}"\}\r?\n$/.test(whole.subarray(-lineTail).latin1Slice())
}

const lineEnding = 10
/** Enough for the digest, the last key of a line, in bytes. */
const lineTail = 128
