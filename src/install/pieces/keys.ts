import {
  findNodeAtLocation,
  modify,
  type Node,
  type ParseError,
  parse,
  parseTree,
  printParseErrorCode,
  visit,
} from 'jsonc-parser'
import { inOrder, isRecord } from '../../text/json'
import type { Key, KeysPiece } from '../agents/piece'
import { fingerprint } from './marker'
import type { Put } from './piece'
import type { FiledKey } from './record'

/** Adds values to the JSON text of a file, if there is one, and removes unwanted `past` ones of ours. All else stays. */
export function putKeys(text: string | undefined, { keys }: KeysPiece, past: readonly FiledKey[]): Put {
  const before = text ?? '{}'
  const problem = problemIn(before)
  if (problem) return { kept: 'refused', why: problem }
  const fresh = keys.filter((key) => !isIn(before, filedKey(key)))
  const wanted = new Set(keys.map((key) => textOf(filedKey(key))))
  const stale = past.filter((key) => !wanted.has(textOf(key)))
  let after = takeKeys(before, stale)
  for (const key of fresh) {
    const other = inTheWay(after, key)
    if (other !== undefined) {
      return { kept: 'foreign', ours: `${print(key.value)}\n`, there: `${print(other)}\n` }
    }
    after = put(after, key)
  }
  return { text: text === undefined ? `${after.trimEnd()}\n` : after }
}

/** Removes values that are unchanged, and the objects and lists that become empty. */
export function takeKeys(text: string, keys: readonly FiledKey[]): string {
  return [...keys].reverse().reduce((rest, key) => (problemIn(rest) ? rest : take(rest, key)), text)
}

const textOf = (value: unknown): string => JSON.stringify(inOrder(value))

const digestOf = (value: unknown): string => fingerprint(textOf(value))

/** @returns what is recorded of a value of ours, by which it is found again */
export const filedKey = ({ at, value, append }: Key): FiledKey => ({
  at,
  digest: digestOf(value),
  ...(append && { append }),
})

/** @returns whether a value of ours is present and unchanged */
export function isIn(text: string, { at, digest, append }: FiledKey): boolean {
  const there = valueAt(text, at)
  const isIt = (value: unknown) => value !== undefined && digestOf(value) === digest
  if (append) return Array.isArray(there) && there.some(isIt)
  return isIt(there)
}

/** A foreign value in the place of ours, or of an object that should contain it. */
function inTheWay(text: string, { at, append }: Key): unknown {
  const above = at.slice(1).map((_, index) => valueAt(text, at.slice(0, index + 1)))
  const wrong = above.find((value) => value !== undefined && !isRecord(value))
  const there = valueAt(text, at)
  const fits = append && Array.isArray(there)
  return wrong !== undefined || fits ? wrong : there
}

const put = (text: string, { at, value, append }: Key): string =>
  append ? edit(text, [...at, -1], value, true) : edit(text, at, value)

function take(text: string, key: FiledKey): string {
  if (!isIn(text, key)) return text
  const { at, digest, append } = key
  const there = valueAt(text, at)
  if (append && Array.isArray(there)) {
    const rest = edit(text, [...at, there.findIndex((item) => digestOf(item) === digest)], undefined)
    return there.length > 1 ? rest : pruned(rest, at)
  }
  return pruned(edit(text, at, undefined), at.slice(0, -1))
}

/** Removes empty objects and lists at the end of a path. */
function pruned(text: string, at: readonly string[]): string {
  const there = valueAt(text, at)
  if (at.length === 0 || typeof there !== 'object' || there === null || Object.keys(there).length > 0) return text
  return pruned(edit(text, at, undefined), at.slice(0, -1))
}

/** Edits one value in the style of the surrounding text, without any other change. */
function edit(text: string, at: readonly (string | number)[], value: unknown, isArrayInsertion = false): string {
  if (value === undefined) return remove(text, at)
  const [change] = modify(text, [...at], value, { isArrayInsertion })
  if (!change) return text
  const { offset, length, content } = change
  const put = length > 0 ? content : laidOut(text, offset, content)
  return text.slice(0, offset) + put + text.slice(offset + length)
}

function remove(text: string, at: readonly (string | number)[]): string {
  const tree = parseTree(text, [], { allowTrailingComma: true })
  const node = tree && findNodeAtLocation(tree, [...at])
  const child = node?.parent?.type === 'property' ? node.parent : node
  const around = child?.parent
  if (!child || !around?.children) return text
  const index = around.children.indexOf(child)
  const [before, after] = [around.children[index - 1], around.children[index + 1]]
  const without = (start: number, end: number) => text.slice(0, start) + text.slice(end)
  // Includes the comma after it, or before it.
  if (after) return without(child.offset, after.offset)
  if (before) return without(endOf(before), endOf(child))
  return without(around.offset + 1, endOf(around) - 1)
}

const endOf = ({ offset, length }: Node): number => offset + length

/** The layout of a new value in an object or a list: on separate lines, unless the existing ones share one line. */
function laidOut(text: string, offset: number, content: string): string {
  const isFirst = !content.startsWith(',')
  const whole = text.trim()
  if (whole !== '{}' && !whole.includes('\n')) return content
  const [, key = '', value = ''] = /^,?("(?:[^"\\]|\\.)*":)?([\s\S]*)$/.exec(content) ?? []
  const unit = /^([ \t]+)\S/m.exec(text)?.[1] ?? '  '
  const depth = depthAt(text, offset)
  const end = text.includes('\r\n') ? '\r\n' : '\n'
  const lines = JSON.stringify(JSON.parse(value), null, unit).split('\n')
  const [first = '', ...others] = lines
  const put = [`${key}${key && ' '}${first}`, ...others].map((line) => end + unit.repeat(depth) + line).join('')
  return `${isFirst ? '' : ','}${put}${isFirst ? end + unit.repeat(depth - 1) : ''}`
}

function depthAt(text: string, offset: number): number {
  let depth = 0
  const count = (step: number) => (at: number) => {
    if (at < offset) depth += step
  }
  visit(text, { onObjectBegin: count(1), onArrayBegin: count(1), onObjectEnd: count(-1), onArrayEnd: count(-1) })
  return depth
}

function valueAt(text: string, at: readonly string[]): unknown {
  return at.reduce<unknown>(
    (value, part) =>
      typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[part] : undefined,
    parse(text, [], { allowTrailingComma: true }),
  )
}

/** @returns why a text is no JSON object; undefined if it is one */
export function problemIn(text: string): string | undefined {
  const errors: ParseError[] = []
  const value: unknown = parse(text, errors, { allowTrailingComma: true })
  const [first] = errors
  if (first) {
    const line = text.slice(0, first.offset).split('\n').length
    return `it is not valid JSON in line ${line} (${printParseErrorCode(first.error)})`
  }
  return isRecord(value) ? undefined : 'it is not a JSON object'
}

const print = (value: unknown): string => JSON.stringify(value, null, 2)
