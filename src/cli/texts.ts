import type { Lookup, RowText, Texts } from '../answer/texts'

/** The texts of a workflow as they are compiled, all of them known. */
export interface CompiledTexts extends Texts {
  readonly rows: ReadonlyMap<string, RowText>
  readonly files: ReadonlyMap<string, string>
}

/** Where a text begins and ends, counted from the end of the first line. */
type Place = readonly [from: number, to: number]

/**
 * One line for what every answer needs, with the places of the rows and files after it, so that each is found without looking
 * at the others: an answer needs about ten in two hundred.
 *
 * @param print a value as JSON in ASCII, without line endings
 */
export function printTexts({ rows, files, ...others }: CompiledTexts, print: (value: unknown) => string): string {
  let lines = ''
  const placesOf = (texts: ReadonlyMap<string, unknown>) =>
    Object.fromEntries(
      [...texts].map(([name, text]): [string, Place] => {
        const from = lines.length
        lines += `${print(text)}\n`
        return [name, [from, lines.length - 1]]
      }),
    )
  const first = print({ ...others, rows: placesOf(rows), files: placesOf(files) })
  return `${first}\n${lines}`
}

/** @param compiled what `printTexts` has made */
export function readTexts(compiled: string): Texts {
  const start = compiled.indexOf('\n') + 1
  const { rows, files, ...others } = JSON.parse(compiled.slice(0, start))
  return { ...others, rows: lookup(rows), files: lookup(files) }

  function lookup<T>(places: Readonly<Record<string, Place>>): Lookup<T> {
    const found = new Map<string, T>()
    return {
      get(name) {
        const place = places[name]
        if (place && !found.has(name)) found.set(name, JSON.parse(compiled.slice(start + place[0], start + place[1])))
        return found.get(name)
      },
    }
  }
}
