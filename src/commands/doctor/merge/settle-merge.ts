import type { CastContext } from '../../../cast/cast'
import { exit, Failure } from '../../../failure/failure'
import { gitFailed } from '../../../git/git-failed'
import { withObjects } from '../../../git/objects'
import { type Files, idsHere, keepText, type StagedFile, stage, untrackedFiles } from '../../../git/piece-files'
import { type QuietGit, quietGit } from '../../../git/quiet-git'
import { freePath } from '../../../store/disk/free-path'
import { refuseLinks } from '../../../store/disk/links'
import { asidePath } from '../../../store/disk/local'
import { isPlacing, type Placement, place, placed, prepare } from '../../../store/disk/put-in-place'
import { filesUnder, isFolder, isThere, readBytes } from '../../../store/disk/read'
import { writeDerived } from '../../../store/disk/replace-file'
import { stampOf, withLock } from '../../../store/writing'
import { quoted } from '../archived-texts'
import { decide, otherThan, type Side, taken } from './decide'
import { folderOf, textHere } from './here'
import { readWork, type WorkTexts, withMergeLine } from './merge-line'
import { foldersOf, type OpenMerge } from './open-merge'
import { bytesOf, type PieceThere } from './pieces'
import { keepChoice, type RebaseChoice, toNameAfter } from './rebase-choice'
import { tellTaken } from './words'

/** What is left to do after the files are in place. */
interface Afterwards {
  readonly said: readonly string[]
  readonly staged: readonly (readonly [string, StagedFile | undefined])[]
  readonly choice?: RebaseChoice
}

/** The file of a piece of work that a side has, or one with an entry added. */
type Wanted = ReadonlyMap<string, StagedFile & { readonly bytes?: Buffer }>

/**
 * Puts each piece of work of an open merge in place as one side has it, names the other side in its history, and stages it.
 *
 * @param chosen the side for those that need a word
 * @returns what was done, a sentence each
 * @throws Failure (notPossible) `side-damaged` if only the chosen side is damaged, `not-committed` with the files that
 *   neither side nor git's merge has; if a write fails, git cannot be asked, or another process holds the lock for too long
 */
export function settleMerge(open: OpenMerge, chosen: Side, ctx: CastContext): Promise<readonly string[]> {
  return withLock(ctx.root, 'doctor', ctx.now, ctx.wait, async () => {
    try {
      const git = quietGit(ctx.root, ctx.env)
      const { wanted, said, choice } = await resultOf(open, chosen, ctx, git)
      const { removes, puts, aside } = await changesHere(open, wanted, ctx, git)
      const paths = [...open.index.files.keys(), ...open.index.unmerged].filter((path) =>
        isIn(foldersOf(open.trees), path),
      )
      const staged = [...new Set([...paths, ...wanted.keys()])].map((path) => [path, wanted.get(path)] as const)
      const note: Afterwards = {
        said: [...said, ...aside],
        staged: staged.map(([path, file]) => [path, file && { mode: file.mode, id: file.id }]),
        ...(choice && { choice }),
      }
      prepare(ctx.root, { puts, removes, note })
      return await carryOut(ctx.root, git)
    } catch (error) {
      throw gitFailed(ctx.root, error)
    }
  })
}

/**
 * Finishes a settling that was stopped half-way.
 *
 * @returns what was done, a sentence each; none if nothing was
 * @throws Failure as `settleMerge` does
 */
export const finishSettling = ({ root, env, now, wait }: CastContext): Promise<readonly string[]> =>
  withLock(root, 'doctor', now, wait, async () => {
    try {
      return isPlacing(root) ? await carryOut(root, quietGit(root, env)) : []
    } catch (error) {
      throw gitFailed(root, error)
    }
  })

/**
 * Names the side that a rebase has not taken, in the histories of the pieces of work, when the rebase is over.
 *
 * @returns what was done, a sentence each
 * @throws Failure as `settleMerge` does
 */
export const nameAfterRebase = (choice: RebaseChoice, ctx: CastContext): Promise<readonly string[]> =>
  withLock(ctx.root, 'doctor', ctx.now, ctx.wait, async () => {
    const { root } = ctx
    const puts: Placement<Afterwards>['puts'][number][] = []
    for (const [id, note] of choice.notes) {
      const folder = folderOf(root, id)
      if (folder === undefined) continue
      const texts = {
        folder,
        history: textHere(root, folder, 'history.jsonl'),
        state: textHere(root, folder, 'state.json'),
      }
      const work = await readWork(texts)
      if (!work?.isWhole || work.lines.some(({ tip }) => tip === choice.tip)) continue
      const { history, state } = await withMergeLine(work, texts, { note, tip: choice.tip }, ctx)
      for (const [name, text] of [
        ['history.jsonl', history],
        ['state.json', state],
      ] as const)
        puts.push({ path: `${folder}/${name}`, bytes: Buffer.from(text) })
    }
    const note = { said: choice.notes.map(([, said]) => said), staged: [], choice: { ...choice, isLast: true } }
    prepare<Afterwards>(root, { puts, removes: [], note })
    return await carryOut(root, quietGit(root, ctx.env))
  })

/** The index comes last: as long as git asks, nothing goes on. */
async function carryOut(root: string, git: QuietGit): Promise<readonly string[]> {
  const { said, staged, choice } = place<Afterwards>(root)
  if (choice) keepChoice(root, choice)
  await stage(git, staged)
  placed(root)
  return said
}

/** What the pieces of work are to be, with an entry in each that needed a word. */
async function resultOf(
  open: OpenMerge,
  chosen: Side,
  ctx: CastContext,
  git: QuietGit,
): Promise<{ wanted: Wanted; said: readonly string[]; choice: RebaseChoice | undefined }> {
  const { merge, trees } = open
  const { sides, asked } = decide(trees, chosen)
  const pieces = taken(trees, sides)
  const wanted = new Map(
    [...pieces.values()]
      .flatMap(({ files }) => [...files])
      .map(([path, file]) => [path, file as StagedFile & { bytes?: Buffer }]),
  )
  const notes = [...asked].map((id) => [id, tellTaken(open, id, chosen)] as const)
  const tip = (merge.rebase && chosen === 'theirs' ? merge.rebase.tip : merge[otherThan(chosen)].commit) || ''
  const choice = merge.rebase && toNameAfter(ctx.root, merge.rebase, { side: chosen, tip, notes })
  await withObjects(ctx.root, ctx.env, async (objects) => {
    const textsOf = async ({ folder, files, history }: PieceThere): Promise<WorkTexts> => {
      const state = files.get(`${folder}/state.json`)
      return { folder, history, state: state ? (await bytesOf(objects, state.id)).toString() : '' }
    }
    const isWhole = async (piece: PieceThere | undefined) => piece && (await readWork(await textsOf(piece)))?.isWhole
    for (const [id, note] of merge.rebase ? (choice?.isLast ? choice.notes : []) : notes) {
      const piece = pieces.get(id)
      if (!piece) continue
      const texts = await textsOf(piece)
      const work = await readWork(texts)
      if (work?.isWhole) {
        const { history, state } = await withMergeLine(work, texts, { note, tip }, ctx)
        for (const [name, text] of [
          ['history.jsonl', history],
          ['state.json', state],
        ] as const) {
          const bytes = Buffer.from(text)
          wanted.set(`${piece.folder}/${name}`, { mode: '100644', id: await keepText(git, bytes), bytes })
        }
      } else if (await isWhole(trees[otherThan(chosen)].get(id))) throw damagedSide(merge[chosen].name, chosen)
    }
    for (const [path, file] of wanted)
      if (!file.bytes) wanted.set(path, { ...file, bytes: await bytesOf(objects, file.id) })
  })
  return { wanted, said: notes.map(([, note]) => note), choice }
}

function damagedSide(name: string, chosen: Side): Failure {
  const message = `What ${name} has of this work is damaged itself: nothing can go on from it before that is repaired there.`
  return new Failure(exit.notPossible, 'side-damaged', message, `spell doctor --fix --side ${otherThan(chosen)}`)
}

const isIn = (folders: ReadonlySet<string>, path: string): boolean =>
  [...folders].some((folder) => path.startsWith(`${folder}/`))

/** What has to be changed here for it. What git has left with its markers is copied first. */
async function changesHere(
  { merge, trees, index }: OpenMerge,
  wanted: Wanted,
  { root, now }: CastContext,
  git: QuietGit,
): Promise<Omit<Placement<never>, 'note'> & { readonly aside: readonly string[] }> {
  const folders = foldersOf(trees)
  const tracked = [...index.files.keys()].filter((path) => isIn(folders, path))
  const others = await untrackedFiles(git, [...folders])
  const here = [...new Set([...tracked, ...others, ...wanted.keys()])].filter((path) => isThere(root, path))
  refuseLinks(root, here)
  const ids = await idsHere(
    git,
    here.filter((path) => !isFolder(root, path)),
  )
  const known = new Set([
    ...index.ids,
    ...[trees.mine, trees.theirs].flatMap((pieces) => [...pieces.values()].flatMap(({ files }) => idsOf(files))),
  ])
  const edited = [...ids].flatMap(([path, id]) => (known.has(id) ? [] : [path]))
  const removes = [...ids.keys()].filter((path) => !wanted.has(path))
  const inTheWay = [...wanted.keys()].filter((path) => isBlocked(root, path, removes))
  const refused = [...edited.filter((path) => !index.unmerged.has(path)), ...inTheWay]
  if (refused.length > 0) throw notCommitted(merge.act, refused)
  const copies = freePath(root, `${asidePath}/merge-${stampOf(now)}`)
  for (const path of edited) writeDerived(root, `${copies}/${path.slice('.ai/'.length)}`, readBytes(root, path) ?? '')
  const puts = [...wanted].flatMap(([path, { id, mode, bytes }]) =>
    ids.get(path) === id || !bytes ? [] : [{ path, bytes, ...(mode === '100755' && { isProgram: true }) }],
  )
  return { removes, puts, aside: edited.length > 0 ? [`What git had left of ${merge.act} is in ${copies}.`] : [] }
}

const idsOf = (files: Files): string[] => [...files.values()].map(({ id }) => id)

/** Whether something that stays has the name of a file to come, or of its folder. */
function isBlocked(root: string, path: string, removes: readonly string[]): boolean {
  if (isFolder(root, path)) return filesUnder(root, path).some((file) => !removes.includes(file))
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    const folder = path.slice(0, end)
    if (isThere(root, folder) && !isFolder(root, folder)) return !removes.includes(folder)
  }
  return false
}

function notCommitted(act: string, paths: readonly string[]): Failure {
  const [first = ''] = paths
  const message = `Neither side of ${act} has ${paths.join(', ')}, and nothing is overwritten. Move this out of .ai first.`
  return new Failure(
    exit.notPossible,
    'not-committed',
    message,
    `mv ${quoted(first)} ${quoted(first.replaceAll('/', '-').replace(/^\.ai-/, ''))}`,
  )
}
