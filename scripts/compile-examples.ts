import { readFileSync } from 'node:fs'
import type { Examples } from '../src/workflow/words'

/**
 * Reads the examples of the help, by the name of the command.
 *
 * @param path of a file with a heading for each command, and below it an item for each line to paste and what it does
 */
export function compileExamples(path: string): Readonly<Record<string, Examples>> {
  const [, ...parts] = readFileSync(path, 'utf8').replace(/\r\n/g, '\n').split(/^## /m)
  return Object.fromEntries(
    parts.map((part) => {
      const items = [...part.matchAll(/^- `([^`]+)`: (.+)$/gm)]
      return [part.slice(0, part.indexOf('\n')), items.map(([, line = '', what = '']) => [line, what] as const)]
    }),
  )
}
