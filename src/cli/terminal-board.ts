import type { ChalkInstance } from 'chalk'
import { wrapAnsi } from 'fast-wrap-ansi'
import { visible } from '../text/markdown/visible'
import type { Board, BoardCard } from './command'
import { lengthOf, padded } from './terminal-table'

/** In columns: below it a card cannot be read, above it the eye loses its line. */
const least = 18
const most = 36
const gap = '  '

/** Draws columns side by side, as many as fit, and the others below; if none fit beside another, without the empty ones. */
export function renderBoard({ columns }: Pick<Board, 'columns'>, chalk: ChalkInstance, width: number): string {
  const fitting = Math.floor((width + gap.length) / (least + gap.length))
  if (fitting < 2) return inTurn(columns, chalk, width)
  const rows = Math.ceil(columns.length / fitting)
  const inRow = Math.ceil(columns.length / rows)
  const room = Math.min(most, Math.floor((width - gap.length * (inRow - 1)) / inRow))
  return Array.from({ length: rows }, (_, row) =>
    besides(columns.slice(row * inRow, (row + 1) * inRow), chalk, room),
  ).join('\n\n')
}

function besides(columns: Board['columns'], chalk: ChalkInstance, room: number): string {
  const lines = columns.map(({ heading, cards }) => [
    chalk.bold(heading),
    chalk.dim('─'.repeat(room)),
    ...cards.flatMap((card, index) => [...(index > 0 ? [''] : []), ...cardLines(card, chalk, room)]),
  ])
  const height = Math.max(...lines.map(({ length }) => length))
  return Array.from({ length: height }, (_, row) =>
    lines
      .map((column) => padded(column[row] ?? '', room))
      .join(gap)
      .trimEnd(),
  ).join('\n')
}

function inTurn(columns: Board['columns'], chalk: ChalkInstance, width: number): string {
  const filled = columns.filter(({ cards }) => cards.length > 0)
  const parts = filled.map(({ heading, cards }) => {
    const lines = cards.flatMap((card) =>
      cardLines(card, chalk, width - 2).map((line, index) => `${index === 0 ? '• ' : '  '}${line}`),
    )
    return [chalk.bold.underline(heading), ...lines].join('\n')
  })
  return parts.join('\n\n')
}

function cardLines({ title, lines, dimmed }: BoardCard, chalk: ChalkInstance, room: number): string[] {
  const wrapped = (text: string, style: (part: string) => string): string[] =>
    wrapAnsi(visible(text), room, { hard: true })
      .split('\n')
      .filter((part) => lengthOf(part) > 0)
      .map((part) => style(part))
  const signed = (text: string) => {
    const style = text.startsWith('✗ ') ? chalk.red : text.startsWith('! ') ? chalk.yellow : undefined
    return wrapped(text, style ?? (text.startsWith('✓ ') ? chalk.green : (part) => part))
  }
  return [
    ...wrapped(title, chalk.bold),
    ...lines.flatMap(signed),
    ...dimmed.flatMap((text) => wrapped(text, chalk.dim)),
  ]
}
