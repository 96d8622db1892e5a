import type { Row, Section, Unit } from './row'

const written: Readonly<Record<Unit, (value: number) => string>> = {
  times: (value) => `${value.toFixed(value < 10 ? 2 : 0)} ×`,
  ms: (value) => `${value.toFixed(value < 10 ? 2 : 1)} ms`,
  MB: (value) => `${value.toFixed(1)} MB`,
  packages: (value) => String(value),
}

/** @returns a table in Markdown, without anything around it */
export const table = (head: readonly string[], lines: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...lines].map((line) => `| ${line.join(' | ')} |`).join('\n')

/** @returns a heading and the table of its rows, in Markdown */
export function sectionTable({ title, other, rows }: Section): string {
  const head = ['', 'Median', '95 % sure', ...(other ? ['Ours', other] : []), 'At most']
  return `#### ${title}\n\n${table(
    head,
    rows.map((row) => cells(row, other !== undefined)),
  )}`
}

function cells({ name, unit, value, low, high, both, bar }: Row, inPairs: boolean): string[] {
  const write = written[unit]
  const sides = both ? [written[both.unit](both.ours), written[both.unit](both.other)] : ['', '']
  const span = low === high ? '' : `${low.toFixed(2)} – ${high.toFixed(2)}`
  const judged = bar ? `${write(bar.most)}: ${bar.held ? 'held' : '**missed**'}` : ''
  return [name, write(value), span, ...(inPairs ? sides : []), judged]
}
