import * as file from '../../../templates/discovery/workflow.yaml'
import type { Effect } from '../../workflow/effect'
import { withKnownNames } from '../../workflow/known-names'
import { rowsOf } from '../../workflow/steps'
import { updates } from './updates'

/** The table of discovery, as its file has it. Each id is the name of a text in `templates/discovery/states/`. */
export const rows = rowsOf<Effect>(withKnownNames(file, updates))
