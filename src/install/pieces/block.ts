import type { BlockPiece } from '../agents/piece'
import { blocksIn, isTornBlock, type Marked, markBlock } from './marker'
import type { Put } from './piece'

/** Inserts a block into the text of a file, if there is one: over an older version of it, otherwise at its place. */
export function putBlock(text: string | undefined, piece: BlockPiece, version: string): Put {
  const before = text ?? ''
  const body = piece.text.endsWith('\n') ? piece.text : `${piece.text}\n`
  if (isTornBlock(before, piece.id)) return { kept: 'edited', ours: body, there: before }
  const block = blocksIn(before).find(({ id }) => id === piece.id)
  if (block?.body === body && block.untouched) return { text: before }
  if (block && !block.untouched) return { kept: 'edited', ours: body, there: block.body }
  const marked = markBlock(piece.comment, piece.id, version, body)
  if (block) return { text: splice(before, block.start, block.end, indented(marked, block.indent, before)) }

  const place = piece.place?.(before) ?? { offset: before.length, indent: '' }
  if (typeof place === 'string') return { kept: 'refused', why: place }
  const { offset, indent } = place
  const above = before.slice(0, offset)
  // Starts on a new line, after a blank line at the end of a file.
  const ended = above === '' || above.endsWith('\n') ? '' : '\n'
  const air = piece.place || above === '' ? '' : '\n'
  return {
    text: splice(before, offset, offset, indented(`${ended}${air}`, '', before) + indented(marked, indent, before)),
  }
}

/** Removes unedited blocks, except those to `keep`. */
export function takeBlocks(text: string, keep: (block: Marked) => boolean): string {
  return blocksIn(text)
    .filter((block) => block.untouched && !keep(block))
    .reverse()
    .reduce((rest, { start, end }) => {
      // The blank line above a last block is removed with it.
      const air = end >= rest.length ? (/(?<=^|\n)\r?\n$/.exec(rest.slice(0, start))?.[0].length ?? 0) : 0
      return splice(rest, start - air, end, '')
    }, text)
}

/** @returns a text without our blocks, except those that the user has edited */
export const withoutBlocks = (text: string): string => takeBlocks(text, () => false)

const splice = (text: string, start: number, end: number, put: string): string =>
  text.slice(0, start) + put + text.slice(end)

/** With the line endings of the surrounding file. */
function indented(lines: string, indent: string, around: string): string {
  const text = lines.replace(/^(?=[^\n])/gm, indent)
  return around.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text
}
