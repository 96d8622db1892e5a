import { conditions, each, groups, hidden, never, steps } from '../../../templates/hope/workflow.yaml'
import { isAvailable, type Row as RowOf } from '../../engine/definition'
import { withKnownNames } from '../../workflow/known-names'
import { rowsOf } from '../../workflow/steps'
import type { Effect } from '../flow'
import { domain } from './facts'
import { keeping } from './payload'
import { routers, states } from './states'
import { updates } from './updates'

type Row = RowOf<Effect>

const file = { each, groups, hidden, steps, never, conditions, facts: domain, states, routers }

/** Adds the file change to rows that receive a text and have an effect. */
const kept = (row: Row): Row =>
  keeping.includes(row.on) && isAvailable(row.kind)
    ? { ...row, effects: [{ do: 'change', changes: 'keep what is handed in' }] }
    : row

/** The table of hope, as its file has it. Each id is the name of a text in `templates/hope/states/`. */
export const rows: readonly Row[] = rowsOf<Effect>(withKnownNames(file, updates)).map(kept)
