/** The longest folder name, in characters and in bytes: archives add their id, and file systems take 255 bytes. */
const maxSlugLength = 60
const maxSlugBytes = 120

/** Windows has devices of these names, and checks out no folder that is called so. */
const devices = /^(con|prn|aux|nul|com\d|lpt\d)$/

/**
 * Turns a text into a folder name that every system can check out: lower-case letters of any script, digits and single
 * hyphens, Latin letters without accents; at most 60 characters and 120 bytes; empty if nothing is left.
 */
export function slug(text: string): string {
  const name = text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^[-\p{M}]+/u, '')
  const short = shortened(name).replace(/-$/, '')
  return devices.test(short) ? `${short}-1` : short
}

function shortened(name: string): string {
  let [short, bytes] = ['', 0]
  for (const character of name) {
    bytes += Buffer.byteLength(character)
    if (short.length + character.length > maxSlugLength || bytes > maxSlugBytes) break
    short += character
  }
  return short
}
