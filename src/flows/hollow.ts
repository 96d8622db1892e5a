/** The shortest text that can say something. In characters. */
const least = 10

/** Words that say nothing of the matter, however many of them there are: “looks good, nothing to add”. */
const idleWords = new Set(
  'a add agreed all and approved are as checked complete correct done everything fine fixed good great here holds is issues it looks me nice no nothing now ok okay problems reviewed right so that the there this to very well works'.split(
    ' ',
  ),
)

/** @returns the words of a text in small letters; in a script without spaces each letter is one */
export const wordsIn = (text: string): readonly string[] =>
  text.toLowerCase().match(/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]|[\p{L}\p{N}]+/gu) ?? []

/** Whether a text says nothing: “ok”, “fixed now”, “looks good, nothing to add”, “…”. */
export const isHollow = (text: string): boolean => text.trim().length < least || isIdle(text)

/** Whether a text has no word that says something of the matter. */
export const isIdle = (text: string): boolean => wordsIn(text).every((one) => idleWords.has(one))

/** Words that stand in any artifact, and name nothing of it. */
const commonWords = new Set(
  'about after again also because been before being does each from have into just like more most much none nobody only other said same says seen some still such than their them then there these they those today under until were what when where which while will with without would your'.split(
    ' ',
  ),
)

/** Whether a text names something of what is reviewed: by a word of it, or by what it quotes from there. */
export function namesOf(text: string, reviewed: string): boolean {
  const known = reviewed.toLowerCase()
  const said = text.toLowerCase()
  const quoted = [...said.matchAll(/[`“"]([^`”"]+)[`”"]/g)].map(([, inner = '']) => inner)
  const words = (said.match(/[\p{L}\p{N}_][\p{L}\p{N}_./-]{2,}[\p{L}\p{N}_]/gu) ?? []).filter(
    (word) => !commonWords.has(word) && !idleWords.has(word),
  )
  return [...quoted, ...words].some((one) => known.includes(one))
}

/** @param asked what to write instead, as a question */
export const hollowText = (text: string, asked: string): string =>
  text.trim() === '' ? `is empty; ${asked}` : `“${text.trim()}” says nothing; ${asked}`
