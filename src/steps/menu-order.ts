import type { Answer, Offer } from '../answer/answer'

/**
 * @param end what comes first where the work is complete: `git commit`, `new`
 * @returns what can be done now, the most obvious first; a review and a look come last
 */
export function inOrder({ spells }: Pick<Answer, 'spells'>, end: readonly string[]): readonly (string | Offer)[] {
  const available = spells.filter((offer) => offer.available)
  const isLast = ({ name, outcome }: Offer) => name === 'reparo' || outcome === 'shown'
  return [...end, ...available.filter((offer) => !isLast(offer)), ...available.filter(isLast)]
}
