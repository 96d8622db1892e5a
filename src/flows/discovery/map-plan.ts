import type { MapPlan } from '../map-plan'
import { phaseOf, phases, reviewerIn } from './plan'

/** What is done in each phase alike, as a title by what the frame of all phases calls it. */
const titles = { written: 'Being written', ai: 'In review by the agent', human: 'In review by you' }

/** The phases are one frame, and what happens in each of them another. */
export const mapPlan: MapPlan = {
  phases: ['Phases', 'In each phase'],
  phaseOf: (box) => (box in titles ? 1 : 0),
  boxOf(state) {
    const phase = phaseOf(state)
    return phase === undefined ? state : [phase, reviewerIn(state) ?? 'written']
  },
  titles,
  isDrawn: ({ on, from, to }) =>
    on !== 'replan' && phases.indexOf(phaseOf(to) ?? 'validation') - phases.indexOf(phaseOf(from) ?? 'discovery') < 2,
}
