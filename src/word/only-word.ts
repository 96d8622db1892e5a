import { isLatin } from '../workflows/engineer/spells'
import { ownWords } from './without-quotes'
import { isLatinText, type KnownWords, letterIn, meaningOf, spellWords } from './words-in-message'

/** What a message says that says one word and nothing else. */
export interface OnlyWord {
  /** A spell by its name, whichever of its words is said. */
  readonly word: string
  /** Whether it was said by its Latin name, or with `/` or `spell` before it: a plain word may be meant otherwise. */
  readonly isExplicit: boolean
  /** The workflow that was named before it. */
  readonly workflow?: string
  /** The piece of work that was named behind it. */
  readonly work?: string
  readonly untilComplete: boolean
}

/** Whether a message is short enough to be a word with the name of a piece of work behind it. */
export const mayName = (message: string): boolean => message.trim().length <= mostLength

/** A longer message says more. In characters. */
const mostLength = 200

const grant = ['until', 'complete']

/**
 * Recognises a message that is one word and, around it, only what courtesy adds. Pure.
 *
 * @param works the names of the pieces of work, any of which may follow the word
 * @returns undefined if it says more, less, or asks
 */
export function onlyWord(message: string, known: KnownWords, works: readonly string[]): OnlyWord | undefined {
  const text = message.trim().replace(/\r\n?/g, '\n').normalize('NFKC').toLowerCase()
  if (text.length > mostLength || /[?`]/.test(text) || ownWords(text) !== text) return undefined
  const tokens = tokensIn(text)
  const found = tokens.flatMap((_, start) => wordsAt(tokens, start, known, works))
  const alone = found.filter(({ start, end }) => isCourtesy(tokens.slice(0, start)) && isCourtesy(tokens.slice(end)))
  const best = alone.find(({ said }) => said.isExplicit) ?? alone[0]
  return best?.said
}

/** Punctuation and emoji are no part of what is said; where the script changes, a word ends. */
function tokensIn(text: string): readonly string[] {
  const plain = text.replace(/['’]/g, "'").replace(/[\u200d\ufe0f]/g, '')
  const letter = letterIn(plain)
  const token = new RegExp(`(?:[/$](?=${letter}))?(?:${letter}|['/-])+`, 'gu')
  return (isLatinText(plain) ? plain : plain.replace(changeOfScript(), ' ')).match(token) ?? []
}

function changeOfScript(): RegExp {
  const unspaced = '[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}]'
  return new RegExp(`(?<=${unspaced})(?!${unspaced})|(?<!${unspaced})(?=${unspaced})`, 'gu')
}

interface Found {
  readonly start: number
  readonly end: number
  readonly said: OnlyWord
}

/** Reads `accio`, `/accio`, `spell accio`, `/spell:accio`, `spell rfc approve`, `accio export`, `accio until complete`. */
function wordsAt(tokens: readonly string[], start: number, known: KnownWords, works: readonly string[]): Found[] {
  const [first = ''] = tokens.slice(start)
  const isSpell = /^[/$]?spell$/.test(first)
  const workflow = isSpell ? known.workflows.find((name) => name.toLowerCase() === tokens[start + 1]) : undefined
  const at = start + Number(isSpell) + Number(workflow !== undefined)
  const isSlashed = /^[/$]/.test(tokens[at] ?? '')
  return spellWords(known).flatMap((phrase) => {
    const length = phrase.split(' ').length
    if (
      tokens
        .slice(at, at + length)
        .join(' ')
        .replace(/^[/$]/, '') !== phrase
    )
      return []
    const word = meaningOf(phrase, known, workflow)
    const end = at + length
    const isExplicit = isSpell || isSlashed || isLatin(phrase)
    const said = { word, isExplicit, untilComplete: false, ...(workflow !== undefined && { workflow }) }
    const work = works.find((name) => name.toLowerCase() === tokens[end])
    const grants = word === 'accio' && tokens.slice(end, end + 2).join() === grant.join()
    return [
      { start, end, said },
      ...(work === undefined ? [] : [{ start, end: end + 1, said: { ...said, work } }]),
      ...(grants ? [{ start, end: end + 2, said: { ...said, untilComplete: true } }] : []),
    ]
  })
}

/**
 * What may stand around a word that a message says, without saying more: a closed list, in English, German, Spanish,
 * French, Chinese and Japanese. In lower case, without punctuation.
 */
const courtesies: readonly string[] = [
  ...['yes', 'ok', 'okay', 'good', 'looks good', 'great', 'perfect', 'lgtm', 'thanks', 'thank you', 'please'],
  ...['now', 'then', 'go ahead'],
  ...['ja', 'gut', 'sieht gut aus', 'super', 'perfekt', 'danke', 'bitte', 'jetzt', 'dann', 'los'],
  ...['sí', 'si', 'vale', 'bien', 'se ve bien', 'genial', 'perfecto', 'gracias', 'por favor', 'ahora', 'entonces'],
  ...['adelante', 'oui', "d'accord", 'bon', "c'est bon", 'parfait', 'merci', "s'il te plaît", "s'il vous plaît"],
  ...['maintenant', 'alors', 'vas-y', 'allez-y'],
]

/** The same where nothing stands between words. */
const unspacedCourtesies: readonly string[] = [
  ...['是', '是的', '好', '好的', '很好', '不错', '看起来不错', '太好了', '完美', '谢谢', '请', '现在', '然后'],
  ...['はい', 'オーケー', 'いいですね', '良さそうです', '素晴らしい', '完璧', 'ありがとう', 'ありがとうございます'],
  ...['お願いします', '今', 'では', '次へ', 'どうぞ'],
]

/** Whether some words are nothing but courtesies, one after the other. */
const isCourtesy = (tokens: readonly string[]): boolean => courtesy.test(tokens.join(' '))

const courtesy = new RegExp(`^(?:(?:${courtesies.join('|')})(?: |$)|(?:${unspacedCourtesies.join('|')}) ?)*$`, 'u')
