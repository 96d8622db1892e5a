/** What lines of a workflow's file stand once for: the values by their names; the first is what it is called. */
export type Each = Readonly<Record<string, unknown>>

/** For which of them a line stands (default: for all); of other states, without which of them. */
export interface Chosen {
  readonly only?: readonly string[]
  readonly except?: readonly string[]
}

const placeholder = /\{(\w+)\}/g

/** Whether something names a value of each: `{phase}`. */
export const isForEach = (line: unknown): boolean => JSON.stringify(line).search(placeholder) >= 0

/** @returns those for which a line stands */
export const chosenFrom = (each: readonly Each[], { only, except = [] }: Chosen): readonly Each[] =>
  each.filter((one) => {
    const name = String(Object.values(one)[0])
    return (only === undefined || only.includes(name)) && !except.includes(name)
  })

/** @returns what a line says for one; a part that names a value that the one does not have is left out */
export const saidFor = <Line>(one: Each, line: Line): Line =>
  JSON.parse(JSON.stringify(line), (_, part: unknown) => {
    if (typeof part !== 'string') return part
    const names = [...part.matchAll(placeholder)].map(([, name = '']) => name)
    return names.every((name) => name in one) ? part.replace(placeholder, (_, name) => String(one[name])) : undefined
  })

/** @returns all lines, of which those that name a value stand once for each; several in a row do so together */
export function forEach<Line extends Chosen | string>(lines: readonly Line[], each: readonly Each[]): readonly Line[] {
  const all: Line[] = []
  let together: Line[] = []
  const stand = () => {
    for (const one of each)
      for (const line of together)
        if (typeof line === 'string' || chosenFrom([one], line).length > 0) all.push(saidFor(one, line))
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
