/** What a text says by its fields, whatever form it has. */
export interface Read {
  readonly form: 'json' | 'labels' | 'headings'
  readonly values: Readonly<Record<string, unknown>>
  /** The line of a place such as `items[2].id`, from 1; undefined for what is not there. */
  readonly lineOf: (place: string) => number | undefined
}

/** @returns the mistakes, each with the line of its place, or of the nearest part around what is missing */
export const withLines = (mistakes: readonly string[], lineOf: Read['lineOf']): string[] =>
  mistakes.map((mistake) => {
    let place = mistake.slice(0, Math.max(0, mistake.indexOf(': ')))
    let line = lineOf(place)
    while (line === undefined && place !== '') {
      place = place.replace(/(^|\.)[^.[\]]*$|\[\d+\]$/, '')
      line = lineOf(place)
    }
    return line === undefined ? mistake : `line ${line}, ${mistake}`
  })
