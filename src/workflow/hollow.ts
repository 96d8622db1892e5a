/** The shortest text that can say something. In characters. */
const least = 10

/** Words that say nothing of the matter, however many of them there are: “looks good, nothing to add”. */
export const idleWords = new Set(
  'a add agreed all and approved are as checked complete correct done everything fine fixed good great here holds is issues it looks me nice no nothing now ok okay problems reviewed right so that the there this to very well works'.split(
    ' ',
  ),
)

/** @returns the words of a text in small letters; in a script without spaces each letter is one */
export const wordsIn = (text: string): readonly string[] =>
  text.toLowerCase().match(/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]|[\p{L}\p{N}]+/gu) ?? []

/** Whether two texts have the same words. */
export const isSame = (one: string, other: string): boolean =>
  one === other || (wordsIn(one).length > 0 && wordsIn(one).join(' ') === wordsIn(other).join(' '))

/** @returns each text that is there again, once, with its place and that of the first */
export function saidAgain(texts: readonly string[]) {
  const firsts = texts.map((text) => texts.findIndex((other) => isSame(other, text)))
  return firsts.flatMap((first, index) =>
    first < index && firsts.indexOf(first, first + 1) === index ? [{ text: texts[first] ?? '', first, index }] : [],
  )
}

/** Whether a text says nothing: “ok”, “fixed now”, “looks good, nothing to add”, “…”. */
export const isHollow = (text: string): boolean => text.trim().length < least || isIdle(text)

/** Whether a text has no word that says something of the matter. */
export const isIdle = (text: string): boolean => wordsIn(text).every((one) => idleWords.has(one))

/** @param asked what to write instead, as a question */
export const hollowText = (text: string, asked: string): string =>
  text.trim() === '' ? `is empty; ${asked}` : `“${text.trim()}” says nothing; ${asked}`

/** Whether a text says that there is nothing to say. */
export const isNothing = (text: string): boolean => /^\W*(?:none|nothing)\b/i.test(text)

/** Whether there is less than a sentence: “Written.”, or “Done.”; that there is nothing is one, and so is code. */
export const saysLittle = (text: string): boolean => !isNothing(text) && !text.includes('`') && wordsIn(text).length < 3
