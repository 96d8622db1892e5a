/** `---` in the very first line; it needs a line ending after it. */
const OPENING = /^---[ \t]*(?=[\r\n])/

/** `---` alone in a later line. Without the flag `m`, for which U+2028 would be a line ending too. */
const CLOSING = /(?<=[\r\n])---[ \t]*(?=[\r\n]|$)/

/**
 * Finds where a document's own text begins: after the byte order mark and the YAML front matter.
 *
 * What is never closed is no front matter but a thematic break, and the document goes on below it.
 *
 * @param markdown the document
 * @returns the index of the first character that is not front matter
 */
export function bodyStart(markdown: string): number {
  const start = markdown.startsWith('\uFEFF') ? 1 : 0
  const opening = OPENING.exec(markdown.slice(start))
  if (!opening) return start
  const inside = start + opening[0].length
  const closing = CLOSING.exec(markdown.slice(inside))
  return closing ? inside + closing.index + closing[0].length : start
}
