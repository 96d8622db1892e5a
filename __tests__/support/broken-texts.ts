import fc from 'fast-check'

/** A way to damage a file; the numbers choose the place. */
type Mutation = (bytes: Buffer, at: number, length: number) => Buffer

const linesOf = (bytes: Buffer) => bytes.toString('latin1').split('\n')
const fromLines = (lines: readonly string[]) => Buffer.from(lines.join('\n'), 'latin1')
const splice = (bytes: Buffer, at: number, removed: number, added: string | Uint8Array) =>
  Buffer.concat([bytes.subarray(0, at), Buffer.from(added as string), bytes.subarray(at + removed)])

const byHand: Readonly<Record<string, Mutation>> = {
  'cut off': (bytes, at) => bytes.subarray(0, at),
  'a piece missing': (bytes, at, length) => splice(bytes, at, length, ''),
  'a piece twice': (bytes, at, length) => splice(bytes, at, 0, bytes.subarray(at, at + length)),
  'the whole twice': (bytes) => Buffer.concat([bytes, bytes]),
  'a bit flipped': (bytes, at, length) => splice(bytes, at, 1, Uint8Array.of((bytes[at] ?? 0) ^ (1 << (length % 8)))),
  'a line twice': (bytes, at) => {
    const lines = linesOf(bytes)
    const line = at % lines.length
    return fromLines([...lines.slice(0, line + 1), ...lines.slice(line)])
  },
  'a line missing': (bytes, at) => fromLines(linesOf(bytes).filter((_, index, all) => index !== at % all.length)),
  'two lines the other way round': (bytes, at, length) => {
    const lines = linesOf(bytes)
    const [one, other] = [at % lines.length, length % lines.length]
    return fromLines(lines.map((line, index) => lines[index === one ? other : index === other ? one : index] ?? line))
  },
  'a conflict': (bytes, at, length) => {
    const lines = linesOf(bytes)
    const [from, to] = [at % lines.length, (at % lines.length) + (length % 5)]
    const [before, ours, after] = [lines.slice(0, from), lines.slice(from, to), lines.slice(to)]
    return fromLines([...before, '<<<<<<< HEAD', ...ours, '=======', ...ours.slice(1), '>>>>>>> theirs', ...after])
  },
  'a byte order mark': (bytes) => splice(bytes, 0, 0, '\uFEFF'),
  'the line ends of Windows': (bytes) => fromLines(bytes.toString('latin1').split('\n').join('\r\n').split('\n')),
  'the line ends of old Macs': (bytes) => Buffer.from(bytes.toString('latin1').replaceAll('\n', '\r'), 'latin1'),
  'UTF-16': (bytes) => Buffer.from(bytes.toString(), 'utf16le'),
  'a NUL': (bytes, at) => splice(bytes, at, 0, '\0'),
  'half a character': (bytes, at) => splice(bytes, at, 0, Uint8Array.of(0xe2, 0x82)),
  'a replacement character': (bytes, at) => splice(bytes, at, 0, '\uFFFD'),
  'deep nesting': (bytes, at, length) => splice(bytes, at, 0, (length % 2 ? '[' : '{"a":').repeat(5000)),
  'deep quotes': (bytes, at, length) => splice(bytes, at, 0, (length % 2 ? '> ' : '- ').repeat(500)),
  'a huge number': (bytes, at) =>
    Buffer.from(bytes.toString().replace(/\d+/g, (number, index) => (index >= at ? '9'.repeat(300) : number))),
  'a prototype': (bytes) =>
    Buffer.from(bytes.toString().replace('{', '{"__proto__":{"polluted":true},"constructor":{"prototype":1},')),
  'a front matter that runs': (bytes) => splice(bytes, 0, 0, '---js\nprocess.exit(99)\n---\n'),
}

/** Replaces a value in JSON, or in a line of JSON, by any other; other text stays. */
function retyped(text: string, at: number, value: unknown): string {
  const lines = text.split('\n')
  const chosen = at % lines.length
  try {
    return JSON.stringify(replaceValue(JSON.parse(text), at, value))
  } catch {
    try {
      return lines
        .map((line, index) => (index === chosen ? JSON.stringify(replaceValue(JSON.parse(line), at, value)) : line))
        .join('\n')
    } catch {
      return text
    }
  }
}

function replaceValue(document: unknown, at: number, value: unknown): unknown {
  const places: { holder: Record<string, unknown>; key: string }[] = []
  const walk = (holder: unknown): void => {
    if (typeof holder !== 'object' || holder === null) return
    for (const [key, inner] of Object.entries(holder)) {
      places.push({ holder: holder as Record<string, unknown>, key })
      walk(inner)
    }
  }
  walk(document)
  const place = places[at % Math.max(1, places.length)]
  if (place) place.holder[place.key] = value
  return document
}

/** Input that tries to escape, or to be taken for something else. */
const sly = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown>(
    '../../../outside',
    '/etc/passwd',
    '.ai/../../x',
    'C:\\x',
    '',
    -1,
    1.5,
    2 ** 53,
    [],
    {},
    null,
    true,
  ),
  fc.constantFrom<unknown>([{ from: '../x', to: '../y' }], [{ path: '../../x', digest: '../x' }], [null], [[]], [{}]),
)

/** Damaged variants of a text, and unrelated texts. */
export const mutated = (text: string): fc.Arbitrary<Uint8Array> => {
  const step = fc.record({
    mutation: fc.constantFrom(...Object.values(byHand)),
    at: fc.nat({ max: Math.max(1, text.length) }),
    length: fc.nat({ max: 400 }),
  })
  const broken = fc
    .array(step, { minLength: 1, maxLength: 3 })
    .map((steps) =>
      steps.reduce((bytes: Buffer, { mutation, at, length }) => mutation(bytes, at, length), Buffer.from(text)),
    )
  const confused = fc
    .array(fc.record({ at: fc.nat({ max: 10_000 }), value: sly }), { minLength: 1, maxLength: 3 })
    .map((steps) => Buffer.from(steps.reduce((now, { at, value }) => retyped(now, at, value), text)))
  return fc.oneof(
    { weight: 5, arbitrary: broken },
    { weight: 4, arbitrary: confused },
    { weight: 1, arbitrary: fc.json().map((json) => Buffer.from(json)) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 2000 }) },
  )
}
