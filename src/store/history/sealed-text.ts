import { hash } from 'node:crypto'

/** How a sealed line ends: `,"digest":"…"}`. */
export const sealLength = ',"digest":""}'.length + 64

/** @returns whether the text of a line ends with the digest of all the rest */
export function isSealedText(text: string): boolean {
  const end = text.slice(-sealLength)
  // The digest is compared with what stands in its place: what is none equals none.
  return end === `,"digest":"${digestOfLine(text.slice(0, -sealLength))}"}`
}

/** @param line a JSON object without its last key, `digest`, and without the brace at its end */
export const digestOfLine = (line: string): string => hash('sha256', `${line}}`)
