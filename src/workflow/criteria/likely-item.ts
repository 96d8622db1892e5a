import { code, codeSpan } from '../../text/markdown/code'
import type { StrayLine } from '../../text/markdown/task-item'
import { itemWords, mayBeItem, meantBy } from './item-words'
import { commandFields, fieldNames } from './planned-command'
import { readsAsCommand } from './reads-as-command'

const span = /^(`+)(?!`)(?:.*?[^`]\1(?!`))?/s

/** The words of items, and how each goes on as no prose does. */
const goesOn: ReadonlyMap<string, RegExp> = new Map([
  ['run', span],
  ['shell', span],
  ...fieldNames.flatMap((name): [string, RegExp][] => {
    const { item } = commandFields[name]
    return item ? [[item.word, item.goesOn ?? span]] : []
  }),
  ['red', /^`*first\b/i],
  ['by', /^`*developers?\b/i],
])

/**
 * Tells an item from prose, however it is written: it begins with one of the words, or one that is a slip away from it, and goes
 * on as only an item does. Without a colon or the like, or by another name, that has to be all it says.
 *
 * @param isBoxed whether it has a box, so that it is a criterion, which may begin with many words
 * @param hasCommand whether there is a command above it
 * @returns the word that is meant, and the command or folder as code, if it has one; undefined for prose
 */
export function likelyItem(
  text: string,
  isBoxed = false,
  hasCommand = false,
): { word: string; code?: string } | undefined {
  if (!mayBeItem(text, isBoxed)) return undefined
  // A full-width colon is one, and what cannot be seen is not there.
  const plain = text.normalize('NFKC').replace(/\p{C}/gu, '').trim()
  const inside = codeSpan(plain)
  const shown = inside ?? plain.replace(/^([^\p{L}\p{N}`]*)(`+)([^`]+)\2(?!`)/u, '$1$3')
  const [, first = '', between = '', said = ''] = /^[^\p{L}\p{N}]*(\p{L}+)([^\p{L}\p{N}`]*)(.*)$/su.exec(shown) ?? []
  const isMarked = /[^\s*_~]/.test(between)
  const meant = meantBy(first, isMarked, isBoxed, hasCommand)
  if (!meant) return undefined
  const { word, isClear } = meant
  const form = goesOn.get(word) ?? span
  const isCode = form === span
  const rest = isCode && inside !== undefined && said !== '' ? code(said.trim()) : said
  const [found] = form.exec(rest) ?? []
  if (found === undefined)
    return word === 'run' && between.includes(':') && readsAsCommand(said) ? { word, code: code(said) } : undefined
  const isWhole = !/[\p{L}\p{N}]/u.test(rest.slice(found.length))
  if (!isWhole && !isClear) return undefined
  return { word, ...(isCode && codeSpan(found) !== undefined && { code: found }) }
}

/** An item as it has to be begun; in words that prose has too it goes on as no prose does. */
const begun = new RegExp(`^[^A-Za-z\`]*(${itemWords.join('|')}): *(\\S.*?)[\\s|]*$`, 's')

/**
 * Tells what is meant as an item from prose, in a line that belongs to no criterion.
 *
 * @param isFar whether there is a heading between: then it has the form of an item
 * @returns as `likelyItem`, with all that is said as code
 */
export function strayItem({ text, isItem, isFar }: Pick<StrayLine, 'text' | 'isItem' | 'isFar'>) {
  const meant = likelyItem(text, isFar || !isItem)
  const [, word, said = ''] = begun.exec(text) ?? []
  if (word === undefined) return isFar ? undefined : meant
  if (isFar && !meant) return undefined
  const isWhole = goesOn.get(word) !== span || codeSpan(said) !== undefined
  return { word, code: isWhole ? said : (meant?.code ?? code(said)) }
}
