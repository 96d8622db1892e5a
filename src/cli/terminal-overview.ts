/** The longest excerpt of a criterion in an overview, in characters. */
const most = 70

const whereWeAre = /(?<=^### Where We Are\n\n)[\s\S]*?(?=\n\n### )/m

/** The numbers of the criteria: `1 of 5 criteria met`, or `3 proven · 1 said · 1 open` if commands show some. */
const numbers = /(?: · (?:\d+ of \d+ criteria met|\d+ (?:proven|said|stale|not proven|open)))+/

/**
 * @param main the developer's part of an answer
 * @param look the same part of Lumos, cast after it
 * @returns the answer with the title of the plan, the numbers of its criteria, and those that are open or not proven, shortened
 */
export function withOverview(main: string, look: string): string {
  const [, title, ...open] = whereWeAre.exec(look)?.[0].split('\n\n').filter(isOverview) ?? []
  if (title === undefined) return main
  return main.replace(whereWeAre, (place) => {
    const lines = open.flatMap((list) => list.split('\n')).map(shortened)
    return [place.replace(numbers, ''), title.replaceAll('  \n', '\n'), ...lines].join('\n')
  })
}

/** @returns the same in one line: `Task draft · **Orders** · Criteria ██░░░░░░░░░░ 1 of 5 met` */
export function statusLine(look: string): string {
  const [place = '', overview = ''] = whereWeAre.exec(look)?.[0].split('\n\n').filter(isOverview) ?? []
  return [place, ...overview.split(/ *\n/)].filter((part) => part && !part.startsWith('- ')).join(' · ')
}

/** Files are named where they are needed, and problems where they occurred. */
const isOverview = (paragraph: string, index: number): boolean =>
  index === 0 || /^(\*\*(?!Key Files)|Criteria |- (?:\[ \]|✗) )/.test(paragraph)

function shortened(line: string): string {
  if (line.length <= most) return line
  const kept = line.slice(0, most).replace(/\s+\S*$/, '')
  // An unclosed code span would show its backtick.
  const isCut = (kept.match(/`/g)?.length ?? 0) % 2 === 1
  return `${isCut ? `${kept}\`` : kept} …`
}
