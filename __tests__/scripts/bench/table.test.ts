import { ratioRow, rowOf } from '../../../scripts/bench/row'
import { sectionTable } from '../../../scripts/bench/table'

test('a row says whether it holds its bar', () => {
  const rows = [
    ratioRow('`spell lumos`', 'ms', [{ ours: 24, other: 20 }], 1.2),
    ratioRow('`spell accio`', 'ms', [{ ours: 32, other: 20 }], 1.5),
    ratioRow('`spell check`', 'ms', [{ ours: 40, other: 20 }]),
  ]
  expect(sectionTable({ title: 'A spell', other: '`node -e 0`', rows })).toBe(
    `#### A spell

|  | Median | 95 % sure | Takes | \`node -e 0\` | At most |
| --- | --- | --- | --- | --- | --- |
| \`spell lumos\` | 1.20 × |  | 24.0 ms | 20.0 ms | 1.20 ×: held |
| \`spell accio\` | 1.60 × |  | 32.0 ms | 20.0 ms | 1.50 ×: **missed** |
| \`spell check\` | 2.00 × |  | 40.0 ms | 20.0 ms |  |`,
  )
})

test('what is not measured in pairs has no other side', () => {
  const rows = [
    rowOf('memory', 'MB', { value: 1, low: 1, high: 1 }, 10),
    rowOf('called', 'ms', { value: 0.6, low: 0.5, high: 0.7 }, 2),
  ]
  expect(sectionTable({ title: 'A server', rows })).toContain(
    '| memory | 1.0 MB |  | 10.0 MB: held |\n| called | 0.60 ms | 0.50 – 0.70 | 2.00 ms: held |',
  )
})
