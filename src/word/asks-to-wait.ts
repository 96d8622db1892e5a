/** Scripts without spaces, and one whose particles follow a foreign word without one. */
export const unspaced = ['Han', 'Hira', 'Kana', 'Thai', 'Laoo', 'Khmr', 'Mymr', 'Hang'].map(
  (name) => `\\p{scx=${name}}`,
)
export const letter = `(?![${unspaced.join('')}])[\\p{L}\\p{M}\\p{N}_]`

/** Around a word: part of a path, an address, an option or a longer word is none. */
export const begin = `(?<![-./\\\\@#$]|${letter})`
export const end = `(?!${letter}|\\(|[-./\\\\@:'’]${letter})`

const escaped = (word: string): string => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replaceAll(' ', '\\s+')

/** @returns an expression for one of several words; without any, one that matches nothing */
export const choice = (words: readonly string[]): string => words.map(escaped).join('|') || '(?!)'

/** Takes the place of a word that counts anywhere. */
export const saidMark = '\uFFFD'

/** Of a language: what asks to wait, and what denies it or only tells of it. */
type Phrases = readonly [waits: string, denied: string]

// biome-ignore format: a language is two lines
const spaced: readonly Phrases[] = [
  [`wait|stop|pause|halt|hold\\s+(?:on|off|it)|hang\\s+on|not\\s+(?:yet|now|so\\s+fast)|(?:just|one|give\\s+me)\\s+a?\\s*(?:minute|moment|second)|(?:not|don['’]?t|never)\\s+(?:${saidMark}|cast|continue|proceed|carry\\s+on|go\\s+(?:on|ahead|any\\s+further)|do\\s+anything)`,
   "(?:n['’]t|\\b(?:dont|cant|do\\s+not|never|no\\s+need\\s+to|not\\s+have\\s+to|(?:it|this|that|they|which)\\s+(?:has|have|had|needs?)\\s+to|the|an?|each|every))\\s+(?:wait|stop|pause|halt|hold)\\b"],
  ['(?:ab)?warten?|wartet|stopp|pausieren?|hör\\s+auf|noch\\s+nicht|nicht\\s+(?:weiter|fortfahren|so\\s+schnell|jetzt)|halt(?:\\s+an|(?=\\s*(?:[,.!]|$)))|moment\\s+(?:mal|bitte)|einen\\s+moment',
   '\\b(?:warte[nt]?\\s+nicht|nicht\\s+(?:ab)?(?:warten|pausieren))\\b'],
  ['attend(?:s|ez|re)|arr[êe]te[zr]?|stoppe[zr]?|patiente[zr]?|un\\s+instant|une\\s+(?:minute|seconde)|pas\\s+(?:encore|maintenant|si\\s+vite|tout\\s+de\\s+suite)|ne\\s+(?:continue[sz]?|poursui[st]|poursuivez)\\s+pas',
   "\\bn(?:['’]|e\\s+(?:t['’]|vous\\s+|pas\\s+)?)(?:attend(?:s|ez|re)|arr[êe]te[zr]?|stoppe[zr]?)"],
  ['(?<!\\bde\\s)espera|esper(?:e|en|ad)|aguarda|det[ée]n(?:te|gase)?|pausa|un\\s+momento|(?:para|alto)(?=\\s*!)|(?:todav[íi]a|a[úu]n|ahora)\\s+no|no\\s+(?:sigas|siga|sigan|contin[úu]es?|avances?)',
   '\\bno\\s+esperen?\\b'],
]

/** The same where nothing stands between words. */
// biome-ignore format: a language is two lines
const together: readonly Phrases[] = [
  ['等(?:等|一下|一等|一会|会儿|下)|稍等|且慢|慢着|别急|停(?:下|止|一下|一停|住|吧|(?=[\\s,.!。]|$))|暂停|先(?:别|不要)|(?:别|不要|不能)(?:继续|往下)|还(?:没|不行|不要|不能)|(?<=^|[\\s,.!。])等(?=[\\s,.!。]|$)',
   '(?:别|不要|不用|不必|不能)(?:等|暂?停)(?:等|一下|一等|下|止)?'],
  ['待って(?![いる])|待て(?![ばる])|待った|お待ち|ストップ|停止|中断|止ま(?:って(?![いる])|れ)|(?:止|や)めて(?![いる])|まだ(?:です|だめ|ダメ|早|[\\s,.!。、]|$)|(?:続け|進め|進ま)ないで',
   '(?:待た|止め|止ま|やめ)ないで'],
]

const denied = new RegExp([...spaced, ...together].map(([, each]) => each).join('|'), 'giu')
/** A question about waiting asks for none; “can you wait?” does. */
const asksWhy =
  /^\P{L}*(?:what|why|how|when|where|which|who|do|does|did|is|are|was|should|warum|wieso|wann|wie|pourquoi|quand|por\s+qu[ée]|cu[áa]ndo|为什么|なぜ|どうして)(?!\p{L}).*\?/iu

/**
 * @param own the developer's own words for it
 * @returns whether a sentence of any length asks to wait: nothing of a message that does is cast
 */
export function waitingBy(own: readonly string[]): (sentence: string) => boolean {
  const [apart, unbroken] = [spaced, together].map((phrases) => phrases.map(([waits]) => waits).join('|'))
  const waiting = new RegExp(`${begin}(?:${apart}|${choice(own)})${end}|${unbroken}`, 'iu')
  return (sentence) => !asksWhy.test(sentence) && waiting.test(sentence.replace(denied, ' '))
}
