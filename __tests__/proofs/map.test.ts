import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stepsOf } from '../../scripts/compile-maps'
import { entryOf, workflows } from '../../src/flows/registry'
import { marksOf } from '../../src/report/map/marks'
import { mapSvg } from '../../src/report/map/svg'
import { boxesInBrowser, type SeenBox, seenInBrowser, testInBrowser } from '../support/browser'
import { makeFolder } from '../support/folder'
import { maps } from '../support/packed-maps'
import { walkOf } from '../support/walk'

type Sides = Pick<SeenBox, 'left' | 'top' | 'right' | 'bottom'>

const areOver = (one: Sides, other: Sides) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

const isIn = (one: SeenBox, other: SeenBox) =>
  one.left >= other.left && one.right <= other.right && one.top >= other.top && one.bottom <= other.bottom

/** The map of a workflow, and a walk with every step of its table often. */
async function walkedOften(name: string, load: (typeof workflows)[number]['load']) {
  const { [name]: map } = maps
  if (!map) throw new Error(`no map of ${name}`)
  const plan = await entryOf(name).map?.()
  if (!plan) throw new Error(`${name} is not drawn`)
  const steps = stepsOf((await load()).open('task').definition, plan)
  return { map, walked: steps.map((step) => ({ ...step, by: step.on, count: 987_654 })) }
}

testInBrowser.each(workflows)('no label of the map of $name is over another or over a box', async ({ name, load }) => {
  const { map, walked } = await walkedOften(name, load)
  // As wide as they become: in every box a long title.
  const stateTitle = 'A title as long as none of the program'
  const marked = map.boxes.map(({ states: [state = ''] }) => marksOf(map, walkOf(walked, { state, stateTitle })))
  const pictures = [undefined, ...marked].map((marks) => mapSvg(name, map, marks))
  const file = join(makeFolder().path, 'map.html')
  writeFileSync(file, `<!doctype html><title>Map</title>${pictures.map((svg) => `<div>${svg}</div>`).join('')}`)
  const selectors = pictures.flatMap((_, index) => {
    const svg = `div:nth-of-type(${index + 1}) > svg`
    return [svg, `${svg} text`, `${svg} > .box > rect`]
  })
  const seen = await boxesInBrowser(file, selectors)
  for (const index of pictures.keys()) {
    const [[picture] = [], texts = [], frames = []] = seen.slice(3 * index)
    expect(frames).toHaveLength(map.boxes.length)
    expect(texts.length).toBeGreaterThan(map.boxes.length)
    const over = texts.flatMap((text, at) =>
      texts.slice(at + 1).flatMap((other) => (areOver(text, other) ? [`${text.text} | ${other.text}`] : [])),
    )
    // What is in a box is wholly in it.
    const across = texts.filter((text) => frames.some((frame) => areOver(text, frame) && !isIn(text, frame)))
    const outside = texts.filter((text) => !picture || !isIn(text, picture))
    expect([over, across, outside]).toEqual([[], [], []])
  }
})

testInBrowser.each(workflows)(
  'no line of the map of $name is over a title of a phase, a box or another label',
  async ({ name, load }) => {
    const { map, walked } = await walkedOften(name, load)
    const file = join(makeFolder().path, 'map.html')
    writeFileSync(file, `<!doctype html><title>Map</title>${mapSvg(name, map, marksOf(map, walkOf(walked, {})))}`)
    const selectors = ['.map > .edge > .line', '.head', '.label', '.map > .box > rect']
    const [lines = [], heads = [], labels = [], boxes = []] = await boxesInBrowser(file, selectors)
    const drawn = map.edges.filter(({ line }) => line.length > 0)
    const texts = map.phases.flatMap(({ exits }) => exits)
    expect([lines, labels, heads, boxes].map(({ length }) => length)).toEqual(
      [drawn, [...drawn, ...texts], map.phases, map.boxes].map(({ length }) => length),
    )
    const crossed = lines.flatMap(({ points }, index) =>
      [...heads, ...boxes, ...labels.filter((_, other) => other !== texts.length + index)]
        .filter((box) => points.some(({ x, y }) => areOver(box, { left: x, right: x, top: y, bottom: y })))
        .map(({ text }) => `${drawn[index]?.by} through ${text}`),
    )
    expect(crossed).toEqual([])
  },
)

testInBrowser.each(workflows)('a picture of $name asks for nothing, and has a name', async ({ name }) => {
  const { [name]: map } = maps
  const folder = makeFolder()
  const file = join(folder.path, 'map.html')
  writeFileSync(
    file,
    `<!doctype html><html lang="en"><title>Map</title><main><h1>Map</h1>${map && mapSvg(name, map, marksOf(map, walkOf([], { state: map.boxes[2]?.states[0] ?? '' })))}</main>`,
  )
  for (const colorScheme of ['light', 'dark'] as const) {
    const { requests, complaints, dialogs, axe } = await seenInBrowser(file, { colorScheme })
    expect({ requests, complaints, dialogs, axe }).toEqual({ requests: [], complaints: [], dialogs: 0, axe: [] })
  }
})
