import { isCollection, isMap, isScalar, isSeq, type Node, type Pair, parseAllDocuments } from 'yaml'
import type { LinePosition } from '../agents/piece'
import { blocksIn, withoutBlocks } from '../pieces/marker'

type Keys = readonly string[]

/** @returns the value at a path of a YAML text; undefined if there is none */
export function valueInYaml(text: string, at: Keys): Node | undefined {
  const document = onlyDocument(withoutBlocks(text))
  return isMap(document) ? (document.getIn(at, true) as Node | undefined) : undefined
}

/**
 * @returns the place after the last entry of the list or map `at`, which must exist, where a new one leaves every other
 * byte as it is; or why there is none
 */
export function placeInYaml(text: string, at: Keys): LinePosition | string {
  const document = onlyDocument(text)
  if (typeof document === 'string') return document
  if (!document) return { offset: text.length, indent: '' }
  let node: Node | undefined = document
  let above = 0
  for (const key of at) {
    if (!isMap(node)) return 'it has something else where spell would add to a map.'
    const pair: Pair | undefined = node.items.find((item) => isScalar(item.key) && item.key.value === key)
    above = (pair?.key as Node | undefined)?.range?.[0] ?? 0
    node = (pair?.value as Node | null) ?? undefined
  }
  // A key without a value gets its first entry.
  if (!node || (isScalar(node) && node.value === null)) {
    return { offset: endOfLine(text, above), indent: `${columnOf(text, above)}  ` }
  }
  const indent = columnOf(text, node.range?.[0] ?? 0)
  if (!isCollection(node) || node.flow || indent.trim() !== '') {
    return 'it is not written in lines that spell could add one to.'
  }
  return { offset: at.length === 0 ? text.length : outside(text, endOfLine(text, endOf(node))), indent }
}

/** @returns the content of a text; undefined if it is empty, or why it cannot be extended */
function onlyDocument(text: string): Node | undefined | string {
  const documents = parseAllDocuments(text)
  if (!Array.isArray(documents) || documents.length === 0) return undefined
  const [document, second] = documents
  const [error] = document?.errors ?? []
  if (error) return `it is not valid YAML in line ${error.linePos?.[0].line ?? 1}.`
  if (second || /^\.\.\.\s*$/m.test(text)) return 'it has more than one document.'
  const contents = document?.contents
  if (!contents || (isScalar(contents) && contents.value === null)) return undefined
  return isMap(contents) ? contents : 'it is not a map.'
}

/** The end of a node's last value; a comment may follow, which belongs to no node. */
function endOf(node: Node): number {
  if (isCollection(node) && !node.flow) {
    const last: unknown = node.items.at(-1)
    const inner = isSeq(node) ? last : ((last as { value?: unknown })?.value ?? (last as { key?: unknown })?.key)
    if (inner) return endOf(inner as Node)
  }
  return node.range?.[1] ?? 0
}

/** The last entry may be a block of ours, whose last line is a comment. */
const outside = (text: string, offset: number): number =>
  blocksIn(text).find(({ start, end }) => start < offset && offset < end)?.end ?? offset

function endOfLine(text: string, offset: number): number {
  if (text[offset - 1] === '\n') return offset
  const end = text.indexOf('\n', offset)
  return end < 0 ? text.length : end + 1
}

/** The text before an offset in its line. */
const columnOf = (text: string, offset: number): string => text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset)
