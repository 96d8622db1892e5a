import type { Git } from '../../git/git'
import { treesOf } from '../../git/tree'
import { nameOf, type StandingItem, type WorkHere } from '../../proof/work-here'
import { code, firstOf } from '../../text/markdown-parts'
import { proofLogOf } from '../../work/proof-log'

const staleIn = (items: readonly StandingItem[]): StandingItem[] =>
  items.filter(({ standing, commands }) => standing === 'stale' && commands.length > 0)

/** @returns the command for what is proven of other files, and why; empty if there is none, or the work lacks something else */
export function lastStale({ items, said: { command } }: Pick<WorkHere, 'items' | 'said'>): string {
  if (items.some(({ standing }) => ['open', 'failed', 'waiting'].includes(standing))) return ''
  const names = staleIn(items).map(nameOf)
  return names.length === 0 ? '' : `\`${command} ${names.join(' ')}\`, as files have changed since`
}

const mostNamed = 3

/**
 * Says why criteria are stale, with the files that were touched since the first of them ran.
 *
 * @returns a sentence; empty if none is stale
 * @throws Failure (system) if git fails
 */
export async function staleText({ work, items, here }: Omit<WorkHere, 'said'>, git: Git): Promise<string> {
  const stale = staleIn(items)
  if (stale.length === 0) return ''
  const { proofs } = proofLogOf(work, here)
  const ran = stale.map(({ known }) => proofs.findLast((proof) => proof.criterion === known.criterion)?.time ?? '')
  const first = Date.parse(ran.toSorted()[0] ?? '')
  const trees = Number.isNaN(first) ? undefined : await treesOf(git, BigInt(first) * 1_000_000n)
  const touched = trees && 'touched' in trees ? (trees.touched ?? []).filter((path) => !path.endsWith('/')) : []
  return `Stale: passed before ${touched.length === 0 ? 'files' : firstOf(touched.map(code), mostNamed)} changed.`
}
