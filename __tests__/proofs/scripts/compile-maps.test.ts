import { Chalk } from 'chalk'
import { areOver, stepsOf, type TableStep } from '../../../scripts/compile-maps'
import { partsOf } from '../../../src/engine/place'
import { workflows } from '../../../src/flows/registry'
import { drawMap } from '../../../src/report/map/drawing'
import { boxesOf, type Frame, isSame, labelOf, type MapLayout, waysOf } from '../../../src/report/map/layout'
import { type MapMarks, marksOf } from '../../../src/report/map/marks'
import { mapColors, mapSvg } from '../../../src/report/map/svg'
import { mapText } from '../../../src/report/map/text'
import { maps } from '../../support/packed-maps'
import { walkOf } from '../../support/walk'

const mapOf = (name: string): MapLayout => {
  const { [name]: map } = maps
  if (!map) throw new Error(`no map of ${name}`)
  return map
}

const between = (value: number, one: number, other: number) =>
  value >= Math.min(one, other) - 2 && value <= Math.max(one, other) + 2

/** The straight parts of a line, as frames without a width or a height. */
const segmentsOf = (line: readonly number[]): Frame[] =>
  line.flatMap((_, at) => {
    const [x = 0, y = 0, nextX, nextY] = line.slice(at, at + 4)
    if (at % 2 === 1 || nextX === undefined || nextY === undefined) return []
    return [[Math.min(x, nextX), Math.min(y, nextY), Math.abs(x - nextX), Math.abs(y - nextY)]]
  })

/** The contrast of two colors as WCAG defines it, from 1 to 21. */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [one, other].map(luminance).toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const plain = new Chalk({ level: 0 })

describe.each(workflows)('the map of $name', ({ name, load, map: plan }) => {
  let all: TableStep[]
  const steps = async () => {
    if (!plan) throw new Error(`${name} is not drawn`)
    all ??= stepsOf((await load()).open('task').definition, await plan())
    return all
  }

  test('has each state of the table, in no frame twice, or says that it needs no box', async () => {
    const { boxes, phases, resting } = mapOf(name)
    const { states } = (await load()).open('task').definition
    const inFrames = phases.map((_, phase) => boxes.flatMap((box) => (box.phase === phase ? box.states : [])))
    for (const own of inFrames) expect(new Set(own).size).toBe(own.length)
    expect([...new Set([...inFrames.flat(), ...resting])].toSorted()).toEqual([...states].toSorted())
  })

  test('has each step of the table as a line, or among the ways that are not drawn', async () => {
    const map = mapOf(name)
    const lost = (await steps()).filter(({ on, from, to }) =>
      waysOf(map, from, to).some(
        (way) =>
          !map.edges.some(({ ways, by }) => by.includes(on) && ways.some((each) => isSame(each, way))) &&
          !map.others.some((each) => each.by === on && each.from.includes(way[0]) && each.to.includes(way[1])),
      ),
    )
    expect(lost).toEqual([])
  })

  test('has no line that is not in the table', async () => {
    const map = mapOf(name)
    const known = new Set(
      (await steps()).flatMap(({ on, from, to }) => waysOf(map, from, to).map((way) => `${on} ${way}`)),
    )
    const drawn = map.edges.flatMap(({ ways, by }) => by.map((on) => ways.some((way) => known.has(`${on} ${way}`))))
    expect(drawn).not.toContain(false)
    expect(drawn.length).toBeGreaterThan(10)
  })

  test('has every box and label within the picture, and no box over another', () => {
    const { width, height, boxes, edges, phases } = mapOf(name)
    const frames = boxes.map(({ frame }) => frame)
    for (const [left, top, wide, high] of [...frames, ...phases.map(({ frame }) => frame)])
      expect([left >= 0, top >= 0, left + wide <= width, top + high <= height]).not.toContain(false)
    // What leads out of a phase is a text in its frame.
    const written = edges.flatMap(({ line }, edge) => (line.length === 0 ? [edge] : []))
    expect(phases.flatMap(({ exits }) => exits.flatMap((exit) => exit.edges)).toSorted((a, b) => a - b)).toEqual(
      written,
    )
    for (const { frame, exits } of phases)
      for (const { lines, at } of exits) {
        const wide = Math.max(...lines.map(({ length }) => length)) * 6
        expect(areOver([at[0], at[1] + lines.length * 15, wide, 1], frame)).toBe(true)
      }
    for (const { line, label } of edges.filter((edge) => edge.line.length > 0)) {
      expect(line.length).toBeGreaterThanOrEqual(4)
      // A label is in the middle of its line.
      const isOn = line.some((_, at) => {
        const [x = 0, y = 0, nextX = 0, nextY = 0] = line.slice(at, at + 4)
        return at % 2 === 0 && at + 3 < line.length && between(label[0], x, nextX) && between(label[1], y, nextY)
      })
      expect(isOn).toBe(true)
    }
    const over = frames.filter(([x, y, w, h], index) =>
      frames.some(
        ([otherX, otherY, otherW, otherH], other) =>
          other !== index && x < otherX + otherW && otherX < x + w && y < otherY + otherH && otherY < y + h,
      ),
    )
    expect(over).toEqual([])
  })

  test('has no line through a title of a phase, a box or the label of another line', () => {
    const { boxes, edges, phases, usual } = mapOf(name)
    const within = (frames: readonly Frame[]) => frames.map(([x, y, w, h]): Frame => [x + 1, y + 1, w - 2, h - 2])
    const heads = phases.map(({ head }) => head)
    const labels = edges.map(({ by, label: [x, y] }): Frame => {
      const width = (labelOf(by, usual).length + ' ×99.9k'.length) * 6
      return [x - width / 2, y - 7, width, 14]
    })
    const crossed = edges.flatMap(({ line }, index) =>
      segmentsOf(line).flatMap((segment) =>
        [...within([...heads, ...boxes.map(({ frame }) => frame)]), ...labels.filter((_, other) => other !== index)]
          .filter((frame) => areOver(segment, frame))
          .map((frame) => ({ segment, frame })),
      ),
    )
    expect(crossed).toEqual([])
    for (const { frame, head } of phases) {
      expect([head[0] > frame[0], head[0] + head[2] < frame[0] + frame[2]]).toEqual([true, true])
    }
  })

  test('has a line into each box that can be reached, or says on the box what leads there', async () => {
    const { boxes, edges } = mapOf(name)
    const { initial } = (await load()).open('task').definition
    const entered = new Set([
      ...boxesOf(mapOf(name), initial),
      ...edges.flatMap(({ ways }) => ways.map(([, to]) => to)),
    ])
    expect(boxes.filter(({ anywhere }, box) => !entered.has(box) && anywhere === undefined)).toEqual([])
    const said = boxes.flatMap(({ anywhere }) => (anywhere ? [`from anywhere: ${anywhere}`] : []))
    for (const text of said) {
      expect(mapSvg(name, mapOf(name))).toContain(`>${text}<`)
      expect(drawMap(mapOf(name), undefined, 80, plain)).toContain(text)
    }
  })

  test('says everything as text: each box, each word, and where the work is in each state', async () => {
    const map = mapOf(name)
    const text = mapText(map)
    for (const { title } of map.boxes) expect(text).toContain(title)
    for (const by of new Set([...map.edges.flatMap((edge) => edge.by), ...map.others.map((ways) => ways.by)]))
      expect(text).toContain(by)
    for (const state of new Set((await steps()).flatMap(({ from, to }) => [from, to]))) {
      const marks = marksOf(map, walkOf([], { state, stateTitle: `at ${state}` }))
      expect(marks.here.length).toBeGreaterThan(0)
      expect(mapText(map, marks)).toMatch(new RegExp(`^Now: at ${state.replace(/[.+]/g, '\\$&')}\\.$`, 'm'))
    }
  })

  test('counts every step of a walk once in its boxes, and once on its line', async () => {
    const map = mapOf(name)
    // Each step of the table, 3 times the first, 4 times the second, and so on.
    const walked = (await steps()).slice(0, 400).map((step, index) => ({ ...step, by: step.on, count: 3 + index }))
    const [first] = walked
    const marks = marksOf(map, walkOf(walked, { state: first?.from ?? '' }))
    const counted = walked.flatMap(({ from, to, by, count }) =>
      waysOf(map, from, to).map((way) => ({ way, by, count })),
    )
    const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)
    const entered = sum(counted.filter(({ way }) => way[1] >= 0).map(({ count }) => count))
    expect(sum(marks.visits)).toBe(entered + boxesOf(map, first?.from ?? '').length)
    expect(sum(marks.steps.map(({ count }) => count))).toBe(sum(counted.map(({ count }) => count)))
    // A step that passes a box is on two lines.
    const drawn = counted.filter(({ way, by }) =>
      map.edges.some((edge) => edge.by.includes(by) && edge.ways.some((each) => isSame(each, way))),
    )
    expect(sum(marks.walked)).toBeGreaterThanOrEqual(sum(drawn.map(({ count }) => count)))
    if (map.passed.length === 0) expect(sum(marks.walked)).toBe(sum(drawn.map(({ count }) => count)))
    expect(mapSvg(name, map, marks)).toContain('class="box here')
  })

  test.each(['alone', 'marked'])('fits every terminal, %s', (how) => {
    const map = mapOf(name)
    const marks = how === 'alone' ? undefined : marksOf(map, walkOf([], { state: map.boxes[3]?.states[0] ?? '' }))
    for (let width = 24; width <= 200; width++) {
      const drawing = drawMap(map, marks, width, plain)
      const lengths = drawing.split('\n').map((line) => line.length)
      expect(Math.max(...lengths)).toBeLessThanOrEqual(width)
      expect(drawing.includes(`▶ ${map.boxes[3]?.title.split(' ')[0]}`)).toBe(how === 'marked')
    }
    const words = drawMap(map, marks, 60, plain).replace(/[│╭╮╰╯─\s]+/g, ' ')
    for (const { title } of map.boxes) expect(words).toContain(title)
  })
})

describe.each(Object.entries(mapColors))('in %s', (_, colors) => {
  type Color = keyof typeof colors
  const ratio = (one: Color, other: Color) => contrast(colors[one], colors[other])

  test.each<[Color, Color]>([
    ['line', 'paper'],
    ['soft', 'paper'],
    ['soft', 'wash'],
    ['ink', 'paper'],
    ['next', 'paper'],
    ['next', 'next-wash'],
  ])('a line of the color %s can be seen on %s', (line, ground) => {
    expect(ratio(line, ground)).toBeGreaterThanOrEqual(3)
  })

  // biome-ignore format: in one paragraph
  test.each<[Color, Color]>([
    ['ink', 'paper'], ['ink', 'wash'], ['ink', 'next-wash'], ['soft', 'paper'], ['soft', 'wash'], ['soft', 'next-wash'],
    ['next', 'paper'], ['paper', 'ink'],
    ['ink', 'good-wash'], ['ink', 'warn-wash'], ['ink', 'bad-wash'], ['soft', 'good-wash'], ['soft', 'warn-wash'],
    ['soft', 'bad-wash'], ['good', 'good-wash'], ['warn', 'warn-wash'], ['bad', 'bad-wash'],
  ])('a text of the color %s can be read on %s', (text, ground) => {
    expect(ratio(text, ground)).toBeGreaterThanOrEqual(4.5)
  })
})

test('a picture has the colors of its table and no others', () => {
  const colors = mapSvg('engineer', mapOf('engineer')).match(/#[0-9a-f]{3,8}\b/gi) ?? []
  expect(colors.toSorted()).toEqual(
    Object.values(mapColors)
      .flatMap((each) => Object.values(each))
      .toSorted(),
  )
})

describe('the marks of a piece of work', () => {
  const at = (state: string, more: Parameters<typeof walkOf>[1] = {}) =>
    marksOf(mapOf('engineer'), walkOf([], { state, ...more }))
  const titles = ({ here }: MapMarks) => here.map((box) => mapOf('engineer').boxes[box]?.title)

  test('a missing file is where it is asked for, and the picture says which', () => {
    const marks = at('ERROR_PLAN_MISSING', { stateTitle: 'Plan missing' })
    expect(titles(marks)).toEqual(['Planning'])
    expect(mapSvg('engineer', mapOf('engineer'), marks)).toContain('>Plan missing<')
  })

  test('what is possible only if a file is missing is said so, and has no line', () => {
    const text = mapText(mapOf('engineer'))
    expect(text).toContain('\nIf a file is missing, from Review task draft to Review comments: accio.')
    expect(text).not.toMatch(/^From/m)
  })

  test('a state of another table is on no box, and the text says so', () => {
    const marks = at('<b>', { stateTitle: '<script>' })
    expect(marks.here).toEqual([])
    expect(mapText(mapOf('engineer'), marks)).toContain('Now: <script>, which is not on this map.')
    expect(mapSvg('engineer', mapOf('engineer'), marks)).not.toContain('<script')
    expect(drawMap(mapOf('engineer'), marks, 80, plain)).not.toContain('▶ P')
  })

  test('what can be said now is a line and a box', () => {
    const next = [{ say: 'Accio', summary: '', event: 'accio', to: ['ACHIEVE_TASK_DRAFTING'] }]
    const { edges } = mapOf('engineer')
    const marks = at('GATHER_EDITING', { next })
    expect(edges.flatMap(({ by }, edge) => (marks.next[edge] ? by : []))).toEqual(['accio'])
    expect(mapText(mapOf('engineer'), marks)).toContain('Can be said now: Accio, to Task draft.')
  })

  test('a step around the table is among the steps', () => {
    const step = { from: 'GATHER_EDITING', to: 'ACHIEVE_COMPLETE', by: 'override', count: 1 }
    const marks = marksOf(mapOf('engineer'), walkOf([step], { state: 'ACHIEVE_COMPLETE' }))
    expect(mapText(mapOf('engineer'), marks)).toContain('Walked: Planning → Complete by override ×1.')
  })

  test('a pause that a setting leaves out is passed', () => {
    const map = mapOf('collab')
    const step = { from: 'gather-goals', to: 'brainstorm-exploring', by: 'complete-skill', count: 2 }
    const marks = marksOf(map, walkOf([step], { state: step.to }))
    expect(marks.steps).toEqual([{ way: [1, 3], by: 'complete-skill', count: 2 }])
    const titleOf = (box: number) => map.boxes[box]?.title
    const lines = map.edges
      .filter((_, edge) => marks.walked[edge] === 2)
      .map(({ ways }) => ways.map((way) => way.map(titleOf)))
    expect(lines.flat()).toEqual([
      ['Gathering goals', 'Context check'],
      ['Context check', 'Exploring'],
    ])
  })

  test('a conversation beside the work is marked with the state that it is beside', () => {
    const map = mapOf('hope')
    const marks = marksOf(map, walkOf([], { state: 'soul.silent_audit + loop.wave_execution + consult.panel' }))
    expect(marks.here.map((box) => map.boxes[box]?.title)).toEqual(['Wave in progress', 'Hearing several voices'])
    expect(partsOf('a + b')).toHaveLength(2)
  })
})
