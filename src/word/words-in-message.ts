import { spellNames, spells } from '../workflows/engineer/spells'
import { ownWords, quotedMark } from './without-quotes'

/** Latin script with its punctuation, and the marks for what is left out; of a text in the form NFKC. */
const latin = /^[\0-\u024F\u2000-\u206F\uFFFC\uFFFD]*$/

/** @param text in the form NFKC */
export const isLatinText = (text: string): boolean => latin.test(text)

/**
 * Without Unicode's properties where the text needs none: V8 takes ten milliseconds for an expression with them.
 *
 * @param text in the form NFKC
 * @returns an expression for what a word in the text consists of: a letter, a digit, a mark or `_`
 */
export const letterIn = (text: string): string =>
  isLatinText(text) ? '[\\w\\xC0-\\xD6\\xD8-\\xF6\\xF8-\\u024F]' : '[\\p{L}\\p{M}\\p{N}_]'

/** Scripts without spaces, and one whose particles follow a foreign word without one. */
const scripts = ['Han', 'Hira', 'Kana', 'Thai', 'Laoo', 'Khmr', 'Mymr', 'Hang']
const unspaced = `[${scripts.map((name) => `\\p{scx=${name}}`).join('')}]`
const spacedLetter = (text: string): string => (isLatinText(text) ? '' : `(?!${unspaced})`) + letterIn(text)

/** @returns an expression for words of a text: part of a path, an address, an option or a longer word is none */
function whole(words: string, text: string): string {
  const letter = spacedLetter(text)
  return `(?<![-./\\\\@#$]|${letter})(?:${words})(?!${letter}|\\(|[-./\\\\@:'’]${letter})`
}

const escaped = (word: string): string => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replaceAll(' ', '\\s+')

/** @returns an expression for one of several words; without any, one that matches nothing */
const choice = (words: readonly string[]): string => words.map(escaped).join('|') || '(?!)'

/** Takes the place of a word that counts anywhere. */
const saidMark = '\uFFFD'

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

/** A question about waiting asks for none; “can you wait?” does. */
const asksWhy = (sentence: string): boolean =>
  /^\P{L}*(?:what|why|how|when|where|which|who|do|does|did|is|are|was|should|warum|wieso|wann|wie|pourquoi|quand|por\s+qu[ée]|cu[áa]ndo|为什么|なぜ|どうして)(?!\p{L}).*\?/iu.test(
    sentence,
  )

/**
 * @param own the developer's own words for it
 * @param text what the sentences are of
 * @returns whether a sentence of any length asks to wait: nothing of a message that does is cast
 */
function waitingBy(own: readonly string[], text: string): (sentence: string) => boolean {
  const unbroken = isLatinText(text) ? [] : together
  const apart = whole([...spaced.map(([waits]) => waits), choice(own)].join('|'), text)
  const waiting = new RegExp([apart, ...unbroken.map(([waits]) => waits)].join('|'), 'iu')
  const denied = new RegExp([...spaced, ...unbroken].map(([, each]) => each).join('|'), 'giu')
  return (sentence) => waiting.test(sentence.replace(denied, ' ')) && !asksWhy(sentence)
}

/** What a message of the developer says. */
export interface SaidWords {
  /** Each verb that it says, and how often; a spell by its name, whichever of its words is said. */
  readonly words: Readonly<Record<string, number>>
  /** Whether it asks to wait, in any way: then nothing is cast, and nothing granted. */
  readonly asksToWait: boolean
  /** Whether it says “accio until complete”. */
  readonly untilComplete: boolean
  /** Whether no person has written it, so that it changes nothing. */
  readonly isNothing: boolean
}

/** The words that count besides those of the six spells. */
export interface KnownWords {
  /** The verbs that only the developer decides. */
  readonly verbs: readonly string[]
  /** What can stand between `spell` and a verb. */
  readonly workflows: readonly string[]
  /** The words of the repository's own workflows; with their workflow before them they mean nothing else. */
  readonly own?: Readonly<Record<string, readonly string[]>>
  /** The developer's own words, each with the spell that it casts, or `wait`. */
  readonly also: Readonly<Record<string, string>>
}

/** In characters. Of a longer message only the beginning is read: what follows is hardly typed. */
const mostLength = 65_536
const mostWords = 4

/** In a sentence with one no plain word counts. */
const marks = new RegExp(`[${quotedMark}${saidMark}]`, 'u')

/** Lumos needs no word. */
const casting = spellNames.filter((name) => name !== 'lumos')
const granting = '[/$]?(?:spell[ \\t]+)?(?:accio|next),?\\s+until\\s+complete'
const asking = /\?|^\W*(?:what|why|how|when|where|which|who|can|could|should|shall|would|will|may|is|are)\b/iu
const negation = /n['’]t\b|\b(?:dont|never|no|not)\b/iu
/** What a host writes in the developer's place; another tag may stand around what they have written. */
const ofHost =
  /^(?:<[a-z][\w-]*(?:notification|reminder|std(?:out|err))[\s/>]|\W{0,2}(?:sub-?agent|background (?:agent|command|shell|task)|(?:system|task)[ -]notification)\b|(?:agent|task) ["“'`].*(?:completed|failed|finished))/iu

/**
 * Reads which verbs a message says, as docs/agents.md describes. Linear in its length.
 *
 * @param message as the developer has written it
 */
export function saidIn(message: string, known: KnownWords): SaidWords {
  const text = message.slice(0, mostLength).normalize('NFKC').trim()
  if (text === '' || ofHost.test(text)) return { words: {}, asksToWait: false, untilComplete: false, isNothing: true }
  const own = ownWords(text)
  const counts = new Map<string, number>()
  const count = (word: string): void => void counts.set(word, (counts.get(word) ?? 0) + 1)
  const plain = plainWords(known)
  const rest = own.replace(new RegExp(whole(explicitWords(known), text), 'giu'), (match) => {
    const [word = '', workflow = ''] = lower(match).split(/[ /$]/).reverse()
    count(meaningOf(word, known, workflow))
    return saidMark
  })
  const plainWord = new RegExp(whole(choice([...plain.keys()]), text), 'giu')
  const sentences = sentencesOf(rest)
  for (const sentence of sentences) {
    if (marks.test(sentence) || asking.test(sentence) || negation.test(sentence)) continue
    const length = lengthOf(sentence)
    // A phrase of the developer's own is one word.
    const said = [...sentence.matchAll(plainWord)].filter(([match]) => length - lengthOf(match) < mostWords)
    for (const [match] of said) count(plain.get(lower(match)) ?? '')
  }
  const untilComplete = new RegExp(whole(granting, text), 'iu')
  const ownWait = ownOf(known.also).flatMap(([words, verb]) => (verb === wait ? words : []))
  const grants = (each: string) => untilComplete.test(each) && !asking.test(each) && !negation.test(each)
  return {
    words: Object.fromEntries(counts),
    asksToWait: sentences.some(waitingBy(ownWait, text)),
    untilComplete: sentencesOf(own).some(grants),
    isNothing: false,
  }
}

const lower = (words: string): string => words.toLowerCase().replace(/\s+/g, ' ')

/** Where no space is between words each sign counts. */
function lengthOf(words: string): number {
  const word = `(?:${spacedLetter(words)}|['’-])+`
  return words.match(new RegExp(isLatinText(words) ? word : `${unspaced}|${word}`, 'gu'))?.length ?? 0
}

const sentencesOf = (text: string): readonly string[] => text.split(/(?<=[.!?])\s+|[;\n。]/u)

/** The words that count only in a short sentence, each with its verb. */
const plainWords = ({ verbs, also }: KnownWords): ReadonlyMap<string, string> =>
  new Map([
    ...casting.map((name) => [spells[name].alias, name] as const),
    ...verbs.map((verb) => [verb, verb] as const),
    ...ownOf(also).filter(([, verb]) => verb !== wait),
  ])

const wait = 'wait'

const ownOf = (also: KnownWords['also']) =>
  Object.entries(also).map(([words, verb]) => [lower(words.normalize('NFKC')), verb] as const)

/** @returns every phrase that is a word, in lower case; of the look only its Latin name, which is no word of English */
export const spellWords = (known: KnownWords): readonly string[] => [
  ...new Set([...spellNames, ...plainWords(known).keys(), ...Object.values(known.own ?? {}).flat()]),
]

/**
 * @param phrase one of `spellWords`
 * @param workflow that was named before it
 * @returns what it is kept as: a spell by its name
 */
export const meaningOf = (phrase: string, known: KnownWords, workflow = ''): string =>
  known.own?.[workflow]?.includes(phrase) ? phrase : (plainWords(known).get(phrase) ?? phrase)

/** @returns an expression for the words that count anywhere: a Latin name, and every verb with `spell` or a slash before it */
function explicitWords({ verbs, workflows, own = {} }: KnownWords): string {
  const spell = `[/$]?spell[ \\t]+(?:(?:${choice(workflows)})[ \\t]+)?`
  const latin = `(?:[/$]|${spell})?(?:${choice(casting)})`
  const others = choice([...verbs, ...Object.values(own).flat(), ...casting.map((name) => spells[name].alias)])
  return `${latin}|${spell}(?:${others})|/(?:${choice(verbs)})`
}

/**
 * The words besides those of the six spells that let a step happen, in any workflow: the hook on a message loads none of
 * them.
 */
export const developerWords = [
  ...['new', 'undo', 'override', 'doctor', 'stop', 'reply'],
  ...['approve', 'replan', 'autonomous'],
  ...['settle', 'freeze', 'finish', 'cleanup', 'delete', 'upgrade'],
  ...['engage', 'cancel', 'yes', 'edits', 'proceed', 'edit', 'unblocked', 'failed', 'continue'],
  ...['satisfied', 'new-work', 'skip'],
] as const
