import type { Law } from '../../engine/definition'
import { aiReview, humanReview, type Phase, phaseOf, phases } from './phases'

const isWork = (state: string): state is Phase => phases.includes(state as Phase)
const isDecided = (state: string) => state === 'complexity_decision'
const place = (state: string) =>
  state === 'verified' ? phases.length : phases.indexOf(phaseOf(state) ?? 'clarification')

export const laws: readonly Law<string, string>[] = [
  {
    name: 'no phase is left without the review of the AI',
    holds: ({ from, to, on }) => on === 'replan' || !isWork(from) || from === to || to === aiReview(from),
  },
  {
    name: 'the review of a human is left out only if none is asked for',
    holds: ({ from, to, on, facts }) =>
      on !== 'approve' ||
      !from.endsWith('_awaiting_ai_review') ||
      from === to ||
      to.endsWith('_awaiting_human_review') ||
      facts.autonomous === true ||
      facts.later === true,
  },
  {
    name: 'no phase is jumped over but contracts',
    holds: ({ from, to, on }) => on === 'replan' || isDecided(from) || place(to) - place(from) <= 1,
  },
  {
    name: 'contracts are left out only for what is simple',
    holds: ({ from, to, facts }) => !isDecided(from) || to === 'contracts' || facts.simple === true,
  },
  {
    name: 'a plan is verified only by the last approval',
    holds: ({ from, to, on }) =>
      to !== 'verified' ||
      from === to ||
      (on === 'approve' && [aiReview('validation'), humanReview('validation')].some((review) => review === from)),
  },
  {
    name: 'what says that it is not ready is verified by a human only',
    holds: ({ from, to, facts }) => to !== 'verified' || from !== aiReview('validation') || facts.ready === true,
  },
]
