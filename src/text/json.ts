import { attemptOr } from './failure'

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** @returns the value of a JSON text; undefined if it is invalid */
export const fromJson = (text: string): unknown => attemptOr(undefined, () => JSON.parse(text))

/** @returns the lines up to where `JSON.parse` stopped; all of them if its error does not give a position */
export const linesRead = (text: string, error: unknown): readonly string[] =>
  text.slice(0, Number(/position (\d+)/.exec((error as Error).message)?.[1] ?? text.length)).split('\n')

/** @returns a JSON value whose objects have their keys sorted, so that equal ones have one text */
export function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, inOrder(value[key])]),
  )
}
