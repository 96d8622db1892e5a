import type { Edge } from '../../../cli/edge'
import { asideCommand } from '../../../disk/aside-command'
import { freePath } from '../../../disk/free-path'
import { refuseLinks } from '../../../disk/links'
import { asidePath, settlingPath } from '../../../disk/local'
import { type Placement, place, placed, prepare } from '../../../disk/put-in-place'
import { filesUnder, isFile, isFolder, isThere, readBytes, readText } from '../../../disk/read'
import { writeDerived } from '../../../disk/replace-file'
import { bytesOf, type Git } from '../../../git/git'
import { askGit, idsHere, keepText, type StagedFile, stage, untrackedFiles } from '../../../git/piece-files'
import { exit, Failure } from '../../../text/failure'
import type { LineSource } from '../../../work/state/commit'
import { stampOf, withLock } from '../../../work/writing'
import { homeOf } from '../../pieces'
import { decide, keepChoice, otherThan, type RebaseChoice, type Side, taken, toNameAfter } from './choice'
import { type PieceThere, readWork, withMergeLine } from './pieces'
import { foldersHere, type OpenMerge } from './see-merge'
import { tellTaken } from './words'

/** What is left to do after the files are in place. */
interface Afterwards {
  readonly said: readonly string[]
  /** Entries of the index; those without a file leave it. */
  readonly staged: readonly (readonly [path: string, file?: StagedFile])[]
  readonly choice?: RebaseChoice
}

/** What the pieces of work are to be. */
interface Result {
  readonly files: ReadonlyMap<string, StagedFile & { readonly bytes: Buffer }>
  /** What becomes of each that needed a word, a sentence each. */
  readonly said: readonly string[]
  readonly choice?: RebaseChoice
}

/**
 * Puts each piece of work of an open merge in place as one side has it, names the other side in its history, and stages it.
 *
 * @param chosen the side for those that need a word
 * @returns what was done, a sentence each
 * @throws Failure (notPossible) `side-damaged` if only the chosen side is damaged, `not-committed` with the files that
 *   neither side nor git's merge has; if a write fails, git cannot be asked, or another process holds the lock for too long
 */
export const settleMerge = (
  open: OpenMerge,
  chosen: Side,
  ctx: Edge & LineSource,
  git: Git,
): Promise<readonly string[]> =>
  settling(ctx, git, async () => {
    const { root, now } = ctx
    const { files, said, choice } = await resultOf(open, chosen, ctx, git)
    const { edited, ...changes } = await changesTo(files, open, git)
    const aside = freePath(root, `${asidePath}/merge-${stampOf(now)}`)
    for (const path of edited)
      writeDerived(root, `${aside}/${path.slice('.ai/'.length)}`, readBytes(root, path) ?? Buffer.alloc(0))
    const left = [...open.index.files.keys()].filter((path) => open.folders.has(homeOf(path) ?? '') && !files.has(path))
    const staged = [
      ...left.map((path) => [path] as const),
      ...[...files].map(([path, { mode, id }]) => [path, { mode, id }] as const),
    ]
    const kept = edited.length > 0 ? [`What git had left of ${open.merge.act} is in ${aside}.`] : []
    prepare<Afterwards>(root, { ...changes, note: { said: [...said, ...kept], staged, ...(choice && { choice }) } })
    return await carryOut(git)
  })

/** Finishes a settling that was stopped half-way, as `settleMerge` does; returns nothing if there was none. */
export const finishSettling = async (ctx: Edge & LineSource, git: Git): Promise<readonly string[]> =>
  // Without one no lock is taken: the lock of a dead process is for the repairs to tell of.
  isFile(ctx.root, settlingPath) ? settling(ctx, git, () => carryOut(git)) : []

/**
 * When a rebase is over, names the side that it has not taken in the histories of the pieces of work. Otherwise as
 * `finishSettling`.
 */
export const nameAfterRebase = (choice: RebaseChoice, ctx: Edge & LineSource, git: Git): Promise<readonly string[]> =>
  settling(ctx, git, async () => {
    const { root } = ctx
    const { notes, tip } = choice
    const here = await foldersHere(root)
    const puts: { path: string; bytes: Buffer }[] = []
    for (const [id, note] of notes) {
      const folder = here.get(id)
      if (folder === undefined) continue
      const textOf = (name: string) => readText(root, `${folder}/${name}`) ?? ''
      const texts = {
        folder,
        history: textOf('history.jsonl'),
        state: textOf('state.json'),
        kept: textOf('workflow.json'),
      }
      const work = await readWork(texts)
      if (!work?.isWhole || work.lines.some((line) => line.tip === tip)) continue
      for (const [path, bytes] of await withMergeLine(work, texts, { note, tip }, ctx)) puts.push({ path, bytes })
    }
    const note = { said: notes.map(([, said]) => said), staged: [], choice: { ...choice, isLast: true } }
    prepare<Afterwards>(root, { puts, removes: [], note })
    return await carryOut(git)
  })

const settling = <T>({ root, now, wait }: Edge, git: Git, act: () => Promise<T>): Promise<T> =>
  withLock(root, 'doctor', { now, wait }, () => askGit(git, act))

/** The index comes last: as long as git asks, nothing goes on. */
async function carryOut(git: Git): Promise<readonly string[]> {
  const { root } = git
  const { said, staged, choice } = place<Afterwards>(root)
  if (choice) keepChoice(root, choice)
  await stage(git, staged)
  placed(root)
  return said
}

/**
 * @returns the pieces of work as the sides have them; the histories of those that needed a word name the other side, in a
 *   rebase only after its last commit
 */
async function resultOf(open: OpenMerge, chosen: Side, ctx: Edge & LineSource, git: Git): Promise<Result> {
  const { merge, trees } = open
  const { rebase } = merge
  const { sides, asked } = decide(trees, chosen)
  const pieces = taken(trees, sides)
  const tip = rebase && chosen === 'theirs' ? rebase.tip : merge[otherThan(chosen)].commit
  const said = [...asked].map((id) => tellTaken(open, id, chosen))
  const own = notesOf(open, chosen, asked, pieces)
  const choice = rebase && toNameAfter(ctx.root, rebase, { side: chosen, tip, notes: own })
  const notes = choice ? (choice.isLast ? choice.notes : []) : own
  const files: Map<string, StagedFile & { readonly bytes: Buffer }> = new Map()
  for (const piece of pieces.values())
    for (const [path, file] of piece.files) files.set(path, { ...file, bytes: await bytesOf(git.objects, file.id) })
  for (const [id, note] of notes) {
    const piece = pieces.get(id)
    const work = piece && (await readWork(piece))
    if (work?.isWhole) {
      for (const [path, bytes] of await withMergeLine(work, piece as PieceThere, { note, tip }, ctx))
        files.set(path, { mode: '100644', id: await keepText(git.ask, bytes), bytes })
      continue
    }
    const other = piece && trees[otherThan(chosen)].get(id)
    if (other && (await readWork(other))?.isWhole) throw damagedSide(merge[chosen].name, chosen)
  }
  return { files, said, ...(choice && { choice }) }
}

/** What histories say, by the id of the piece of work. Of one that is left out, that in its place says it. */
function notesOf(
  open: OpenMerge,
  chosen: Side,
  asked: ReadonlySet<string>,
  pieces: ReadonlyMap<string, PieceThere>,
): (readonly [id: string, note: string])[] {
  const { trees } = open
  const notes = new Map<string, string>()
  for (const id of asked) {
    if (!trees[otherThan(chosen)].has(id)) continue
    const folders = [trees.mine, trees.theirs, ...trees.bases].map((tree) => tree.get(id)?.folder)
    const inPlace = [...pieces.values()].find(({ folder }) => folders.includes(folder))
    const teller = pieces.has(id) ? id : inPlace?.id
    if (teller) notes.set(teller, [notes.get(teller) ?? [], tellTaken(open, id, chosen)].flat().join(' '))
  }
  return [...notes]
}

function damagedSide(name: string, chosen: Side): Failure {
  const message = `What ${name} has of this work is damaged itself: nothing can go on from it before that is repaired there.`
  return new Failure(exit.notPossible, 'side-damaged', message, `spell doctor --fix --side ${otherThan(chosen)}`)
}

/** The changes that lead to a result. */
interface Changes extends Omit<Placement<never>, 'note'> {
  /** Files that git has left with its markers, or that were edited since: only this working copy has them. */
  readonly edited: readonly string[]
}

/** @throws Failure `not-committed` with the files that neither side nor git's merge has */
async function changesTo(
  wanted: Result['files'],
  { merge, trees, index, folders: all }: OpenMerge,
  { root, ask }: Git,
): Promise<Changes> {
  const folders = [...all]
  const tracked = [...index.files.keys()].filter((path) => folders.some((folder) => path.startsWith(`${folder}/`)))
  const paths = new Set([...tracked, ...(await untrackedFiles(ask, folders)), ...wanted.keys()])
  const here = [...paths].filter((path) => isThere(root, path))
  refuseLinks(root, here)
  const there = here.filter((path) => !isFolder(root, path))
  const ids = await idsHere(ask, there)
  const pieces = [trees.mine, trees.theirs].flatMap((tree) => [...tree.values()])
  const known = new Set([...index.ids, ...pieces.flatMap(({ files }) => [...files.values()].map(({ id }) => id))])
  const edited = [...ids].flatMap(([path, id]) => (known.has(id) ? [] : [path]))
  const removes = [...ids.keys()].filter((path) => !wanted.has(path))
  const inTheWay = [...wanted.keys()].filter((path) => isBlocked(root, path, removes))
  const [first, ...others] = [...edited.filter((path) => !index.unmerged.has(path)), ...inTheWay]
  if (first !== undefined) throw notCommitted(root, merge.act, first, others)
  const puts = [...wanted].flatMap(([path, { id, mode, bytes }]) =>
    ids.get(path) === id ? [] : [{ path, bytes, isProgram: mode === '100755' }],
  )
  return { removes, puts, edited }
}

/** Whether something that stays has the name of a file to come, or of its folder. */
function isBlocked(root: string, path: string, removes: readonly string[]): boolean {
  if (isFolder(root, path)) return filesUnder(root, path).some((file) => !removes.includes(file))
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    const folder = path.slice(0, end)
    if (isThere(root, folder) && !isFolder(root, folder)) return !removes.includes(folder)
  }
  return false
}

function notCommitted(root: string, act: string, first: string, others: readonly string[]): Failure {
  const message = `Neither side of ${act} has ${[first, ...others].join(', ')}, and nothing is overwritten.`
  const fix = `${asideCommand(root, first, ...others)}   # out of .ai; then settle again`
  return new Failure(exit.notPossible, 'not-committed', message, fix)
}
