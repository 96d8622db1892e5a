import type { RowText, Texts } from '../answer/texts'

/** The texts of a workflow as they are compiled, all of them known. */
export interface CompiledTexts extends Texts {
  readonly rows: ReadonlyMap<string, RowText>
  readonly files: ReadonlyMap<string, string>
}

/**
 * One line for what every answer needs, then one a row and a file, so that each is found without parsing the others: an
 * answer needs about ten in two hundred.
 *
 * @param print a value as JSON in ASCII, without line endings
 */
export function printTexts({ rows, files, ...others }: CompiledTexts, print: (value: unknown) => string): string {
  const lines = (kind: string, texts: ReadonlyMap<string, unknown>) =>
    [...texts].map(([name, text]) => `${kind} ${name} ${print(text)}\n`)
  return [`${print(others)}\n`, ...lines('row', rows), ...lines('file', files)].join('')
}

/** @param bytes what `printTexts` has made */
export function readTexts(bytes: Buffer): Texts {
  const parse = (from: number) => JSON.parse(bytes.toString('latin1', from, bytes.indexOf('\n', from)))
  const lookup = (kind: string) => ({
    get(name: string) {
      const key = `\n${kind} ${name} `
      const at = bytes.indexOf(key, 0, 'latin1')
      return at < 0 ? undefined : parse(at + key.length)
    },
  })
  return { ...parse(0), rows: lookup('row'), files: lookup('file') }
}
