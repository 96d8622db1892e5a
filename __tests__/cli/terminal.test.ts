import { stripVTControlCharacters } from 'node:util'
import { Chalk } from 'chalk'
import fc from 'fast-check'
import { type Board, documentOutput } from '../../src/cli/command'
import { renderFailure, renderOutput, renderTerminal, renderWarning, withoutHeadings } from '../../src/cli/terminal'
import { renderBoard } from '../../src/cli/terminal-board'
import { exit } from '../../src/text/failure'

const plain = { color: false, columns: 40 }
const colored = { color: true, columns: 40 }
const rendered = (main: string, columns = 40) => renderTerminal(main, '', { ...plain, columns })

const esc = '\u001b'
const codes = { green: 32, yellow: 33, red: 31, magenta: 35, dim: 2 }
/** What stands in a color. */
const texts = (styled: string, color: keyof typeof codes) =>
  [...styled.matchAll(new RegExp(`\\u001b\\[${codes[color]}m(.*?)\\u001b\\[`, 'g'))].map(([, text]) => text)

describe('Markdown in a terminal', () => {
  test('has what belongs to a heading right below it', () => {
    expect(rendered('### Next Steps\n\nSay **Accio**.\n\n### Where\n\nHere')).toBe(
      'Next Steps\nSay Accio.\n\nWhere\nHere\n',
    )
  })

  test('keeps the indent of what is wrapped', () => {
    expect(rendered('- one two three four five\n1. one two three four five\n> one two three four five', 20)).toBe(
      '• one two three four\n  five\n1. one two three\n   four five\n│ one two three four\n│ five\n',
    )
    expect(rendered('   - one two three four five\n- [ ] one two three four five', 20)).toBe(
      '   • one two three\n     four five\n[ ] one two three\n    four five\n',
    )
  })

  test('shows no mark of code, whatever is in it', () => {
    expect(rendered('`a` and `` b`c `` and **bold `d`** and `**e**`')).toBe('a and b`c and bold d and **e**\n')
  })

  test('shows what is escaped as it was written, and code as it is', () => {
    expect(rendered('2\\. A \\*wrong\\* file of @<!-- -->me, `2\\.`, **a\\_b**')).toBe(
      '2. A *wrong* file of @me, 2\\., a_b\n',
    )
  })

  test('shows fenced blocks where they stand, also in a list', () => {
    expect(rendered('1. Write:\n\n   ```json\n   { "a": 1 }\n   ```\n\n   Then stop.')).toBe(
      '1. Write:\n\n     { "a": 1 }\n\n   Then stop.\n',
    )
  })

  test('is never wider than the screen, unless a word is', () => {
    const word = fc.constantFrom('a', 'word', '`code`', '**bold**', '- [ ]', 'criterion', '✓', '|')
    const line = fc.tuple(
      fc.constantFrom('', '- ', '1. ', '> ', '### ', '   - ', '! '),
      fc.array(word, { maxLength: 30 }),
    )
    const lines = fc.array(
      line.map(([mark, words]) => mark + words.join(' ')),
      { maxLength: 8 },
    )
    fc.assert(
      fc.property(lines, fc.integer({ min: 30, max: 120 }), fc.boolean(), (source, columns, color) => {
        const text = renderTerminal(source.filter((one) => !/^\||^###/.test(one)).join('\n'), '', { color, columns })
        for (const one of stripVTControlCharacters(text).split('\n')) expect(one.length).toBeLessThanOrEqual(columns)
      }),
    )
  })

  test('uses no escape code if none is wanted', () => {
    const text = renderTerminal('### A\n\n**b** `c` \n- [x] d\n> e', 'aside', plain)
    expect(stripVTControlCharacters(text)).toBe(text)
  })
})

describe('a color', () => {
  const styled = renderTerminal(
    '### What Just Happened\n\n✓ Done.\n\n- [x] met\n- [ ] open\n- ✗ broken\n\nOpen `plan.md`.\n\n> a tip',
    'for the `agent`',
    colored,
  )

  test.each([
    ['green', ['✓ ', '[x] ']],
    ['yellow', ['[ ] ']],
    ['red', ['✗ ']],
    ['magenta', ['plan.md']],
    ['dim', ['for the agent', '─'.repeat(40), '│ a tip']],
  ] as const)('has its meaning: %s', (color, expected) => {
    expect(texts(styled, color)).toEqual(expected)
  })

  test('is never one that is hard to read on a light or a dark screen', () => {
    const used = styled.split(`${esc}[`).map((part) => Number.parseInt(part, 10))
    // Black, blue, cyan, white; and the bright ones.
    expect(used.filter((code) => [30, 34, 36, 37].includes(code) || code >= 90)).toEqual([])
  })

  test('of what cannot be cast is dim alone', () => {
    const answer = '### Unavailable Spells\n\n**Reverto** (no `review`)\n\n### Next Steps\n\nSay **Accio**.'
    const text = renderTerminal(withoutHeadings(answer), '', colored)
    expect(texts(text, 'dim')).toEqual(['Unavailable: Reverto (no review)'])
  })
})

describe('a table', () => {
  test('has its signs in color, and as a list leaves out what is only a dash', () => {
    const signed = '| # | Name | Status | Took |\n|---|---|---|---|\n| 1 | one | ✓ proven | – |\n'
    expect(renderTerminal(signed, '', { color: true, columns: 80 })).toContain('\u001b[32m✓\u001b[39m proven')
    expect(rendered(signed, 15)).toBe('1 one\n  Status: ✓\n    proven\n')
  })

  const table = '| State | Leads to |\n| --- | --- |\n| one | two or three or four |\n| five | `six` |\n\nEnd'

  test('stands in columns', () => {
    expect(rendered(table)).toBe('State  Leads to\none    two or three or four\nfive   six\n\nEnd\n')
  })

  test('wraps its widest cells at words', () => {
    expect(rendered(table, 20)).toBe('State  Leads to\none    two or three\n       or four\nfive   six\n\nEnd\n')
  })

  test('is a list if no column can be narrower', () => {
    expect(rendered(table, 11)).toBe(
      'one\n  Leads\n    to: two\n    or\n    three\n    or four\n\nfive\n  Leads\n    to: six\n\nEnd\n',
    )
  })

  test('keeps a stroke that is no border', () => {
    expect(rendered('| a |\n| --- |\n| x \\| y |')).toBe('a\nx | y\n')
  })
})

describe('an answer', () => {
  const main =
    '### What Just Happened\n\nThe task is drafted.\n\n- a.md is untouched.\n\n### Where We Are\n\n**Orders** · Task draft “x” · 5 criteria\n\n### Next Steps\n\nSay **Accio**.'
  const outputOf = (outcome: string, warnings: readonly string[] = []) => ({
    ...documentOutput('cast', true, { outcome }, main, warnings),
    terminal: { main, aside: '' },
  })

  test.each([
    ['advanced', '✓ The'],
    ['blocked', '✗ The'],
    ['confirm', '! The'],
    ['stayed', 'The'],
  ])('has a sign for what has happened: %s', async (outcome, sign) => {
    expect(await renderOutput(outputOf(outcome), plain)).toMatch(new RegExp(`^${sign} task`))
  })

  test.each([
    ['doctor', true, 'All is well.', '✓ All is well.\n'],
    ['doctor', false, '- `lost`: it is gone', '✗ lost: it is gone\n'],
    ['history', true, '- a step', '• a step\n'],
  ])('that is none has one where something was looked for: %s, %s', async (kind, ok, said, expected) => {
    const output = documentOutput(kind, ok, {}, `${said}\n`)
    expect(output.exitCode).toBe(ok ? exit.done : exit.found)
    expect(await renderOutput(output, plain)).toBe(expected)
  })
})

test('a finding has its sign, and not what was done besides, is noted or is to do next', async () => {
  const said =
    '- The other side went on.\n\n- `lost`: it is gone\n\n- `noted`: seen\n- `lost`: noted\n\nThen:\n\n- `git commit`\n'
  const output = documentOutput('doctor', false, { findings: [{ code: 'lost' }] }, said)
  expect((await renderOutput(output, plain)).match(/^✗.*/gm)).toEqual(['✗ lost: it is gone'])
})

describe('what went wrong', () => {
  const words =
    'spell: The state of this piece of work cannot be read.\n  - line 1 of the file is not valid JSON\n  fix: spell doctor --fix --side mine --workflow engineer\n'

  test('is wrapped, but for the command that is to be pasted', () => {
    expect(renderFailure(words, plain)).toBe(
      [
        'spell: The state of this piece of',
        '       work cannot be read.',
        '  - line 1 of the file is not valid',
        '    JSON',
        '  fix: spell doctor --fix --side mine --workflow engineer\n',
      ].join('\n'),
    )
  })

  test('has a comment beside its command on a line below it, so that zsh does not take it for arguments', () => {
    const busy = 'spell: Another process.\n  fix: spell lumos   # or wait: --wait 30\n'
    expect(renderFailure(busy, plain)).toBe('spell: Another process.\n  fix: spell lumos\n       or wait: --wait 30\n')
  })

  test('is red, what is to be known yellow', () => {
    expect(texts(renderFailure(words, colored), 'red')).toEqual(['spell:'])
    expect(texts(renderWarning('take care', colored), 'yellow')).toEqual(['spell:'])
  })
})

const bare = new Chalk({ level: 0 })
const card = (title: string, ...lines: string[]) => ({ title, lines, dimmed: [`dim ${title}`] })
const board: Board = {
  columns: [
    { heading: 'Planning', cards: [card('first', 'Context'), card('a title that is longer than its column', 'Plan')] },
    { heading: 'Task', cards: [] },
    { heading: 'Complete', cards: [card('last', '✓ Complete', '! stale', '✗ broken')] },
  ],
  below: '- below',
}
const drawn = (width: number) => renderBoard(board, bare, width).split('\n')

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
      const lines = renderBoard(each, bare, width).split('\n')
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
