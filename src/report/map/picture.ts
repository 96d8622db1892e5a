import { loadJson } from '../../cli/cast-context'
import type { WorkReport } from '../model'
import type { MapLayout, Maps } from './layout'
import { marksOf } from './marks'
import { mapSvg } from './svg'

/** @returns the map of a workflow, as the build has laid it out. Throws if there is none of that name */
export function loadMap(workflow: string): MapLayout {
  const { [workflow]: map } = loadJson<Maps>('maps.json')
  if (!map) throw new Error(`there is no map of ${workflow}`)
  return map
}

/** @returns the map of its workflow, with the way walked, as SVG; undefined if nothing was walked */
export function pictureOf(report: WorkReport): string | undefined {
  if (report.way.steps === 0) return undefined
  const map = loadMap(report.workflow)
  return mapSvg(report.workflow, map, marksOf(map, report))
}
