import { attemptOr } from './failure'

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** @returns the value of a JSON text; undefined if it is invalid */
export const fromJson = (text: string): unknown => attemptOr(undefined, () => JSON.parse(text))

/** @returns the lines of a text up to where `JSON.parse` stops, which is between the places `right` and `wrong` */
export function linesRead(text: string, right = 0, wrong = text.length + 1): readonly string[] {
  const middle = (right + wrong) >> 1
  if (middle === right) return text.slice(0, right).split('\n')
  return goesOn(text.slice(0, middle)) ? linesRead(text, middle, wrong) : linesRead(text, right, middle)
}

/** Whether nothing is wrong with a text but that it may end too early; errors do not always give a position. */
function goesOn(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch (error) {
    const { message } = error as Error
    return /end of JSON/.test(message) || Number(/position (\d+)/.exec(message)?.[1] ?? -1) >= text.length
  }
}

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
