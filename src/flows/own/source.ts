import { isAlias, isCollection, isNode, isPair, isScalar, LineCounter, type Node, parseDocument, visit } from 'yaml'

/** Where something stands in a file; both count from 1. */
export interface Place {
  readonly line: number
  readonly column: number
}

/** What is wrong with the file of a workflow, and where. */
export interface Fault extends Place {
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
  readonly placeOf: (path: Path) => Place
  readonly faults: readonly Fault[]
}

const most = { bytes: 1024 * 1024, faults: 20 }

/** Reads YAML without anchors and tags: what a reader sees is what counts. */
export function readSource(text: string): Source {
  const start = { line: 1, column: 1 }
  const refused = (message: string): Source => ({
    value: undefined,
    placeOf: () => start,
    faults: [{ ...start, message }],
  })
  if (Buffer.byteLength(text) > most.bytes) return refused('the file has more than 1 MB')
  const lineCounter = new LineCounter()
  const document = parseDocument(text, { lineCounter, prettyErrors: false, uniqueKeys: true })
  const placeAt = (offset: number): Place => {
    const { line, col } = lineCounter.linePos(offset)
    return { line: Math.max(line, 1), column: Math.max(col, 1) }
  }
  const broken = [...document.errors, ...document.warnings].map(({ pos, message }) => ({
    ...placeAt(pos[0]),
    message: message.replace(/\s+/g, ' ').replace(/\.$/, ''),
  }))
  const faults = broken.length > 0 ? broken : taggedIn(document.contents, placeAt)
  if (faults.length > 0) return { value: undefined, placeOf: () => start, faults: faults.slice(0, most.faults) }
  const placeOf = (path: Path) => placeAt(offsetOf(document.contents, path))
  return { value: document.toJS({ maxAliasCount: 0 }), placeOf, faults: [] }
}

/** Finds anchors, aliases and tags. */
function taggedIn(contents: Node | null, placeAt: (offset: number) => Place): Fault[] {
  const faults: Fault[] = []
  visit(contents, (_, node) => {
    if (!isNode(node)) return
    const { range, tag } = node
    const anchor = 'anchor' in node && node.anchor
    const message =
      isAlias(node) || anchor ? 'anchors are not read: write it out' : tag && 'tags are not read: leave it out'
    if (message) faults.push({ ...placeAt(range?.[0] ?? 0), message })
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
      isPair(each) ? String(isScalar(each.key) ? each.key.value : each.key) === String(step) : index === step,
    )
    if (item === undefined) break
    const [key, value] = isPair(item) ? [item.key, item.value] : [item, item]
    offset = startOf(key)
    node = value
  }
  return offset
}

const startOf = (node: unknown): number => (isNode(node) ? (node.range?.[0] ?? 0) : 0)
