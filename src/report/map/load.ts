import { loadJson } from '../../cli/cast-context'
import type { MapLayout, Maps } from './layout'

/** @returns the map of a workflow, as the build has laid it out. Throws if there is none of that name */
export function loadMap(workflow: string): MapLayout {
  const { [workflow]: map } = loadJson<Maps>('maps.json')
  if (!map) throw new Error(`there is no map of ${workflow}`)
  return map
}
