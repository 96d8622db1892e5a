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

/** @returns where `JSON.parse` has stopped, counted from 1; at the end if its error does not say */
export function stoppedAt(text: string, error: unknown): { readonly line: number; readonly column: number } {
  const position = /position (\d+)/.exec((error as Error).message)?.[1] ?? text.length
  const lines = text.slice(0, Number(position)).split('\n')
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 }
}
