import type { Lookup, RowText, Texts } from '../answer/texts'

/** The compiled texts of a workflow, in memory. */
export interface CompiledTexts extends Texts {
  readonly rows: ReadonlyMap<string, RowText>
  readonly files: ReadonlyMap<string, string>
}

/**
 * Prints texts as a first line that every answer needs, with an index of the others, so that each can be read alone: an
 * answer needs about ten of two hundred. `print` writes a value as JSON in ASCII, without line endings.
 */
export function printTexts({ rows, files, ...others }: CompiledTexts, print: (value: unknown) => string): string {
  let lines = ''
  const places = (texts: ReadonlyMap<string, unknown>) => {
    let found = ' '
    for (const [name, text] of texts) {
      found += `${name}:${lines.length} `
      lines += `${print(text)}\n`
    }
    return found
  }
  const first = print({ ...others, rows: places(rows), files: places(files) })
  return `${first}\n${lines}`
}

/** @param compiled the output of `printTexts` */
export function readTexts(compiled: string): Texts {
  const start = compiled.indexOf('\n') + 1
  const { rows, files, ...others } = JSON.parse(compiled.slice(0, start))
  return { ...others, rows: lookup(rows), files: lookup(files) }

  function lookup<T>(places: string): Lookup<T> {
    const known = new Map<string, T>()
    const find = (name: string): T | undefined => {
      const at = places.indexOf(` ${name}:`)
      if (at < 0) return undefined
      const from = start + Number.parseInt(places.slice(at + name.length + 2), 10)
      const text = JSON.parse(compiled.slice(from, compiled.indexOf('\n', from)))
      known.set(name, text)
      return text
    }
    return { get: (name) => known.get(name) ?? find(name) }
  }
}
