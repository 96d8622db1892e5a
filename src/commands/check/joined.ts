import { committedTexts, isShallow } from '../../git/committed-texts'
import { areWhole } from '../../store/history/chain'
import { isDigest, parseLine } from '../../store/history/history-line'
import { historyPath } from '../../store/history/paths'
import { textsOf } from '../../store/history/text-lines'
import { engineer } from '../../workflows/engineer'
import type { PieceToCheck } from './check-piece'

/** Conflicts that one piece of work may have settled: each of them asks git for its past. */
const maxAsked = 100

/**
 * Tells which branches were joined: such as had a history that no piece of work has here, but a commit that this one goes on
 * from. Only then the other plan has come along; a conflict that was settled with anything else changes nothing.
 *
 * @returns a function from the digest of the last line of the other history; what it returns is undefined if it cannot be
 *   known, as the clone lacks a part of the past. It throws a Failure where a file cannot be read
 */
export function joinedBranches({ root, piece, histories }: PieceToCheck) {
  const home = piece.isArchived ? [historyPath(engineer)] : []
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

/** Whether a text is a whole history that ends with a line. */
function isHistoryUpTo(text: string, sealed: string): boolean {
  const lines = text.trimEnd().split(/\r?\n/)
  const read = lines.flatMap((line) => parseLine(line) ?? [])
  const isWhole = read.length === lines.length && read.every(({ digest }) => digest !== undefined) && areWhole(read)
  return isWhole && lines.at(-1)?.endsWith(sealed) === true
}
