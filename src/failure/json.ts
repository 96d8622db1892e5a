export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** @returns what a text says in JSON; undefined if it is none */
export function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** @returns the lines of a text of JSON up to where `JSON.parse` has stopped; all of them if its error does not say where */
export const linesRead = (text: string, error: unknown): readonly string[] =>
  text.slice(0, Number(/position (\d+)/.exec((error as Error).message)?.[1] ?? text.length)).split('\n')
