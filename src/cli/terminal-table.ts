import { stripVTControlCharacters } from 'node:util'
import type { ChalkInstance } from 'chalk'
import { wrapAnsi } from 'fast-wrap-ansi'

const gap = '  '

/**
 * Renders a Markdown table in columns, with wrapped cells; if that does not fit, each row becomes a list without the cells that
 * have only a dash. `style` formats a cell.
 */
export function renderTable(
  lines: readonly string[],
  chalk: ChalkInstance,
  width: number,
  style: (cell: string) => string,
): string {
  const [head = [], , ...body] = lines.map((line) => cellsOf(line).map(style))
  const rows = [head, ...body]
  const widths = widthsOf(rows, width)
  if (!widths) return body.map((cells) => asList(head, cells, chalk, width)).join('\n\n')
  return rows
    .map((cells, row) => {
      const wrapped = cells.map((cell, column) => wrapAnsi(cell, widths[column] ?? 1).split('\n'))
      const height = Math.max(...wrapped.map(({ length }) => length))
      return Array.from({ length: height }, (_, line) => {
        const texts = wrapped.map((parts) => parts[line] ?? '').map((part) => (row === 0 ? chalk.bold(part) : part))
        return texts
          .map((part, column) => padded(part, widths[column] ?? 1))
          .join(gap)
          .trimEnd()
      }).join('\n')
    })
    .join('\n')
}

const cellsOf = (line: string): string[] =>
  line
    .replace(/^\| ?| ?\|$/g, '')
    .split(/ ?(?<!\\)\| ?/)
    .map((cell) => cell.replaceAll('\\|', '|').trim())

export const lengthOf = (text: string): number => stripVTControlCharacters(text).length
export const padded = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - lengthOf(text)))

/** The width of each column: that of its cells, the widest reduced without cutting a word; undefined if that is too wide. */
function widthsOf(rows: readonly (readonly string[])[], width: number): number[] | undefined {
  const columns = (rows[0] ?? []).map((_, column) => rows.map((cells) => cells[column] ?? ''))
  const least = columns.map((cells) => Math.max(...cells.flatMap((cell) => cell.split(' ')).map(lengthOf)))
  const widths = columns.map((cells) => Math.max(...cells.map(lengthOf)))
  const most = width - gap.length * (columns.length - 1)
  while (widths.reduce((sum, one) => sum + one, 0) > most) {
    const spare = widths.map((one, column) => (one > (least[column] ?? 0) ? one : 0))
    const widest = spare.indexOf(Math.max(...spare))
    if (!spare[widest]) return undefined
    widths[widest] = (widths[widest] ?? 0) - 1
  }
  return widths
}

function asList(head: readonly string[], cells: readonly string[], chalk: ChalkInstance, width: number): string {
  // A row number alone says too little.
  const names = head[0] === '#' ? 2 : 1
  const lines = cells.slice(names).flatMap((cell, column) => (cell === '–' ? [] : `${head[names + column]}: ${cell}`))
  const wrapped = lines.map((line) => `  ${wrapAnsi(line, width - 4).replaceAll('\n', '\n    ')}`)
  return [chalk.bold(cells.slice(0, names).join(' ')), ...wrapped].join('\n')
}
