/** What lines of a workflow's file stand once for: the values by their names; the first is what it is called. */
export type Each = Readonly<Record<string, unknown>>

/** @returns each with its place in the list, from 1, as `{at}` */
export const inPlaces = (each: readonly Each[]): readonly Each[] =>
  each.map((one, index) => ({ ...one, at: index + 1 }))

/** For which of them a line stands: for those that have what it starts from; of other states, without which of them. */
export interface Chosen {
  readonly from?: unknown
  /** What they have to have besides. */
  readonly has?: string
  readonly only?: readonly string[]
  readonly except?: readonly string[]
}

/** What an answer fills in has two braces. */
const placeholder = /(?<!\{)\{(\w+)\}(?!\})/g

/** Whether something names a value of each: `{phase}`. */
export const isForEach = (line: unknown): boolean => JSON.stringify(line).search(placeholder) >= 0

/** @returns the names of values in something that is said for each */
const namesIn = (line: unknown): readonly string[] =>
  [...(JSON.stringify(line) ?? '').matchAll(placeholder)].map(([, name = '']) => name)

/** @returns those for which a line stands */
export const chosenFrom = (each: readonly Each[], { from, has, only, except = [] }: Chosen): readonly Each[] =>
  each.filter((one) => {
    const name = String(Object.values(one)[0])
    const isNamed = (only === undefined || only.includes(name)) && !except.includes(name)
    return isNamed && [...namesIn(from), has ?? []].flat().every((value) => value in one)
  })

/** @returns what a line says for one; a part that names a value that the one does not have is left out */
export function saidFor<Line>(one: Each, line: Line): Line {
  if (!isForEach(line)) return line
  return JSON.parse(JSON.stringify(line), (_, part: unknown) => {
    // What was left out of a list is a hole in it.
    if (Array.isArray(part)) return part.filter(() => true)
    if (typeof part !== 'string') return part
    return namesIn(part).every((name) => name in one)
      ? part.replace(placeholder, (_, name) => String(one[name]))
      : undefined
  })
}

/** @returns all lines, of which those that name a value stand once for each; several in a row do so together */
export function forEach<Line extends Chosen | string>(lines: readonly Line[], each: readonly Each[]): readonly Line[] {
  const all: Line[] = []
  let together: Line[] = []
  const stand = () => {
    for (const one of each)
      for (const line of together)
        if (chosenFrom([one], typeof line === 'string' ? { from: line } : line).length > 0) all.push(saidFor(one, line))
    together = []
  }
  for (const line of lines) {
    if (isForEach(line)) together.push(line)
    else {
      stand()
      all.push(line)
    }
  }
  stand()
  return all
}
