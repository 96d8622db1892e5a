import type { RowText, Texts } from '../answer/texts'

/** What is many, of which an answer needs few: each of their values stands for itself. */
type Many = 'rows' | 'files'

/**
 * Where each of them is in the last part of a pack, from which byte to which: `"A1":0,212;"A2":212,365;`. Found in a text,
 * as to make an object of hundreds of names takes longer than all the rest.
 */
type Index = string

/** How many digits say how long the first part is. */
const digits = 8

/**
 * Puts the texts of a workflow so that one row or file can be taken out without reading all others, of which an answer needs
 * about ten in two hundred. Runs when the package is built.
 *
 * @param print a value as JSON in ASCII, so that characters are bytes
 * @returns how long the first part is, the first part with all that is no row and no file and with the indices of those, and
 *   their values one after the other
 */
export function packTexts({ rows, files, ...others }: Texts, print: (value: unknown) => string): string {
  let values = ''
  const put = ([key, value]: [string, unknown]): string => {
    const from = values.length
    values += print(value)
    return `${print(key)}:${from},${values.length};`
  }
  const indexOf = (record: Readonly<Record<string, unknown>>): Index => Object.entries(record).map(put).join('')
  const indices: Record<Many, Index> = { rows: indexOf(rows), files: indexOf(files) }
  const first = print({ ...others, indices })
  return `${String(first.length).padStart(digits, '0')}${first}${values}`
}

/** @returns the texts; those of rows and files are taken apart when they are asked for, which saves half a millisecond */
export function unpackTexts(packed: Buffer): Texts {
  const textOf = (from: number, to: number) => packed.toString('latin1', from, to)
  const start = digits + Number(textOf(0, digits))
  const { indices, ...others }: Omit<Texts, Many> & { indices: Record<Many, Index> } = JSON.parse(textOf(digits, start))
  const parse = (from: number, to: number) => JSON.parse(textOf(start + from, start + to))
  return {
    ...others,
    rows: recordOf<RowText>(indices.rows, parse),
    files: recordOf<string>(indices.files, parse),
  }
}

function recordOf<T>(index: Index, parse: (from: number, to: number) => T): Readonly<Record<string, T>> {
  // Without the names that every object has.
  const known: Record<string, T> = Object.create(null)
  const read = (key: string): T | undefined => {
    if (known[key] !== undefined) return known[key]
    const name = `${JSON.stringify(key)}:`
    const place = index.indexOf(name)
    if (place < 0) return undefined
    const [from, to] = index.slice(place + name.length, index.indexOf(';', place)).split(',')
    const value = parse(Number(from), Number(to))
    known[key] = value
    return value
  }
  return new Proxy(known, {
    get: (_, key) => read(String(key)),
    has: (_, key) => read(String(key)) !== undefined,
    ownKeys: () => [...index.matchAll(/"([^"]*)":/g)].map(([, key = '']) => key),
    getOwnPropertyDescriptor: (_, key) => {
      const value = read(String(key))
      return value === undefined ? undefined : { value, enumerable: true, configurable: true, writable: true }
    },
  })
}
