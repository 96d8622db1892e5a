/** How much of a criterion is shown where only an overview is wanted, in characters. */
const most = 70

const whereWeAre = /(?<=^### Where We Are\n\n)[\s\S]*?(?=\n\n### )/m

/**
 * @param main the part of an answer that is for the developer
 * @param look the same part of Lumos, cast after it
 * @returns the answer with the title of the plan, its criteria in numbers, and those that are open, in short
 */
export function withOverview(main: string, look: string): string {
  const [, title, ...open] = whereWeAre.exec(look)?.[0].split('\n\n').filter(isOverview) ?? []
  if (title === undefined) return main
  return main.replace(whereWeAre, (place) => {
    const lines = open.flatMap((list) => list.split('\n')).map(shortened)
    return [place.replace(/ · \d+ of \d+ criteria met/, ''), title.replaceAll('  \n', '\n'), ...lines].join('\n')
  })
}

/** @returns the same in one line: `Task draft · **Orders** · Criteria ██░░░░░░░░░░ 1 of 5 met` */
export function statusLine(look: string): string {
  const [place = '', overview = ''] = whereWeAre.exec(look)?.[0].split('\n\n').filter(isOverview) ?? []
  return [place, ...overview.split(/ *\n/)].filter((part) => part && !part.startsWith('- ')).join(' · ')
}

/** The files are named where something is to be done with them, and what is wrong is told where it happened. */
const isOverview = (paragraph: string, index: number): boolean =>
  index === 0 || /^(\*\*(?!Key Files)|Criteria |- \[ \] )/.test(paragraph)

function shortened(line: string): string {
  if (line.length <= most) return line
  const kept = line.slice(0, most).replace(/\s+\S*$/, '')
  // Half of a name in code would show its mark.
  const isCut = (kept.match(/`/g)?.length ?? 0) % 2 === 1
  return `${isCut ? `${kept}\`` : kept} …`
}
