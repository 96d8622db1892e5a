import type { ChalkInstance } from 'chalk'
import wrapAnsi from 'wrap-ansi'
import { visible } from '../markdown/visible'
import type { Board, BoardCard } from './command'
import { lengthOf, padded } from './terminal-table'

/** In columns: below it a card cannot be read, above it the eye loses its line. */
const least = 18
const most = 36
const gap = '  '

/** Draws columns side by side, or one after the other without the empty ones if they do not fit. */
export function renderBoard({ columns }: Pick<Board, 'columns'>, chalk: ChalkInstance, width: number): string {
  const room = Math.floor((width - gap.length * (columns.length - 1)) / columns.length)
  return room < least ? inTurn() : besides(Math.min(room, most))

  function besides(room: number): string {
    const lines = columns.map(({ heading, cards }) => [
      chalk.bold(`${heading} ${cards.length}`),
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

  function inTurn(): string {
    const filled = columns.filter(({ cards }) => cards.length > 0)
    const parts = filled.map(({ heading, cards }) => {
      const lines = cards.flatMap((card) =>
        cardLines(card, chalk, width - 2).map((line, index) => `${index === 0 ? '• ' : '  '}${line}`),
      )
      return [chalk.bold.underline(`${heading} ${cards.length}`), ...lines].join('\n')
    })
    return parts.join('\n\n')
  }
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
