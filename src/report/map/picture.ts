import type { WorkReport } from '../model'
import { loadMap } from './load'
import { marksOf } from './marks'
import { mapSvg } from './svg'

/** @returns the map of its workflow, with the way walked, as SVG; undefined if nothing was walked */
export function pictureOf(report: WorkReport): string | undefined {
  if (report.way.steps === 0) return undefined
  const map = loadMap(report.workflow)
  return mapSvg(report.workflow, map, marksOf(map, report))
}
