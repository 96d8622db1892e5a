export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** @returns the value of a JSON text; undefined if it is invalid */
export function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** @returns the lines up to where `JSON.parse` stopped; all of them if its error does not give a position */
export const linesRead = (text: string, error: unknown): readonly string[] =>
  text.slice(0, Number(/position (\d+)/.exec((error as Error).message)?.[1] ?? text.length)).split('\n')
