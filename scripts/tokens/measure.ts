import { measureInit, measureTools } from './agents'
import { type Budget, budgets } from './budgets'
import { walkCollab } from './collab'
import { walkDiscovery } from './discovery'
import { walkEngineer } from './engineer'
import { walkHope, walkTypo } from './hope'
import { bytesOf, type MakePlace } from './place'
import { playGranted, playHurried, wordsOf } from './stories'

export interface Cost {
  readonly budget: Budget
  readonly bytes: number
  /** In the unit of the budget. */
  readonly found: number
}

/** English text has about four bytes per token. */
const bytesAToken = 4

/** Runs whole pieces of work, each in a separate repository. @returns the cost of each, by the name of its budget */
export async function measureTokens(makePlace: MakePlace): Promise<Record<keyof typeof budgets, Cost>> {
  const { all, developer, rules } = walkEngineer(makePlace())
  const stories = {
    hurried: await most(playHurried, makePlace),
    granted: await most(playGranted, makePlace),
  }
  const bytes: Record<keyof typeof budgets, number> = {
    engineer: all,
    developer,
    rules,
    init: measureInit(makePlace()),
    tools: measureTools(makePlace()),
    discovery: walkDiscovery(makePlace()),
    collab: await walkCollab(makePlace()),
    hope: walkHope(makePlace()),
    typo: walkTypo(makePlace()),
    hurried: bytesOf(stories.hurried),
    granted: bytesOf(stories.granted),
  }
  const costOf = (name: keyof typeof budgets): Cost => {
    const budget: Budget = budgets[name]
    const found = {
      bytes: () => bytes[name],
      tokens: () => Math.round(bytes[name] / bytesAToken),
      words: () => wordsOf(stories[name as keyof typeof stories]),
    }[budget.unit]()
    return { budget, bytes: bytes[name], found }
  }
  const names = Object.keys(budgets) as (keyof typeof budgets)[]
  return Object.fromEntries(names.map((name) => [name, costOf(name)])) as Record<keyof typeof budgets, Cost>
}

/** @returns the longer of what the developer reads where a host shows it, and where the agent relays it */
async function most(play: typeof playHurried, makePlace: MakePlace): Promise<readonly string[]> {
  const [shown, relayed] = [await play(makePlace(), true), await play(makePlace(), false)]
  return wordsOf(shown) > wordsOf(relayed) ? shown : relayed
}

const grouped = (number: number) => number.toLocaleString('en-US')

/** @returns the costs as a Markdown table */
export function tokenTable(costs: readonly Cost[]): string {
  const rows = costs.map(({ budget: { what, unit, most, was }, bytes, found }) => {
    const tokens = Math.round(bytes / bytesAToken)
    const verdict = found <= most ? 'held' : 'exceeded'
    const words = unit === 'words' ? `, now ${grouped(found)}${was === undefined ? '' : ` after ${grouped(was)}`}` : ''
    return `| ${what} | ${grouped(bytes)} | ${grouped(tokens)} | ${grouped(most)} ${unit}: ${verdict}${words} |`
  })
  return ['|  | Bytes | Tokens | At most |', '| --- | --- | --- | --- |', ...rows].join('\n')
}
