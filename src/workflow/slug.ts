/** The longest folder name, at most 120 bytes: archives add their id, and file systems take 255 bytes. */
const maxSlugLength = 40

const devices = /^(con|prn|aux|nul|com\d|lpt\d)$/i

/** @returns whether Windows has a device of this name, and so checks out no file or folder that is called so */
export const isDevice = (name: string): boolean => devices.test(name)

/**
 * Turns a text into a folder name that every system can check out: lower-case letters of any script, digits and single
 * hyphens, Latin letters without accents; at most 40 characters, cut between words where that leaves half;
 * empty if nothing is left.
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
  return isDevice(short) ? `${short}-1` : short
}

/** Between two words where that leaves half, never within a character. */
function shortened(name: string): string {
  const short = name.slice(0, maxSlugLength).replace(/[\uD800-\uDBFF]$/, '')
  const lastWord = short.lastIndexOf('-')
  const isWhole = short === name || name[short.length] === '-'
  return isWhole || lastWord < maxSlugLength / 2 ? short : short.slice(0, lastWord)
}
