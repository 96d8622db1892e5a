import { partsOf } from '../../engine/place'
import { readyItems } from './formulas'
import { places } from './places'
import type { Session } from './session'

/** Who acts next, and the command that they come to. */
export interface Next {
  readonly by: 'ai' | 'human' | null
  readonly command: string | null
}

/** @returns what comes next; what goes on beside the main part comes first, as it waits for an answer */
export function nextOf(state: string, { main, items, purpose }: Session): Next {
  const [soul, , service = ''] = partsOf(state)
  if (service.startsWith('consult.')) {
    return { by: 'ai', command: `spell hope consult done${service === 'consult.explore' ? ' --pick "…"' : ''}` }
  }
  if (service === 'bond.design') return { by: 'ai', command: 'spell hope bond submit blueprint.md' }
  if (service === 'bond.confirm') return { by: 'human', command: 'spell hope bond answer yes' }
  if (soul === 'soul.ask_engagement' && main === 'user_need') return { by: 'human', command: 'spell hope engage' }
  if (main === 'loop.wave_execution' || main === 'loop.cancel') {
    const ids = readyItems(items).map(({ id }) => id)
    return { by: 'ai', command: `spell hope wave --done ${ids.join(',')}` }
  }
  if (main === 'consult' && purpose === 'explore') return { by: 'ai', command: 'spell hope consult explore "…"' }
  const { by = null, command = null } = places[main] ?? {}
  return { by, command }
}
