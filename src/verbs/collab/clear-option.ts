import type { Option } from '../../cli/options'
import { clearings } from '../../flows/collab/session'

/** What happens to the agent's context between two steps. */
export const clearOption = {
  key: 'clear',
  flag: '--clear',
  value: 'WHEN',
  help: `whether the context is cleared between steps: ${clearings.join(', ')} (default: as the settings say)`,
  choices: clearings,
} as const satisfies Option
