import { markedFile, markFile } from './marker'
import type { FilePiece, Put } from './piece'

/**
 * @param text of the file; undefined if there is none
 * @param version of the program, for the marker
 */
export function putFile(text: string | undefined, piece: FilePiece, version: string): Put {
  const body = piece.text.endsWith('\n') ? piece.text : `${piece.text}\n`
  const ours = text === undefined ? undefined : markedFile(text)
  if (text !== undefined && ours === undefined) return { kept: 'foreign', ours: body, there: text }
  if (text !== undefined && ours?.body === body && ours.untouched) return { text }
  if (ours && !ours.untouched) return { kept: 'edited', ours: body, there: ours.body }
  return { text: markFile(piece.comment, version, body) }
}
