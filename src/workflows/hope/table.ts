import * as file from '../../../templates/hope/workflow.yaml'
import { isAvailable, type Row } from '../../engine/definition'
import type { Effect } from '../../workflow/effect'
import { withKnownNames } from '../../workflow/known-names'
import { rowsOf } from '../../workflow/steps'
import { main, states } from './session'
import { updates } from './updates'

const all = { ...file, states, groups: { ...file.groups, main } }

/** The words whose steps write or rename a file. Their rows have an update that records the session's folder. */
const keeping: readonly string[] = ['start', 'intent', 'submit', 'consult done', 'answer', 'wave', 'cancel']

/** Adds the file change to rows that receive a text and have an effect. */
const kept = (row: Row<Effect>): Row<Effect> =>
  keeping.includes(row.on) && isAvailable(row.kind)
    ? { ...row, effects: [{ do: 'change', changes: 'keep what is handed in' }] }
    : row

/** The table of hope, as its file has it. Each id is the name of a text in `templates/hope/states/`. */
export const rows: readonly Row<Effect>[] = rowsOf<Effect>(withKnownNames(all, updates)).map(kept)
