import type { Answer } from '../answer/answer'
import { isOpen, prospect } from '../answer/compose'
import { capital } from '../answer/markdown'

/** The longest excerpt of a criterion in an overview, in characters. */
const most = 70

const whereWeAre = /(?<=^### Where We Are\n\n)[\s\S]*?(?=\n\n### )/m

/** The numbers of the criteria: `3 proven · 1 claimed · 1 open`, or only how many there are. */
const numbers = /(?: · \d+ [a-z]+)+$/m

/** Adds to an answer what Lumos shows after it: the bar of the criteria, and those open or not proven. */
export function withOverview(main: string, look: string): string {
  const found =
    whereWeAre
      .exec(look)?.[0]
      .split('\n\n')
      .filter((each) => isOverview(each) && !each.startsWith('**')) ?? []
  if (found.length === 0) return main
  const lines = found.flatMap((list) => list.split('\n')).map(shortened)
  return main.replace(whereWeAre, (place) => [place.replace(numbers, ''), ...lines].join('\n'))
}

/** @returns the developer's part of Lumos as Markdown: what matters most, from the title to the next word, and the rest */
export function headed(look: Pick<Answer, 'developer' | 'spells'>): { head: string; rest: string } {
  // Who has to act comes before the first heading, and stays first.
  const start = Math.max(look.developer.search(/^(?:>|###) /m), 0)
  const [acts, developer] = [look.developer.slice(0, start).trim(), look.developer.slice(start)]
  const [place, ...told] = whereWeAre.exec(developer)?.[0].split('\n\n') ?? []
  if (place === undefined) return { head: '', rest: developer }
  // Of several pieces of work its name comes first.
  const [work, at = '', ...others] = place.startsWith('Work: ') ? [place, ...told] : [undefined, place, ...told]
  const overview = others.filter(isOverview)
  const rest = overview.flatMap((each) => each.split(/ *\n/)).map(shortened)
  const next = look.spells.find((offer) => offer.outcome !== 'shown' && isOpen(offer))
  const word = next && `Next: **${capital(next.name)}** ${prospect(next)}`
  const left = others.filter((each) => !overview.includes(each)).join('\n\n')
  return {
    head: [acts, work, at, ...rest, word].filter(Boolean).join('\n'),
    rest: left
      ? developer.replace(whereWeAre, () => left)
      : developer.replace(/^### Where We Are\n\n[\s\S]*?\n\n(?=### )/m, ''),
  }
}

/** Files are named where they are needed, and problems where they occurred. */
const isOverview = (paragraph: string): boolean => /^(\*\*(?!Key Files)|Criteria |- (?:\[ \]|✗) )/.test(paragraph)

function shortened(line: string): string {
  if (line.length <= most) return line
  const kept = line.slice(0, most).replace(/\s+\S*$/, '')
  // An unclosed code span would show its backtick.
  const isCut = (kept.match(/`/g)?.length ?? 0) % 2 === 1
  return `${isCut ? `${kept}\`` : kept} …`
}
