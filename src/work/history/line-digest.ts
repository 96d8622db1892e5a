import { digestOfLong } from '../../disk/digest'

/** The end of an entry: `,"digest":"…"}`. */
export const digestEndLength = ',"digest":""}'.length + 64

/** @returns whether an entry ends with the digest of its other text */
export function endsWithDigest(text: string): boolean {
  const end = text.slice(-digestEndLength)
  // The digest is compared with what stands in its place: what is none equals none.
  return end === `,"digest":"${digestOfLine(text.slice(0, -digestEndLength))}"}`
}

/** @param line a JSON object without its last key, `digest`, and without the brace at its end */
export const digestOfLine = (line: string): string => digestOfLong(`${line}}`)
