import type { Answer, Offer } from '../cast/answer/answer'

/**
 * @param isOver whether the work is complete: then the next one can begin, and no review is offered
 * @returns what can be done now, each as it is typed: first what waits, a review and a look last
 */
export function inOrder({ turn, spells }: Pick<Answer, 'turn' | 'spells'>, isOver: boolean): readonly string[] {
  const available = spells.filter(({ name, available }) => available && !(isOver && name === 'reparo'))
  const isLast = ({ name, outcome }: Offer) => name === 'reparo' || outcome === 'shown'
  const lines = (offers: readonly Offer[]) => offers.map(({ name }) => `spell ${name}`)
  return [
    ...new Set([
      ...(turn.command ? [turn.command] : []),
      ...(isOver ? ['spell new'] : []),
      ...lines(available.filter((offer) => !isLast(offer))),
      ...lines(available.filter(isLast)),
    ]),
  ]
}
