import { Chalk } from 'chalk'
import { compileTexts } from '../../../scripts/compile-texts'
import { mapMermaid } from '../../../scripts/map-mermaid'
import { partsOf } from '../../../src/engine/place'
import type { MapPlan } from '../../../src/flows/map-plan'
import { entryOf, workflows } from '../../../src/flows/registry'
import { drawMap } from '../../../src/report/map/drawing'
import { mapOf, stepsOf, type TableStep } from '../../../src/report/map/map-of'
import { type MapMarks, marksOf } from '../../../src/report/map/marks'
import { mapText } from '../../../src/report/map/text'
import { boxesOf, isAmong, type WorkflowMap, waysOf } from '../../../src/report/map/workflow-map'
import { walkOf } from '../../support/walk'

async function planOf(name: string): Promise<MapPlan> {
  const plan = await entryOf(name).map?.()
  if (!plan) throw new Error(`${name} has no map`)
  return plan
}

const definitionOf = async (name: string) => (await entryOf(name).load()).open('task').definition

const made = new Map<string, WorkflowMap>()
beforeAll(async () => {
  for (const { name, load } of workflows)
    made.set(name, mapOf((await load()).open('task'), await planOf(name), compileTexts(`templates/${name}`)))
})

const mapIn = (name: string): WorkflowMap => made.get(name) as WorkflowMap

const plain = new Chalk({ level: 0 })

describe.each(workflows)('the map of $name', ({ name }) => {
  let all: TableStep[]
  const steps = async () => {
    all ??= stepsOf(await definitionOf(name), await planOf(name))
    return all
  }

  test('has each state of the table, in no phase twice, or the plan says that it needs no box', async () => {
    const { boxes, phases } = mapIn(name)
    const { states } = await definitionOf(name)
    const { boxOf } = await planOf(name)
    const inPhases = phases.map((_, phase) => boxes.flatMap((box) => (box.phase === phase ? box.states : [])))
    for (const own of inPhases) expect(new Set(own).size).toBe(own.length)
    const resting = states.filter((state) => boxOf(state) === undefined)
    expect([...new Set([...inPhases.flat(), ...resting])].toSorted()).toEqual([...states].toSorted())
  })

  test('has each step of the table among its ways, and no other', async () => {
    const { boxes, ways, others } = mapIn(name)
    const seen = (await steps()).flatMap(({ on, from, to }) => waysOf(boxes, from, to).map((way) => ({ on, way })))
    const lost = seen.filter(
      ({ on, way }) => ![...ways, ...others].some((each) => each.by === on && isAmong(each, way)),
    )
    expect(lost).toEqual([])
    const known = new Set(seen.map(({ on, way }) => `${on} ${way}`))
    const drawn = ways.flatMap(({ by, from, to }) => from.flatMap((start) => to.map((end) => `${by} ${start},${end}`)))
    expect(drawn.filter((way) => !known.has(way))).toEqual([])
    expect(drawn.length).toBeGreaterThan(8)
  })

  test('has a way into each box that can be reached, or says on the box what leads there', async () => {
    const { boxes, ways } = mapIn(name)
    const { initial } = await definitionOf(name)
    const reached = new Set(boxesOf(boxes, initial))
    for (const box of reached)
      for (const { from, to } of ways) if (from.includes(box)) for (const end of to) reached.add(end)
    const alone = boxes.filter(({ anywhere }, box) => anywhere === undefined && !reached.has(box))
    expect(alone).toEqual([])
  })

  test('says everything as text: each box, each word, and where the work is in each state', async () => {
    const map = mapIn(name)
    const text = mapText(map)
    for (const { title } of map.boxes) expect(text).toContain(title)
    for (const by of new Set([...[...map.ways, ...map.others].map(({ by }) => by)])) expect(text).toContain(by)
    for (const state of new Set((await steps()).flatMap(({ from, to }) => [from, to]))) {
      const marks = marksOf(map, walkOf([], { state, stateTitle: `at ${state}` }))
      expect(marks.here.length).toBeGreaterThan(0)
      expect(mapText(map, marks)).toMatch(new RegExp(`^Now: at ${state.replace(/[.+]/g, '\\$&')}\\.$`, 'm'))
    }
  })

  test('counts every step of a walk once in its boxes, and once among its steps', async () => {
    const map = mapIn(name)
    // Each step of the table, 3 times the first, 4 times the second, and so on.
    const walked = (await steps()).slice(0, 400).map((step, index) => ({ ...step, by: step.on, count: 3 + index }))
    const [first] = walked
    const marks = marksOf(map, walkOf(walked, { state: first?.from ?? '' }))
    const counted = walked.flatMap(({ from, to, count }) => waysOf(map.boxes, from, to).map((way) => ({ way, count })))
    const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)
    const entered = sum(counted.filter(({ way }) => way[1] >= 0).map(({ count }) => count))
    expect(sum(marks.visits)).toBe(entered + boxesOf(map.boxes, first?.from ?? '').length)
    expect(sum(marks.steps.map(({ count }) => count))).toBe(sum(counted.map(({ count }) => count)))
  })

  test('has each box and each word of a drawn way as Mermaid, and only arrows between them', () => {
    const { boxes, ways, usual } = mapIn(name)
    const text = mapMermaid(mapIn(name))
    for (const { title } of boxes) expect(text).toMatch(new RegExp(`state "${title}( \\(|")`))
    for (const { by } of ways) if (by !== usual) expect(text).toMatch(new RegExp(`-->.*: .*\\b${by}\\b`))
    const named = new Set([...text.matchAll(/ as (\w+)/g)].map(([, id]) => id))
    for (const [, from, to] of text.matchAll(/(\w+) --> (\w+)/g))
      expect([named.has(from), named.has(to)]).toEqual([true, true])
  })

  test.each(['alone', 'marked'])('fits every terminal, %s', (how) => {
    const map = mapIn(name)
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

describe('the marks of a piece of work', () => {
  const at = (state: string, more: Parameters<typeof walkOf>[1] = {}) =>
    marksOf(mapIn('engineer'), walkOf([], { state, ...more }))
  const titles = ({ here }: MapMarks) => here.map((box) => mapIn('engineer').boxes[box]?.title)

  test('a missing file is where it is asked for, and the picture says which', () => {
    const marks = at('ERROR_PLAN_MISSING', { stateTitle: 'Plan missing' })
    expect(titles(marks)).toEqual(['Planning'])
    expect(drawMap(mapIn('engineer'), marks, 80, plain)).toContain('▶ Planning: Plan missing')
  })

  test('what is possible only if a file is missing is said so, and has no line', () => {
    const text = mapText(mapIn('engineer'))
    expect(text).toContain('\nIf a file is missing, from Review task draft to Review comments: accio.')
    expect(text).not.toMatch(/^From/m)
  })

  test('a state of another table is on no box, and the text says so', () => {
    const marks = at('<b>', { stateTitle: '<script>' })
    expect(marks.here).toEqual([])
    expect(mapText(mapIn('engineer'), marks)).toContain('Now: <script>, which is not on this map.')
    expect(drawMap(mapIn('engineer'), marks, 80, plain)).not.toContain('▶ P')
  })

  test('what can be said now leads to a box', () => {
    const next = [{ say: 'Accio', summary: '', event: 'accio', to: ['ACHIEVE_TASK_DRAFTING'] }]
    const marks = at('GATHER_EDITING', { next })
    expect(mapText(mapIn('engineer'), marks)).toContain('Can be said now: Accio, to Task draft.')
    expect(drawMap(mapIn('engineer'), marks, 80, plain)).toContain('› Task draft')
  })

  test('a way out of where the work is says how often it was walked', () => {
    const step = { from: 'GATHER_EDITING', to: 'ACHIEVE_TASK_DRAFTING', by: 'accio', count: 12 }
    const marks = marksOf(mapIn('engineer'), walkOf([step], { state: 'GATHER_EDITING' }))
    expect(drawMap(mapIn('engineer'), marks, 80, plain)).toContain('accio ×12 → Task draft')
  })

  test('a step around the table is among the steps', () => {
    const step = { from: 'GATHER_EDITING', to: 'ACHIEVE_COMPLETE', by: 'override', count: 1 }
    const marks = marksOf(mapIn('engineer'), walkOf([step], { state: 'ACHIEVE_COMPLETE' }))
    expect(mapText(mapIn('engineer'), marks)).toContain('Walked: Planning → Complete by override ×1.')
  })

  test('a conversation beside the work is marked with the state that it is beside', () => {
    const map = mapIn('hope')
    const marks = marksOf(map, walkOf([], { state: 'soul.silent_audit + loop.wave_execution + consult.panel' }))
    expect(marks.here.map((box) => map.boxes[box]?.title)).toEqual(['Wave in progress', 'Hearing several voices'])
    expect(partsOf('a + b')).toHaveLength(2)
  })
})
