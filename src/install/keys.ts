import { isDeepStrictEqual } from 'node:util'
import { applyEdits, modify, type ParseError, parse, printParseErrorCode } from 'jsonc-parser'
import type { Key, KeysPiece } from './piece'
import type { Put } from './put'

/**
 * Puts values into a JSON text; everything else in it stays as it is, comments too.
 *
 * @param text of the file, undefined where there is none
 * @param past those of ours that were put in before; one that is wanted in another form now is replaced
 */
export function putKeys(text: string | undefined, { keys }: KeysPiece, past: readonly Key[]): Put {
  const before = text ?? '{}'
  const problem = problemIn(before)
  if (problem) return { kept: 'refused', why: problem }
  const fresh = keys.filter((key) => !isIn(before, key))
  const stale = past.filter((key) => !keys.some((wanted) => isDeepStrictEqual(wanted, key)))
  let after = takeKeys(before, stale)
  for (const key of fresh) {
    const there = valueAt(after, key.at)
    if (there !== undefined && !fits(there, key)) {
      return { kept: 'foreign', ours: `${print(key.value)}\n`, there: `${print(there)}\n` }
    }
    after = put(after, key, there)
  }
  return { text: text === undefined ? `${after.trimEnd()}\n` : after }
}

/** Takes values out that are still as they were put in; objects and lists that they leave empty go with them. */
export function takeKeys(text: string, keys: readonly Key[]): string {
  return [...keys].reverse().reduce((rest, key) => (problemIn(rest) ? rest : take(rest, key)), text)
}

/** @returns whether a value of ours is there, unchanged */
export function isIn(text: string, { at, value, append, chain }: Key): boolean {
  const there = valueAt(text, at)
  if (append) return Array.isArray(there) && there.some((item) => isDeepStrictEqual(item, value))
  if (chain) return typeof there === 'string' && there.split(' && ').includes(String(value))
  return isDeepStrictEqual(there, value)
}

function fits(there: unknown, { append, chain }: Key): boolean {
  return (append === true && Array.isArray(there)) || (chain === true && typeof there === 'string')
}

function put(text: string, { at, value, append, chain }: Key, there: unknown): string {
  if (append) return edit(text, [...at, -1], value, true)
  return edit(text, at, chain && there ? `${there} && ${value}` : value)
}

function take(text: string, key: Key): string {
  if (!isIn(text, key)) return text
  const { at, value, append, chain } = key
  const there = valueAt(text, at)
  if (append && Array.isArray(there)) {
    const rest = edit(text, [...at, there.findIndex((item) => isDeepStrictEqual(item, value))], undefined)
    return there.length > 1 ? rest : pruned(rest, at)
  }
  if (chain && there !== value) {
    const others = String(there).split(' && ')
    others.splice(others.lastIndexOf(String(value)), 1)
    return edit(text, at, others.join(' && '))
  }
  return pruned(edit(text, at, undefined), at.slice(0, -1))
}

/** Without the objects and lists at the end of a path that have nothing in them. */
function pruned(text: string, at: readonly string[]): string {
  const there = valueAt(text, at)
  if (at.length === 0 || typeof there !== 'object' || there === null || Object.keys(there).length > 0) return text
  return pruned(edit(text, at, undefined), at.slice(0, -1))
}

/** Written as the text around it is. */
function edit(text: string, at: readonly (string | number)[], value: unknown, isArrayInsertion = false): string {
  const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? '  '
  const formattingOptions = {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.startsWith('\t') ? 1 : indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  }
  return applyEdits(text, modify(text, [...at], value, { formattingOptions, isArrayInsertion }))
}

function valueAt(text: string, at: readonly string[]): unknown {
  return at.reduce<unknown>(
    (value, part) =>
      typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[part] : undefined,
    parse(text, [], { allowTrailingComma: true }),
  )
}

function problemIn(text: string): string | undefined {
  const errors: ParseError[] = []
  const value: unknown = parse(text, errors, { allowTrailingComma: true })
  const [first] = errors
  if (first) {
    const line = text.slice(0, first.offset).split('\n').length
    return `it is not valid JSON in line ${line} (${printParseErrorCode(first.error)})`
  }
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? undefined : 'it is not a JSON object'
}

const print = (value: unknown): string => JSON.stringify(value, null, 2)
