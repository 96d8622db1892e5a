import { phaseOnBoard as ofCollab } from '../flows/collab/board'
import { phaseOnBoard as ofDiscovery } from '../flows/discovery/board'
import { phaseOnBoard as ofEngineer } from '../flows/engineer/board'
import type { WorkPhase } from '../flows/flow'
import { phaseOnBoard as ofHope } from '../flows/hope/board'

const boards: Readonly<Record<string, (state: string) => WorkPhase>> = {
  engineer: ofEngineer,
  discovery: ofDiscovery,
  collab: ofCollab,
  hope: ofHope,
}

/** @returns the phase of a state on the board; loads no workflow */
export const phaseOf = (workflow: string, state: string): WorkPhase => boards[workflow]?.(state) ?? 'planning'
