import { inline } from './code'

export const noCell = '–'

/** @returns a Markdown table; no cell can end another */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [heads, ...rows].map((cells) => `| ${cells.map(cell).join(' | ')} |`)
  lines.splice(1, 0, `|${heads.map(() => '---|').join('')}`)
  return lines.join('\n')
}

/** A backslash before a bar would give the cell an end. */
const cell = (text: string): string =>
  inline(text)
    .replace(/\\(?=\|)/g, '\\ ')
    .replaceAll('|', '\\|')
