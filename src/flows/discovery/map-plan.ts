import type { MapPlan } from '../map-plan'
import { phaseOf, phases } from './phases'

export const mapPlan: MapPlan = {
  phases: ['Discovery', 'Clarification', 'Contracts', 'Implementation plan', 'Validation', 'Verified'],
  phaseOf: (box) => (box === 'verified' ? 5 : phases.indexOf(phaseOf(box) ?? 'discovery')),
  boxOf: (state) => state,
  isDrawn: ({ on }) => on !== 'replan',
}
