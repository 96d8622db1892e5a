import { pathInCommand } from '../../../disk/disk-failure'
import type { Merge, Tip } from '../../../git/merge-tips'
import { exit, Failure } from '../../../text/failure'
import { capital } from '../../../text/markdown-parts'
import { parseTransition } from '../../../work/history/history-line'
import type { TitleOf } from '../../../work/texts'
import { type Finding, finding } from '../../finding'
import { otherThan, type Side } from './choice'
import { type PieceThere, readWork } from './pieces'
import type { OpenMerge, UnsettledWork } from './see-merge'

/** How many steps are named. */
const namedSteps = 3

/** @returns a finding for each piece of work of an open merge that needs a word; one for all if none does */
export async function tellOpen({ merge, trees, asked }: OpenMerge, titleOf: TitleOf): Promise<Finding[]> {
  const found: Finding[] = []
  const told = new Set<string>()
  for (const id of asked) {
    if (told.has(id)) continue
    const [mine, theirs] = [trees.mine.get(id), trees.theirs.get(id)]
    const { folder } = (mine ?? theirs) as PieceThere
    const isOld = trees.bases.some((base) => base.has(id))
    // Another piece of work may have its place.
    const inPlace = (side: Side) =>
      isOld ? undefined : [...trees[side].values()].find((piece) => piece.folder === folder)
    const [ours, others] = [mine ?? inPlace('mine'), theirs ?? inPlace('theirs')]
    for (const piece of [ours, others]) if (piece) told.add(piece.id)
    const [one, other] = await Promise.all([
      tellSide(merge.mine, ours, others, titleOf),
      tellSide(merge.theirs, others, ours, titleOf),
    ])
    const what = whatHappened(merge, folder, ours?.id === others?.id, isOld)
    const message = `${what} mine (${merge.mine.name}): ${one}. theirs (${merge.theirs.name}): ${other}.`
    found.push(finding('merge-conflict', folder, message))
  }
  if (found.length > 0) return found
  const repair = 'takes each piece of work from the side that has gone on with it'
  const message = `git could not put together what ${merge.act} brings, but only one side has gone on with each piece of work.`
  return [finding('merge-conflict', '.ai', message, undefined, repair)]
}

/** @param isOld whether the commit that both come from has it: what a squash brings may be an earlier part of the other side */
function whatHappened({ act }: Merge, folder: string, isSame: boolean, isOld: boolean): string {
  if (isSame)
    return isOld
      ? `Both sides of ${act} have gone on with the work in ${folder}.`
      : `Both sides of ${act} have the work in ${folder}, and not the same of it.`
  return isOld
    ? `One side of ${act} does not have the work in ${folder}.`
    : `Both sides of ${act} each have another piece of work in ${folder}.`
}

/** The steps of one side since the other, its state, and who committed it. */
async function tellSide(
  { author, date, commit }: Tip,
  piece: PieceThere | undefined,
  other: PieceThere | undefined,
  titleOf: TitleOf,
): Promise<string> {
  if (!piece) return 'has removed it'
  const known = new Set(other?.history.split(/\r?\n/))
  const own = piece.history.split(/\r?\n/).filter((line) => line !== '' && !known.has(line))
  const work = await readWork({ ...piece, history: own.join('\n'), state: '' })
  const names = (work?.lines ?? []).map(({ trigger }) => trigger)
  const dots = names.length > namedSteps ? '…, ' : ''
  const count = own.length === 1 ? 'one step' : own.length === 0 ? 'no step' : `${own.length} steps`
  const did = names.length === 0 ? count : `${count} (${dots}${names.slice(-namedSteps).join(', ')})`
  const last = (await readWork({ ...piece, state: '' }))?.lines.at(-1)
  const isMoved = other && other.folder !== piece.folder
  const state = work && last && titleOf(work.workflow, parseTransition(last).to)
  const where = isMoved ? `in ${piece.folder}` : state ? `now “${state}”` : ''
  return [did, where, author, date.replace('T', ' '), commit.slice(0, 12)].filter(Boolean).join(', ')
}

/** @returns what a piece of work becomes, a sentence, and the command that shows what was not taken */
export function tellTaken({ merge, trees }: OpenMerge, id: string, chosen: Side): string {
  const [one, other] = [merge[chosen], merge[otherThan(chosen)]]
  const [piece, left] = [trees[chosen].get(id), trees[otherThan(chosen)].get(id)]
  const shown = left ? ` That of ${other.name}: git show ${other.commit.slice(0, 12)}:./${left.folder}/` : ''
  return piece
    ? `The work of ${one.name} goes on in ${piece.folder}.${shown}`
    : `The work in ${left?.folder} is left out, as on ${one.name}.${shown}`
}

/** @returns the finding for what has no two commits, with the commands of git that help */
export function tellUnsettled({ act, ways, folders }: UnsettledWork): Finding {
  const told = ways.map(({ what, command }) => `${what}: ${command}`)
  const message = `git asks about the work in ${folders.join(', ')}. Only a merge of two commits can be settled here, not ${act}.`
  return finding('merge-conflict', folders[0] ?? '.ai', `${message} ${capital(told.join('; '))}`, undefined, '')
}

/** @returns the findings for files that belong to no piece of work */
export const tellStray = (paths: readonly string[]): Finding[] =>
  paths.map((path) => {
    const fix = `git add ${pathInCommand(path)}   # when its conflict is resolved`
    return finding('merge-conflict', path, `git asks about ${path}.`, fix, '')
  })

/** The failure that asks the user which side goes on. */
export const needsSide = (message: string): Failure =>
  new Failure(exit.notPossible, 'needs-side', message, 'spell doctor --fix --side mine   # or --side theirs')
