import { measureInit, measureTools } from './agents'
import { type Budget, budgets } from './budgets'
import { walkCollab } from './collab'
import { walkDiscovery } from './discovery'
import { walkEngineer } from './engineer'
import { walkHope, walkTypo } from './hope'
import type { MakePlace } from './place'

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
  }
  const costOf = (name: keyof typeof budgets): Cost => {
    const budget: Budget = budgets[name]
    const found = budget.unit === 'bytes' ? bytes[name] : Math.round(bytes[name] / bytesAToken)
    return { budget, bytes: bytes[name], found }
  }
  const names = Object.keys(budgets) as (keyof typeof budgets)[]
  return Object.fromEntries(names.map((name) => [name, costOf(name)])) as Record<keyof typeof budgets, Cost>
}

const grouped = (number: number) => number.toLocaleString('en-US')

/** @returns the costs as a Markdown table */
export function tokenTable(costs: readonly Cost[]): string {
  const rows = costs.map(({ budget: { what, unit, most, target }, bytes, found }) => {
    const tokens = Math.round(bytes / bytesAToken)
    const aim = target === undefined ? '' : `; to come down to ${grouped(target)}`
    const verdict = found <= most ? 'held' : 'exceeded'
    return `| ${what} | ${grouped(bytes)} | ${grouped(tokens)} | ${grouped(most)} ${unit}: ${verdict}${aim} |`
  })
  return ['|  | Bytes | Tokens | At most |', '| --- | --- | --- | --- |', ...rows].join('\n')
}
