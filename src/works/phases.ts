import { phaseOnBoard as ofCollab } from '../workflows/collab/board'
import { phaseOnBoard as ofDiscovery } from '../workflows/discovery/board'
import { phaseOnBoard as ofEngineer } from '../workflows/engineer/board'
import { phaseOnBoard as ofHope } from '../workflows/hope/board'
import type { WorkPhase } from '../workflows/workflow'

const boards: Readonly<Record<string, (state: string) => WorkPhase>> = {
  engineer: ofEngineer,
  discovery: ofDiscovery,
  collab: ofCollab,
  hope: ofHope,
}

/** @returns the phase of a state on the board; loads no workflow */
export const phaseOf = (workflow: string, state: string): WorkPhase => boards[workflow]?.(state) ?? 'planning'
