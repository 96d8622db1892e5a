/** The words that items begin with. */
export const itemWords = ['run', 'shell', 'in', 'within', 'expect', 'red', 'by'] as const
export type ItemWord = (typeof itemWords)[number]

/** What else people call them. */
const otherNames: readonly (readonly [ItemWord, RegExp])[] = [
  [
    'run',
    /^(?:bash|checks?|cmd|commands?|exec|executes?|execution|proof|proves?|running|script|sh|test(?:s|ing)?|validat(?:e|ion)|verif(?:y|ied|ies|ication))$/,
  ],
  ['expect', /^(?:exits?|expect(?:ed|ation)|output|prints?|std(?:err|out))$/],
  ['in', /^(?:cwd|dir|directory|folder)$/],
  ['within', /^(?:limit|timeout)$/],
]

/**
 * @param first the first word of a text
 * @param isMarked whether a mark is behind it
 * @param isBoxed whether the text has a box, so that it is a criterion, which may begin with many words
 * @param hasCommand whether it can be of a command above it; otherwise names of what a command has may be of anything
 * @returns the word that is meant, and whether it is said as only an item is: with a mark, and as that word or a slip away from
 *   it; the short ones are too near to others
 */
export function meantBy(first: string, isMarked: boolean, isBoxed: boolean, hasCommand: boolean) {
  const said = first.toLowerCase()
  const known = itemWords.find((word) => word === said || (isLong(word) && isSlip(said, word)))
  if (known && (isMarked || !isBoxed)) return { word: known, isClear: isMarked }
  const [other] = isBoxed ? [] : (otherNames.find(([, names]) => names.test(said)) ?? [])
  return other && (hasCommand || other === 'run') ? { word: other, isClear: false } : undefined
}

/** The first word of a text, a mark behind it, and what lies around them. */
const beginning = /^[^A-Za-z]*([A-Za-z]{0,12})(?:[\s*_~`]*([^\w\s*_~`]))?.?/s

/**
 * Tells quickly, without the expressions for letters of all languages, which take milliseconds.
 *
 * @param isBoxed as of `meantBy`
 * @returns whether a text may be meant as an item; true if it begins with more than printable ASCII
 */
export function mayBeItem(text: string, isBoxed: boolean): boolean {
  const [begin = '', first = '', mark] = beginning.exec(text) ?? []
  return (
    /[^ -~]/.test(begin) ||
    (!isBoxed && text.includes('`')) ||
    meantBy(first, mark !== undefined, isBoxed, true) !== undefined
  )
}

const isLong = (word: string): boolean => word === 'run' || word.length > 'red'.length

/** Whether a letter is missing, too many or another one, or two have changed places. */
function isSlip(text: string, word: string): boolean {
  const [letters, meant] = [[...text], [...word]]
  let at = 0
  while (at < meant.length && letters[at] === meant[at]) at++
  const rest = (list: readonly string[], skipped: number) => list.slice(at + skipped).join('')
  return (
    rest(letters, 0) === rest(meant, 1) ||
    rest(letters, 1) === rest(meant, 0) ||
    rest(letters, 1) === rest(meant, 1) ||
    (letters[at] === meant[at + 1] && letters[at + 1] === meant[at] && rest(letters, 2) === rest(meant, 2))
  )
}

/** What stands at the end of a text as a note does, or is all that the text has to pass: maybe a command. */
export const codeAtEnd = /(?:^|[(:\u2013\u2014\u2192] *|\b(?:by|via|with) )(`[^`]+`[^`]{0,8})$/

/** An item in the text of a criterion, in no code: a command in backticks, or what goes on as no prose does. */
export const inText =
  /^(?:[^`]|``(?:(?!``).)*``|`[^`]+`)*?[\s([>|*_](?:(run|shell):[*_]* *(`[^`]+`)|(by): *`?developer\b|(red): *`?first\b)/is
