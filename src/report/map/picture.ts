import type { Wording } from '../../answer/plain-words'
import { loadJson } from '../../cli/cast-context'
import { namedIn } from '../../settings/words-here'
import type { WorkReport } from '../model'
import type { Pictures } from '../report-sections'
import type { MapLayout, Maps } from './layout'
import { marksOf } from './marks'
import { graphSvg, mapSvg } from './svg'
import { graphOf } from './task-graph'

/** @returns the map of a workflow, as the build has laid it out, in the words of a folder. Throws if there is none of that name */
export function loadMap(workflow: string, words: Wording): MapLayout {
  const { [workflow]: map } = loadJson<Maps>('maps.json')
  if (!map) throw new Error(`there is no map of ${workflow}`)
  return namedIn(map, words)
}

/** @returns the map of its workflow, in the words that the report has, with the path taken if any was, and its task graph if it has one */
export function picturesOf(report: WorkReport, words: Wording): Pictures {
  const { workflow, way, tasks, map: text } = report
  const [map, graph] = [way.steps > 0 && text === undefined && loadMap(workflow, words), graphOf(tasks)]
  return {
    ...(map && { map: mapSvg(workflow, map, marksOf(map, report)) }),
    ...(graph && { graph: graphSvg(graph) }),
  }
}
