import { committedTexts, isShallow } from '../../git/committed-texts'
import { areWhole } from '../../store/history/chain'
import { parseLine } from '../../store/history/history-line'
import { historyPath } from '../../store/history/paths'
import { textsOf } from '../../store/history/text-lines'
import { engineer } from '../../workflows/engineer'
import type { BaseHistory } from './base'
import type { PieceToCheck } from './check-piece'

/**
 * Whether a branch was joined that had another history: one that no piece of work has here, but a commit that this one goes on
 * from. Only then its plan has come along; a conflict that was settled with anything else changes nothing.
 *
 * @param other the digest of the last line of the other history
 * @param base the history that the base has
 * @returns undefined if that cannot be known, as the clone lacks a part of the past
 * @throws Failure where a file cannot be read
 */
export async function hasJoined(
  { root, piece, histories }: PieceToCheck,
  other: string,
  base: BaseHistory | undefined,
): Promise<boolean | undefined> {
  const sealed = `"digest":"${other}"}`
  for (const path of histories) for (const text of textsOf(root, path)) if (text.endsWith(sealed)) return false
  if (base?.digests.at(-1) === other) return true
  const home = piece.isArchived ? [historyPath(engineer)] : []
  const texts = await committedTexts(root, sealed, [...home, historyPath(piece.workflow)])
  if (texts.some((text) => isHistoryUpTo(text, sealed))) return true
  return (await isShallow(root)) ? undefined : false
}

/** Whether a text is a whole history that ends with a line. */
function isHistoryUpTo(text: string, sealed: string): boolean {
  const lines = text.trimEnd().split(/\r?\n/)
  const read = lines.flatMap((line) => parseLine(line) ?? [])
  const isWhole = read.length === lines.length && read.every(({ digest }) => digest !== undefined) && areWhole(read)
  return isWhole && lines.at(-1)?.endsWith(sealed) === true
}
