// The policy by which a text is refused as saying nothing. Its words are English: of other languages the length counts.

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

/** Words that many texts have, whatever they are about. */
const common = new Set(
  'the and for with that this from into when must not should would could can will are was has have its our your you please let want need add all any also build create change do fix get implement make new plan put show spell hope use work error bug then than only each every but how what which who why where there here them they their some more most very just like so if or to of in on at by is it be an as we me my up out per via about after again because been before being does much none nobody other said same says seen still such these those today under until were while without'.split(
    ' ',
  ),
)

/** @returns the words that say what a text is about, each once */
const keyWordsOf = (text: string): readonly string[] => [
  ...new Set(wordsIn(text).filter((word) => !common.has(word) && (word.length > 2 || /[^\0-\x7F]/.test(word)))),
]

/** Whether two words have the same beginning, as `order` and `orders` have. */
const isAlike = (one: string, other: string): boolean =>
  one === other ||
  (Math.min(one.length, other.length) > 2 && (one.startsWith(other.slice(0, 5)) || other.startsWith(one.slice(0, 5))))

/** @returns the key words of a request, if a text names fewer than two of them (or than all, if there is only one) */
export function unnamedIn(text: string, request: string): readonly string[] {
  const [keys, words] = [keyWordsOf(request), wordsIn(text)]
  const named = keys.filter((key) => words.some((word) => isAlike(key, word)))
  return named.length < Math.min(2, keys.length) ? keys : []
}

/** Whether a text names something of another: by a word that says something, or by what it quotes from there. */
export function namesOf(text: string, other: string): boolean {
  const [there, whole] = [[...new Set(wordsIn(other))], other.toLowerCase()]
  // `ST-1`, `src/orders.js`
  const names = text.toLowerCase().match(/[\p{L}\p{N}_]+(?:[./-]+[\p{L}\p{N}_]+)+/gu) ?? []
  const quoted = [...text.toLowerCase().matchAll(/[`“"]([^`”"]+)[`”"]/g)].map(([, inner = '']) => inner)
  const words = keyWordsOf(text).filter((word) => !idleWords.has(word))
  return (
    [...quoted, ...names].some((one) => whole.includes(one)) ||
    words.some((word) => there.some((one) => isAlike(word, one)))
  )
}
