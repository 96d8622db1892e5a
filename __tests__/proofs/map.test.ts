import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stepsOf } from '../../scripts/compile-maps'
import { mapPlans } from '../../scripts/map-plans'
import { marksOf } from '../../src/commands/report/map/marks'
import { mapSvg } from '../../src/commands/report/map/svg'
import { workflows } from '../../src/workflows/registry'
import { boxesInBrowser, type SeenBox, seenInBrowser, testInBrowser } from '../support/browser'
import { makeFolder } from '../support/folder'
import { maps } from '../support/maps'
import { walkOf } from '../support/walk'

jest.setTimeout(180_000)

const areOver = (one: SeenBox, other: SeenBox) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

const isIn = (one: SeenBox, other: SeenBox) =>
  one.left >= other.left && one.right <= other.right && one.top >= other.top && one.bottom <= other.bottom

testInBrowser.each(workflows)('no label of the map of $name is over another or over a box', async ({ name, load }) => {
  const { [name]: map } = maps
  if (!map) throw new Error(`no map of ${name}`)
  // As wide as they become: every line walked often, and in every box a long title.
  const steps = stepsOf((await load()).definition, mapPlans[name] ?? {})
  const walked = steps.map((step) => ({ ...step, by: step.on, count: 987_654 }))
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
