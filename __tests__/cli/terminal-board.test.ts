import { stripVTControlCharacters } from 'node:util'
import { Chalk } from 'chalk'
import type { Board } from '../../src/cli/command'
import { renderOutput } from '../../src/cli/terminal'
import { renderBoard } from '../../src/cli/terminal-board'
import { exit } from '../../src/text/failure'

const plain = new Chalk({ level: 0 })
const card = (title: string, ...lines: string[]) => ({ title, lines, dimmed: [`dim ${title}`] })
const board: Board = {
  columns: [
    { heading: 'Planning', cards: [card('first', 'Context'), card('a title that is longer than its column', 'Plan')] },
    { heading: 'Task', cards: [] },
    { heading: 'Complete', cards: [card('last', '✓ Complete', '! stale', '✗ broken')] },
  ],
  below: '- below',
}
const drawn = (width: number) => renderBoard(board, plain, width).split('\n')

test('columns lie side by side, each with its heading, and a card is wrapped in its column', () => {
  expect(drawn(58)).toEqual([
    'Planning            Task                Complete',
    '──────────────────  ──────────────────  ──────────────────',
    'first                                   last',
    'Context                                 ✓ Complete',
    'dim first                               ! stale',
    '                                        ✗ broken',
    'a title that is                         dim last',
    'longer than its',
    'column',
    'Plan',
    'dim a title that',
    'is longer than its',
    'column',
  ])
})

test('if they do not fit, those with cards lie one below the other', () => {
  expect(drawn(30)).toEqual([
    'Planning',
    '• first',
    '  Context',
    '  dim first',
    '• a title that is longer than',
    '  its column',
    '  Plan',
    '  dim a title that is longer',
    '  than its column',
    '',
    'Complete',
    '• last',
    '  ✓ Complete',
    '  ! stale',
    '  ✗ broken',
    '  dim last',
  ])
})

test('no line is wider than the terminal, and none breaks the board, whatever a card says', () => {
  const odd: Board = {
    columns: [{ heading: 'Task', cards: [card('x'.repeat(300), '\u001b[31m\u202e', 'a\nb', '')] }],
    below: '',
  }
  for (let width = 4; width < 120; width++) {
    for (const each of [board, odd]) {
      const lines = renderBoard(each, plain, width).split('\n')
      expect(lines.filter((line) => line.length > Math.max(width, 12))).toEqual([])
      expect(['\u001b', '\u202e'].filter((character) => lines.join('').includes(character))).toEqual([])
    }
  }
})

test('color adds nothing that is not said without it', () => {
  const colored = renderBoard(board, new Chalk({ level: 1 }), 58)
  expect(colored).toContain('\u001b[')
  expect(stripVTControlCharacters(colored).replace(/ +$/gm, '')).toBe(drawn(58).join('\n'))
})

test('what stands below a board is rendered', async () => {
  const output = {
    document: { schemaVersion: 1, kind: 'work', ok: true, warnings: [] },
    markdown: 'a table',
    board,
    exitCode: exit.done,
  } as const
  expect(await renderOutput(output, { color: false, columns: 58 })).toBe(`${drawn(58).join('\n')}\n\n• below\n`)
})
