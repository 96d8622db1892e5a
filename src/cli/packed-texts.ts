import type { RowText, Texts } from '../answer/texts'

/** Where the text of each row is in what follows the first line: from where to where. */
type Index = Readonly<Record<string, readonly [from: number, to: number]>>

/**
 * Puts the texts of a workflow so that one of its rows can be taken out without reading all others, of which an answer needs
 * about ten in two hundred. Runs when the package is built.
 *
 * @param print a value as JSON in ASCII, so that characters are bytes
 * @returns a line with the index and all that belongs to no row, and below it the texts of the rows
 */
export function packTexts({ rows, ...others }: Texts, print: (value: unknown) => string): string {
  const index: Record<string, readonly [number, number]> = {}
  let body = ''
  for (const [id, text] of Object.entries(rows)) {
    const from = body.length
    body += print(text)
    index[id] = [from, body.length]
  }
  return `${print({ ...others, index })}\n${body}`
}

/** @returns the texts; that of a row is taken apart when it is asked for, which saves half a millisecond */
export function unpackTexts(packed: string): Texts {
  const body = packed.indexOf('\n') + 1
  const { index, ...others }: Omit<Texts, 'rows'> & { index: Index } = JSON.parse(packed.slice(0, body))
  // Without the names that every object has.
  const known: Record<string, RowText> = Object.create(null)
  const textOf = (id: string): RowText | undefined => {
    const place = Object.hasOwn(index, id) ? index[id] : undefined
    if (place && !known[id]) known[id] = JSON.parse(packed.slice(body + place[0], body + place[1]))
    return known[id]
  }
  const rows = new Proxy<Record<string, RowText>>(known, {
    get: (_, id) => textOf(String(id)),
    has: (_, id) => Object.hasOwn(index, id),
    ownKeys: () => Object.keys(index),
    getOwnPropertyDescriptor: (_, id) => {
      const value = textOf(String(id))
      return value && { value, enumerable: true, configurable: true, writable: true }
    },
  })
  return { ...others, rows }
}
