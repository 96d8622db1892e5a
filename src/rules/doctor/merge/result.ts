import type { CastContext } from '../../../cast/context'
import { exit, Failure } from '../../../failure/failure'
import { type Objects, withObjects } from '../../../git/objects'
import { keepText, type StagedFile } from '../../../git/piece-files'
import type { QuietGit } from '../../../git/quiet-git'
import { decide, otherThan, type Side, taken } from './decide'
import { readWork, type WorkTexts, withMergeLine } from './merge-line'
import type { OpenMerge } from './open-merge'
import { bytesOf, type PieceThere } from './pieces'
import { type RebaseChoice, toNameAfter } from './rebase-choice'
import { tellTaken } from './words'

/** A file of the result. */
export type WantedFile = StagedFile & { readonly bytes: Buffer }

/** What the pieces of work are to be. */
export interface Result {
  readonly files: ReadonlyMap<string, WantedFile>
  /** What becomes of each that needed a word, a sentence each. */
  readonly said: readonly string[]
  /** In a rebase. */
  readonly choice?: RebaseChoice
}

/**
 * @returns the pieces of work as the sides have them; the histories of those that needed a word name the other side, in a
 *   rebase only after its last commit
 * @throws Failure `side-damaged` (notPossible) if only the chosen side is damaged; Error with git's message
 */
export async function resultOf(open: OpenMerge, chosen: Side, ctx: CastContext, git: QuietGit): Promise<Result> {
  const { merge, trees } = open
  const { sides, asked } = decide(trees, chosen)
  const pieces = taken(trees, sides)
  const tip = merge.rebase && chosen === 'theirs' ? merge.rebase.tip : merge[otherThan(chosen)].commit
  const said = [...asked].map((id) => tellTaken(open, id, chosen))
  const own = notesOf(open, chosen, asked, pieces)
  const choice = merge.rebase && toNameAfter(ctx.root, merge.rebase, { side: chosen, tip, notes: [...own] })
  const notes = choice ? (choice.isLast ? choice.notes : []) : [...own]
  return await withObjects(ctx.root, ctx.env, async (objects) => {
    const files = new Map<string, WantedFile>()
    for (const piece of pieces.values())
      for (const [path, file] of piece.files) files.set(path, { ...file, bytes: await bytesOf(objects, file.id) })
    for (const [id, note] of notes) {
      const piece = pieces.get(id)
      if (!piece) continue
      const texts = await textsOf(objects, piece)
      const work = await readWork(texts)
      if (!work?.isWhole) {
        const other = trees[otherThan(chosen)].get(id)
        if (other && (await readWork(await textsOf(objects, other)))?.isWhole)
          throw damagedSide(merge[chosen].name, chosen)
        continue
      }
      for (const [path, bytes] of await withMergeLine(work, texts, { note, tip }, ctx))
        files.set(path, { mode: '100644', id: await keepText(git, bytes), bytes })
    }
    return { files, said, ...(choice && { choice }) }
  })
}

/** What histories say, by the piece of work. Of one that is left out, that in its place says it. */
function notesOf(
  open: OpenMerge,
  chosen: Side,
  asked: ReadonlySet<string>,
  pieces: ReadonlyMap<string, PieceThere>,
): ReadonlyMap<string, string> {
  const { trees } = open
  const notes = new Map<string, string>()
  for (const id of asked) {
    if (!trees[otherThan(chosen)].has(id)) continue
    const folders = [trees.mine, trees.theirs, ...trees.bases].map((tree) => tree.get(id)?.folder)
    const inPlace = [...pieces.values()].find(({ folder }) => folders.includes(folder))
    const teller = pieces.has(id) ? id : inPlace?.id
    if (teller) notes.set(teller, [notes.get(teller) ?? [], tellTaken(open, id, chosen)].flat().join(' '))
  }
  return notes
}

async function textsOf(objects: Objects, { folder, files, history }: PieceThere): Promise<WorkTexts> {
  const state = files.get(`${folder}/state.json`)
  return { folder, history, state: state ? (await bytesOf(objects, state.id)).toString() : '' }
}

function damagedSide(name: string, chosen: Side): Failure {
  const message = `What ${name} has of this work is damaged itself: nothing can go on from it before that is repaired there.`
  return new Failure(exit.notPossible, 'side-damaged', message, `spell doctor --fix --side ${otherThan(chosen)}`)
}
