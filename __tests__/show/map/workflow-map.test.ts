import { Chalk } from 'chalk'
import { compileTexts } from '../../../scripts/compile-texts'
import { renderBoard } from '../../../src/cli/terminal-board'
import { partsOf } from '../../../src/engine/place'
import { mapColumns, mermaidOf } from '../../../src/show/map/map'
import {
  boxesOf,
  endsOf,
  type MapMarks,
  mapOf,
  marksOf,
  stepsOf,
  type WorkflowMap,
} from '../../../src/show/map/workflow-map'
import type { WayEdge, WorkReport } from '../../../src/show/model'
import type { MapPlan, TableStep } from '../../../src/workflow/reporting'
import { entryOf, workflows } from '../../../src/workflows/registry'

/** What a map is marked with: steps, of which the first begins the way, and where the work is now. */
function walkOf(
  steps: readonly Omit<WayEdge, 'last'>[],
  now: Partial<Pick<WorkReport, 'state' | 'stateTitle' | 'next'>>,
): Pick<WorkReport, 'state' | 'stateTitle' | 'way' | 'next'> {
  const time = '2026-08-20T15:30:00Z'
  const state = steps[0]?.from
  return {
    state: '',
    stateTitle: 'Here',
    next: [],
    ...now,
    way: {
      steps: steps.length,
      states: state === undefined ? [] : [{ state, title: state, visits: 1, first: time, last: time }],
      edges: steps.map((step) => ({ ...step, last: time })),
      recent: [],
    },
  }
}

async function planOf(name: string): Promise<MapPlan> {
  const { map: plan } = await entryOf(name).report()
  if (!plan) throw new Error(`${name} has no map`)
  return plan
}

const definitionOf = async (name: string) => (await entryOf(name).load()).open('task').definition

const made = new Map<string, WorkflowMap>()
const tables = new Map<string, readonly TableStep[]>()
beforeAll(async () => {
  for (const { name, load } of workflows) {
    const workflow = (await load()).open('task')
    made.set(name, mapOf(workflow, await planOf(name), compileTexts(`templates/${name}`)))
    tables.set(name, stepsOf(workflow.definition))
  }
})

const mapIn = (name: string): WorkflowMap => made.get(name) as WorkflowMap
const stepsIn = (name: string): readonly TableStep[] => tables.get(name) ?? []

const plain = new Chalk({ level: 0 })
const drawMap = (map: WorkflowMap, marks: MapMarks | undefined, width: number): string =>
  renderBoard({ columns: mapColumns(map, marks) }, plain, width)

describe.each(workflows)('the map of $name', ({ name }) => {
  test('has each state of the table, in no phase twice, or the plan says that it needs no box', async () => {
    const { boxes, phases } = mapIn(name)
    const { states } = await definitionOf(name)
    const { boxOf } = await planOf(name)
    const inPhases = phases.map((_, phase) => boxes.flatMap((box) => (box.phase === phase ? box.states : [])))
    for (const own of inPhases) expect(new Set(own).size).toBe(own.length)
    const resting = states.filter((state) => boxOf(state) === undefined)
    expect([...new Set([...inPhases.flat(), ...resting])].toSorted()).toEqual([...states].toSorted())
  })

  test('has only ways that steps of the table take', () => {
    const { boxes, ways } = mapIn(name)
    const known = new Set(
      stepsIn(name).flatMap((step) => {
        const { left, entered } = endsOf(boxes, step)
        return left.flatMap((start) => entered.map((end) => `${step.on} ${start},${end}`))
      }),
    )
    const drawn = ways.flatMap(({ by, from, to }) => from.flatMap((start) => to.map((end) => `${by} ${start},${end}`)))
    expect(drawn.filter((way) => !known.has(way))).toEqual([])
    expect(drawn.length).toBeGreaterThan(8)
  })

  test('has a way into each box that can be reached, or says on the box what leads there from half of the others', async () => {
    const { boxes, ways } = mapIn(name)
    const reached = new Set(boxesOf(boxes, (await definitionOf(name)).initial))
    for (const box of reached)
      for (const { from, to } of ways) if (from.includes(box)) for (const end of to) reached.add(end)
    const { length: most } = boxes
    for (const [index, { anywhere }] of boxes.entries()) {
      expect(anywhere === undefined).toBe(reached.has(index))
      if (anywhere === undefined) continue
      const from = stepsIn(name).filter((step) => step.on === anywhere && endsOf(boxes, step).entered.includes(index))
      expect(new Set(from.flatMap((step) => boxesOf(boxes, step.from))).size).toBeGreaterThan(most / 2)
    }
  })

  test('counts every step of a walk once in each box that it enters', () => {
    const map = mapIn(name)
    // Each step of the table, 3 times the first, 4 times the second, and so on.
    const walked = stepsIn(name)
      .slice(0, 400)
      .map((step, index) => ({ ...step, by: step.on, count: 3 + index }))
    const [first] = walked
    const { visits } = marksOf(map, walkOf(walked, { state: first?.from ?? '' }))
    const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)
    const entered = sum(walked.map(({ count, ...step }) => count * endsOf(map.boxes, step).entered.length))
    expect(sum(visits)).toBe(entered + boxesOf(map.boxes, first?.from ?? '').length)
  })

  test('has each box and each word of a way as Mermaid, and only arrows between them', () => {
    const { boxes, ways } = mapIn(name)
    const text = mermaidOf(mapIn(name))
    for (const { title } of boxes) expect(text).toMatch(new RegExp(`state "${title}( \\(|")`))
    const words = new Set(ways.map(({ by }) => by))
    if (words.size > 1) for (const by of words) expect(text).toMatch(new RegExp(`-->.*: .*\\b${by}\\b`))
    const named = new Set([...text.matchAll(/ as (\w+)/g)].map(([, id]) => id))
    for (const [, from, to] of text.matchAll(/(\w+) --> (\w+)/g))
      expect([named.has(from), named.has(to)]).toEqual([true, true])
  })

  test.each(['alone', 'marked'])('fits every terminal, %s', (how) => {
    const map = mapIn(name)
    const marks = how === 'alone' ? undefined : marksOf(map, walkOf([], { state: map.boxes[3]?.states[0] ?? '' }))
    for (let width = 24; width <= 200; width += 8) {
      const drawing = drawMap(map, marks, width)
      const lengths = drawing.split('\n').map((line) => line.length)
      expect(Math.max(...lengths)).toBeLessThanOrEqual(width)
      expect(drawing.includes(`▶ ${map.boxes[3]?.title.split(' ')[0]}`)).toBe(how === 'marked')
    }
    const words = drawMap(map, marks, 18).replace(/[─•\s]+/g, ' ')
    for (const { title } of map.boxes) expect(words).toContain(title)
  })
})

describe('the marks of a piece of work', () => {
  const at = (state: string, more: Parameters<typeof walkOf>[1] = {}) =>
    marksOf(mapIn('engineer'), walkOf([], { state, ...more }))
  const titles = ({ here }: MapMarks) => here.map((box) => mapIn('engineer').boxes[box]?.title)

  test('a missing file is where it is asked for, and the drawing says which', () => {
    const marks = at('ERROR_PLAN_MISSING', { stateTitle: 'Plan missing' })
    expect(titles(marks)).toEqual(['Planning'])
    expect(drawMap(mapIn('engineer'), marks, 80)).toContain('▶ Planning: Plan missing')
  })

  test('a state of another table is on no box', () => {
    const marks = at('<b>', { stateTitle: '<script>' })
    expect(marks.here).toEqual([])
    expect(drawMap(mapIn('engineer'), marks, 80)).not.toContain('▶ P')
    expect(mermaidOf(mapIn('engineer'), marks)).not.toContain(' here')
  })

  test('where the work is has a thick border in Mermaid', () => {
    expect(mermaidOf(mapIn('engineer'), at('GATHER_EDITING'))).toMatch(/\n {2}class b2 here\n```$/)
  })

  test('what can be said now leads to a box', () => {
    const next = [{ say: 'Accio', summary: '', event: 'accio', to: ['ACHIEVE_TASK_DRAFTING'] }]
    expect(drawMap(mapIn('engineer'), at('GATHER_EDITING', { next }), 80)).toContain('› Task draft')
  })

  test('a box says how often it was entered, also around the table', () => {
    const step = { from: 'GATHER_EDITING', to: 'ACHIEVE_COMPLETE', by: 'override', count: 12 }
    const marks = marksOf(mapIn('engineer'), walkOf([step], { state: 'ACHIEVE_COMPLETE' }))
    expect(drawMap(mapIn('engineer'), marks, 80)).toMatch(/▶ Complete +×12/)
  })

  test('a conversation beside the work is marked with the state that it is beside', () => {
    const map = mapIn('hope')
    const marks = marksOf(map, walkOf([], { state: 'soul.silent_audit + loop.wave_execution + consult.panel' }))
    expect(marks.here.map((box) => map.boxes[box]?.title)).toEqual(['Wave in progress', 'Hearing several voices'])
    expect(partsOf('a + b')).toHaveLength(2)
  })
})
