import {
  type ErrorCode,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  LineCounter,
  type Node,
  parseDocument,
  visit,
} from 'yaml'

/** Where something stands in a file; both count from 1. */
export interface Position {
  readonly line: number
  readonly column: number
}

/** What is wrong with the file of a workflow, and where. */
export interface Fault extends Position {
  /** A sentence without a full stop. */
  readonly message: string
}

/** The keys and indices that lead to a value. */
export type Path = readonly (string | number)[]

/** The value of a YAML file, and where each of its parts stands. */
export interface Source {
  /** Plain JSON; undefined if the file is not YAML. */
  readonly value: unknown
  /** Where a part stands: its key if it has one; of what is missing, the nearest part around it. */
  readonly placeOf: (path: Path) => Position
  readonly faults: readonly Fault[]
}

const most = { bytes: 256 * 1024, faults: 20, depth: 50 }

/** Keys that a map of names does not keep. */
const lost: readonly string[] = ['__proto__', 'prototype', 'constructor']
const tooDeep = 'this is nested too deeply'

/** What the parser says in words of its own. */
const clearer: Readonly<Partial<Record<ErrorCode, string>>> = {
  RESOURCE_EXHAUSTION: tooDeep,
  MULTIPLE_DOCS: 'a file has one document',
  BLOCK_AS_IMPLICIT_KEY: 'a text with `: ` in it stands in quotes',
  TAB_AS_INDENT: 'a line is indented by spaces, not by a tab',
}

/** Reads YAML without anchors and tags: what a reader sees is what counts. */
export function readSource(text: string): Source {
  const start = { line: 1, column: 1 }
  const faulty = (...faults: Fault[]): Source => ({ value: undefined, placeOf: () => start, faults })
  if (Buffer.byteLength(text) > most.bytes) return faulty({ ...start, message: 'the file has more than 256 kB' })
  const lineCounter = new LineCounter()
  const document = parseDocument(text, { lineCounter, prettyErrors: false, uniqueKeys: false })
  const placeAt = (offset: number): Position => {
    const { line, col } = lineCounter.linePos(offset)
    return { line: Math.max(line, 1), column: Math.max(col, 1) }
  }
  const broken = [...document.errors, ...document.warnings].map(({ pos, code, message }) => ({
    ...placeAt(pos[0]),
    message: clearer[code] ?? message,
  }))
  const odd = text.search(/[\0\uFFFD]/)
  const unread = odd >= 0 && { ...placeAt(odd), message: 'this is no text in UTF-8' }
  // Each of a thousand brackets that are not closed would be one more.
  const first = unread || broken.find(({ message }) => message === tooDeep)
  const faults = first ? [first] : broken.length > 0 ? broken : refusedIn(document.contents, placeAt)
  if (faults.length > 0) return faulty(...faults.slice(0, most.faults))
  const placeOf = (path: Path) => placeAt(offsetOf(document.contents, path))
  return { value: document.toJS({ maxAliasCount: 0 }), placeOf, faults: [] }
}

/** Finds anchors, aliases, tags, keys that are there twice, and what is nested too deeply. */
function refusedIn(contents: Node | null, placeAt: (offset: number) => Position): Fault[] {
  const faults: Fault[] = []
  const refuse = (node: unknown, message: string) => faults.push({ ...placeAt(startOf(node)), message })
  visit(contents, (_, node, path) => {
    if (!isNode(node)) return undefined
    if (path.length > most.depth) {
      refuse(node, tooDeep)
      return visit.BREAK
    }
    if (isMap(node)) {
      const keys = new Set<string>()
      for (const { key } of node.items) {
        const name = nameOf(key)
        if (!isScalar(key) || lost.includes(name)) refuse(key, 'this cannot be a name')
        else if (keys.has(name)) refuse(key, `"${name}" is there twice`)
        keys.add(name)
      }
    }
    const anchor = 'anchor' in node && node.anchor
    if (isAlias(node) || anchor) refuse(node, 'anchors are not read: write it out')
    else if (node.tag) refuse(node, 'tags are not read: leave it out')
    return undefined
  })
  return faults
}

/** Where the part at the end of a path begins: at its key, if it has one. */
function offsetOf(contents: Node | null, path: Path): number {
  let node: unknown = contents
  let offset = startOf(contents)
  for (const step of path) {
    if (!isCollection(node)) break
    const item: unknown = node.items.find((each, index) =>
      isPair(each) ? nameOf(each.key) === String(step) : index === step,
    )
    if (item === undefined) break
    const [key, value] = isPair(item) ? [item.key, item.value] : [item, item]
    offset = startOf(key)
    node = value
  }
  return offset
}

const nameOf = (key: unknown): string => String(isScalar(key) ? key.value : key)

const startOf = (node: unknown): number => (isNode(node) ? (node.range?.[0] ?? 0) : 0)
