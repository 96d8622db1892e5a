import * as file from '../../../templates/collab/workflow.yaml'
import type { Row as RowOf } from '../../engine/definition'
import type { Effect } from '../../workflow/effect'
import { withKnownNames } from '../../workflow/known-names'
import { rowsOf } from '../../workflow/steps'
import { domain, getState, inPhase } from './flow'
import { updates } from './updates'

type Row = RowOf<Effect>

/** A state that begins a phase is entered in it; in all others the phase before it goes on. */
function withPhase(row: Row): Row {
  const phase = getState(String(row.to))?.phase
  return phase ? { ...row, updates: [...(row.updates ?? []), inPhase(phase)] } : row
}

/** The table of collab, as its file has it. Each id is the name of a text in `templates/collab/states/`. */
export const rows: readonly Row[] = rowsOf<Effect>(withKnownNames({ ...file, facts: domain }, updates)).map(withPhase)
