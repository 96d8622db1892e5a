import { slug } from '../src/flows/slug'
import type { Frame, MapLayout, Maps } from '../src/report/map/layout'
import { mapMark, mapSvg } from '../src/report/map/svg'

/** @returns every picture of a map, by path */
export const mapFiles = (maps: Maps): Record<string, string> =>
  Object.fromEntries(
    Object.entries(maps).flatMap(([name, map]) =>
      picturesOf(name, map).map(({ file, what, layout }) => [
        `docs/maps/${file}.svg`,
        `${mapMark}${mapSvg(what, layout)}`,
      ]),
    ),
  )

/** The pictures of a workflow, and where they are as text for who cannot see them. */
export const mapPictures = (name: string, map: MapLayout | undefined): string =>
  (map ? picturesOf(name, map) : [])
    .map(
      ({ file, what }) =>
        `[![The map of the workflow ${what}](maps/${file}.svg)](reference/${name}.md#the-map-as-text)`,
    )
    .join('\n\n')

/** A higher map is drawn phase by phase: a reader sees no more of it at once. In CSS pixels. */
const mostHeight = 1_000

const picturesOf = (name: string, map: MapLayout) =>
  map.height > mostHeight
    ? map.phases.map(({ title }, phase) => ({
        file: `${name}-${slug(title)}`,
        what: `${name}: ${title}`,
        layout: phaseOf(map, phase),
      }))
    : [{ file: name, what: name, layout: map }]

/** One phase of a map, as a map. */
function phaseOf(map: MapLayout, phase: number): MapLayout {
  const { phases, boxes, edges } = map
  const own = boxes.flatMap((box, index) => (box.phase === phase ? [index] : []))
  const [x = 0, y = 0, width = 0, height = 0] = phases[phase]?.frame ?? []
  const [left, top] = [x - margin, y - margin]
  const moved = ([x, y, width, height]: Frame): Frame => [x - left, y - top, width, height]
  const inner = edges.filter(({ ways, line }) => line.length > 0 && ways.every((way) => own.includes(way[0])))
  return {
    ...map,
    width: width + 2 * margin,
    height: height + 2 * margin,
    phases: phases.slice(phase, phase + 1).map(({ title, frame, head, exits }) => ({
      title,
      frame: moved(frame),
      head: moved(head),
      exits: exits.map(({ lines, at: [x, y] }) => ({ edges: [], lines, at: [x - left, y - top] as const })),
    })),
    boxes: own.flatMap((index) => boxes[index] ?? []).map((box) => ({ ...box, phase: 0, frame: moved(box.frame) })),
    edges: inner.map(({ ways, by, line, label: [x, y] }) => ({
      ways: ways.map(([from, to]) => [own.indexOf(from), own.indexOf(to)] as const),
      by,
      line: line.map((at, index) => at - (index % 2 === 0 ? left : top)),
      label: [x - left, y - top] as const,
    })),
    others: [],
  }
}

/** Around a frame, in CSS pixels. */
const margin = 12
