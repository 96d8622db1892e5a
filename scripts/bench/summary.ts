import { table } from './table'

/** The rows of the figures that the page about performance shows, each with what it is there. */
const shown = [
  ['`spell lumos`', '`spell lumos`, a look'],
  ['`spell accio`, which goes on', '`spell accio`, a step'],
  ['`spell check`', '`spell check`'],
  ['`git commit` with the guard', '`git commit` with the guard'],
  ['from its start to its first answer', 'the MCP server, to its first answer'],
] as const

interface Figure {
  readonly times: string
  readonly takes: string
  readonly other: string
}

/** @param figures the page that `npm run bench -- --write` keeps @returns its most important rows as one table */
export function figuresInShort(figures: string): string {
  const [, ...runs] = figures.split(/^### Node /m)
  const rows = shown.map(([name, called]) => {
    const found = runs.map((run) => figureOf(run, name))
    return [called, ...found.map(({ times, takes }) => `${takes}, ${times}`), found[0]?.other ?? '']
  })
  return table(['', ...runs.map((run) => `Node ${run.slice(0, run.indexOf(','))}`), 'Compared with'], rows)
}

/** Of several rows of one name the first, which is about time. */
function figureOf(run: string, name: string): Figure {
  const at = run.indexOf(`| ${name} |`)
  if (at < 0) throw new Error(`.ci/figures.md has no figure of ${name}: npm run bench -- --write`)
  const cells = (line = '') => line.split(' | ').map((cell) => cell.replace(/^\||\|$/g, '').trim())
  const [, times = '', , takes = ''] = cells(run.slice(at).split('\n', 1)[0])
  const head = run
    .slice(0, at)
    .split('\n')
    .findLast((line) => line.startsWith('|  | Median'))
  return { times, takes, other: cells(head)[4] ?? '' }
}
