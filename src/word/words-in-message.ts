import { spellNames, spells } from '../workflows/engineer/spells'
import { begin, choice, end, letter, saidMark, unspaced, waitingBy } from './asks-to-wait'
import { ownWords, quotedMark } from './without-quotes'

/** What a message of the developer says. */
export interface Said {
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
const wordsIn = new RegExp(`[${unspaced.join('')}]|(?:${letter}|['’-])+`, 'gu')

/** Lumos needs no word. */
const casting = spellNames.filter((name) => name !== 'lumos')
const untilComplete = new RegExp(`${begin}[/$]?(?:spell[ \\t]+)?(?:accio|next),?\\s+until\\s+complete${end}`, 'iu')
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
export function saidIn(message: string, known: KnownWords): Said {
  const text = message.slice(0, mostLength).normalize('NFKC').trim()
  if (text === '' || ofHost.test(text)) return { words: {}, asksToWait: false, untilComplete: false, isNothing: true }
  const own = ownWords(text)
  const counts = new Map<string, number>()
  const count = (word: string): void => void counts.set(word, (counts.get(word) ?? 0) + 1)
  const plain = plainWords(known)
  const rest = own.replace(explicitWords(known), (match) => {
    const [word = '', workflow = ''] = lower(match).split(/[ /$]/).reverse()
    count(meaningOf(word, known, workflow))
    return saidMark
  })
  const plainWord = new RegExp(`${begin}(?:${choice([...plain.keys()])})${end}`, 'giu')
  const sentences = sentencesOf(rest)
  for (const sentence of sentences) {
    if (marks.test(sentence) || asking.test(sentence) || negation.test(sentence)) continue
    const length = lengthOf(sentence)
    // A phrase of the developer's own is one word.
    const said = [...sentence.matchAll(plainWord)].filter(([match]) => length - lengthOf(match) < mostWords)
    for (const [match] of said) count(plain.get(lower(match)) ?? '')
  }
  const grants = (each: string) => untilComplete.test(each) && !asking.test(each) && !negation.test(each)
  return {
    words: Object.fromEntries(counts),
    asksToWait: sentences.some(waitingBy(ownWait(known))),
    untilComplete: sentencesOf(own).some(grants),
    isNothing: false,
  }
}

const lower = (words: string): string => words.toLowerCase().replace(/\s+/g, ' ')

const lengthOf = (words: string): number => words.match(wordsIn)?.length ?? 0

const sentencesOf = (text: string): readonly string[] => text.split(/(?<=[.!?])\s+|[;\n。]/u)

/** The words that count only in a short sentence, each with its verb. */
const plainWords = ({ verbs, also }: KnownWords): ReadonlyMap<string, string> =>
  new Map([
    ...casting.map((name) => [spells[name].alias, name] as const),
    ...verbs.map((verb) => [verb, verb] as const),
    ...ownOf(also).filter(([, verb]) => verb !== wait),
  ])

const wait = 'wait'

const ownWait = ({ also }: KnownWords): readonly string[] =>
  ownOf(also).flatMap(([words, verb]) => (verb === wait ? [words] : []))

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

/** Finds the words that count anywhere: a Latin name, and every verb with `spell` or a slash before it. */
function explicitWords({ verbs, workflows, own = {} }: KnownWords): RegExp {
  const spell = `[/$]?spell[ \\t]+(?:(?:${choice(workflows)})[ \\t]+)?`
  const latin = `(?:[/$]|${spell})?(?:${choice(casting)})`
  const others = choice([...verbs, ...Object.values(own).flat(), ...casting.map((name) => spells[name].alias)])
  return new RegExp(`${begin}(?:${latin}|${spell}(?:${others})|/(?:${choice(verbs)}))${end}`, 'giu')
}

/**
 * The words besides those of the six spells that let a step happen, in any workflow: the hook on a message loads none of
 * them.
 */
export const developerWords = [
  ...['new', 'undo', 'override', 'doctor', 'stop', 'reply'],
  ...['approve', 'replan', 'autonomous'],
  ...['settle', 'freeze', 'finish', 'cleanup', 'delete', 'upgrade'],
  ...[
    'engage',
    'cancel',
    'yes',
    'edits',
    'proceed',
    'edit',
    'unblocked',
    'failed',
    'continue',
    'satisfied',
    'new-work',
    'skip',
  ],
] as const
