import type { CastContext } from '../../../cast/context'
import { freePath } from '../../../disk/free-path'
import { asidePath } from '../../../disk/local'
import { isPlacing, place, placed, prepare } from '../../../disk/put-in-place'
import { readBytes } from '../../../disk/read'
import { writeDerived } from '../../../disk/replace-file'
import { type StagedFile, stage } from '../../../git/piece-files'
import { type QuietGit, quietGit } from '../../../git/quiet-git'
import { gitFailed } from '../../../git/start'
import { stampOf, withLock } from '../../../work/writing'
import { changesHere } from './changes-here'
import type { Side } from './decide'
import { folderOf, textHere } from './here'
import { readWork, withMergeLine } from './merge-line'
import type { OpenMerge } from './open-merge'
import { homeOf } from './pieces'
import { keepChoice, type RebaseChoice } from './rebase-choice'
import { resultOf } from './result'

/** What is left to do after the files are in place. */
interface Afterwards {
  readonly said: readonly string[]
  /** Entries of the index; those without a file leave it. */
  readonly staged: readonly (readonly [path: string, file?: StagedFile])[]
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
export const settleMerge = (open: OpenMerge, chosen: Side, ctx: CastContext): Promise<readonly string[]> =>
  settling(ctx, async (git) => {
    const { root, now } = ctx
    const { files, said, choice } = await resultOf(open, chosen, ctx, git)
    const { edited, ...changes } = await changesHere(root, open, files, git)
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
    return await carryOut(root, git)
  })

/**
 * Finishes a settling that was stopped half-way.
 *
 * @returns what was done, a sentence each; none if nothing was
 * @throws Failure if a write fails, git cannot be asked, or another process holds the lock for too long
 */
export const finishSettling = async (ctx: CastContext): Promise<readonly string[]> =>
  // Without one no lock is taken: the lock of a dead process is for the repairs to tell of.
  isPlacing(ctx.root) ? settling(ctx, (git) => carryOut(ctx.root, git)) : []

/**
 * Names the side that a rebase has not taken in the histories of the pieces of work, when the rebase is over.
 *
 * @returns what was done, a sentence each
 * @throws Failure as `finishSettling` does
 */
export const nameAfterRebase = (choice: RebaseChoice, ctx: CastContext): Promise<readonly string[]> =>
  settling(ctx, async (git) => {
    const { root } = ctx
    const puts: { path: string; bytes: Buffer }[] = []
    for (const [id, note] of choice.notes) {
      const folder = folderOf(root, id)
      if (folder === undefined) continue
      const [history, state] = ['history.jsonl', 'state.json'].map((name) => textHere(root, folder, name))
      const texts = { folder, history: history ?? '', state: state ?? '' }
      const work = await readWork(texts)
      if (!work?.isWhole || work.lines.some(({ tip }) => tip === choice.tip)) continue
      const named = await withMergeLine(work, texts, { note, tip: choice.tip }, ctx)
      for (const [path, bytes] of named) puts.push({ path, bytes })
    }
    const note = { said: choice.notes.map(([, said]) => said), staged: [], choice: { ...choice, isLast: true } }
    prepare<Afterwards>(root, { puts, removes: [], note })
    return await carryOut(root, git)
  })

const settling = <T>(ctx: CastContext, act: (git: QuietGit) => Promise<T>): Promise<T> =>
  withLock(ctx.root, 'doctor', ctx.now, ctx.wait, async () => {
    try {
      return await act(quietGit(ctx.root, ctx.env))
    } catch (error) {
      throw gitFailed(ctx.root, error)
    }
  })

/** The index comes last: as long as git asks, nothing goes on. */
async function carryOut(root: string, git: QuietGit): Promise<readonly string[]> {
  const { said, staged, choice } = place<Afterwards>(root)
  if (choice) keepChoice(root, choice)
  await stage(git, staged)
  placed(root)
  return said
}
