import { standardFlow } from '../../flows/registry'
import { committedTexts, isShallow } from '../../git/committed-texts'
import { areWhole } from '../../work/history/chain'
import { isDigest, parseLine } from '../../work/history/history-line'
import { historyPath } from '../../work/history/paths'
import { textsOf } from '../../work/history/text-lines'
import type { PieceToCheck } from './check-piece'

/** The most resolved conflicts to examine per piece of work: each of them starts git. */
const maxAsked = 100

/**
 * Tells which branches were merged: those whose history no piece of work has here, although their last commit is an
 * ancestor of this one. Only then the other plan has come along; any other resolved conflict changes nothing.
 *
 * @returns a function of the last digest of the other history; it returns undefined if the answer is unknown because
 *   the clone is shallow, and throws a Failure if a file cannot be read
 */
export function joinedBranches({ root, piece, histories }: PieceToCheck) {
  const home = piece.isArchived ? [historyPath(standardFlow)] : []
  const paths = [...home, historyPath(piece.workflow)]
  let asked = 0
  return async (other: string): Promise<boolean | undefined> => {
    if (!isDigest(other) || asked === maxAsked) return false
    asked += 1
    const sealed = `"digest":"${other}"}`
    for (const path of histories) for (const text of textsOf(root, path)) if (text.endsWith(sealed)) return false
    const texts = await committedTexts(root, sealed, paths)
    if (texts.some((text) => isHistoryUpTo(text, sealed))) return true
    return (await isShallow(root)) ? undefined : false
  }
}

/** Whether a text is a complete history that ends with an entry. */
function isHistoryUpTo(text: string, sealed: string): boolean {
  const lines = text.trimEnd().split(/\r?\n/)
  const read = lines.flatMap((line) => parseLine(line) ?? [])
  const isWhole = read.length === lines.length && read.every(({ digest }) => digest !== undefined) && areWhole(read)
  return isWhole && lines.at(-1)?.endsWith(sealed) === true
}
