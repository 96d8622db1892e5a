import { blocksIn, isTornBlock, type Marked, markBlock } from './marker'
import type { BlockPiece, Put } from './piece'

/**
 * Puts a block into a text: where an older one of ours stands, else at its place.
 *
 * @param text of the file, undefined where there is none
 * @param version of the program, which stands in the marker
 */
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
  // A line of its own, and at the end of a file some air.
  const ended = above === '' || above.endsWith('\n') ? '' : '\n'
  const air = piece.place || above === '' ? '' : '\n'
  return {
    text: splice(before, offset, offset, indented(`${ended}${air}`, '', before) + indented(marked, indent, before)),
  }
}

/**
 * Takes blocks out that nobody has changed.
 *
 * @param keep of which blocks to leave where they are
 */
export function takeBlocks(text: string, keep: (block: Marked) => boolean): string {
  return blocksIn(text)
    .filter((block) => block.untouched && !keep(block))
    .reverse()
    .reduce((rest, { start, end }) => {
      // The air above goes with a block at the end.
      const air = end >= rest.length ? (/(?<=^|\n)\r?\n$/.exec(rest.slice(0, start))?.[0].length ?? 0) : 0
      return splice(rest, start - air, end, '')
    }, text)
}

/** @returns a text as it would be without any of our blocks, but those that somebody has changed */
export const withoutBlocks = (text: string): string => takeBlocks(text, () => false)

const splice = (text: string, start: number, end: number, put: string): string =>
  text.slice(0, start) + put + text.slice(end)

/** As the file around it writes its lines. */
function indented(lines: string, indent: string, around: string): string {
  const text = lines.replace(/^(?=[^\n])/gm, indent)
  return around.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text
}
