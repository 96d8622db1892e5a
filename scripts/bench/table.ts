import type { Row, Section, Unit } from './row'

const written: Readonly<Record<Unit, (value: number) => string>> = {
  times: (value) => `${value.toFixed(value < 10 ? 2 : 0)} ×`,
  ms: (value) => `${value.toFixed(value < 10 ? 2 : 1)} ms`,
  MB: (value) => `${value.toFixed(1)} MB`,
}

/** @returns a Markdown table */
export const table = (head: readonly string[], lines: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...lines].map((line) => `| ${line.join(' | ')} |`).join('\n')

/** @returns a heading and the table of its rows, in Markdown; without empty columns */
export function sectionTable({ title, other, rows }: Section): string {
  const judged = rows.some(({ bar }) => bar)
  const head = ['', 'Median', '95 % sure', ...(other ? ['Takes', other] : []), ...(judged ? ['At most'] : [])]
  return `#### ${title}\n\n${table(
    head,
    rows.map((row) => [...figureOf(row), ...(other ? sidesOf(row) : []), ...(judged ? [judgementOf(row)] : [])]),
  )}`
}

function figureOf({ name, unit, value, low, high }: Row): string[] {
  const span = low === high ? '' : `${low.toFixed(2)} – ${high.toFixed(2)}`
  return [name, written[unit](value), span]
}

const sidesOf = ({ both }: Row): string[] =>
  both ? [written[both.unit](both.ours), written[both.unit](both.other)] : ['', '']

const judgementOf = ({ unit, bar }: Row): string =>
  bar ? `${written[unit](bar.most)}: ${bar.held ? 'held' : '**missed**'}` : ''
