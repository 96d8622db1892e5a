import { areOver } from '../../../scripts/compile-maps'
import type { ReportedTask } from '../../../src/flows/reporting'
import type { Frame, MapLayout } from '../../../src/report/map/layout'
import { graphOf } from '../../../src/report/map/task-graph'
import { mapText } from '../../../src/report/map/text'
import { reportMarkdown } from '../../../src/report/report'
import { sampleReport } from '../../support/sample-report'
import { sampleTasks } from '../../support/sample-tasks'

function laidOut(tasks: readonly ReportedTask[]): MapLayout {
  const graph = graphOf(tasks)
  if (!graph) throw new Error('no task says what it depends on')
  return graph
}

const isIn = ([x, y, width, height]: Frame, [left, top, wide, high]: Frame) =>
  x >= left && y >= top && x + width <= left + wide && y + height <= top + high

/** The straight parts of a line, without its ends, which touch boxes. */
const segmentsOf = (line: readonly number[]): Frame[] =>
  line.flatMap((x, at): Frame[] => {
    const [y = 0, nextX, nextY] = line.slice(at + 1, at + 4)
    if (at % 2 === 1 || nextX === undefined || nextY === undefined) return []
    return [[Math.min(x, nextX), Math.min(y, nextY) + 1, Math.abs(x - nextX) + 0.1, Math.abs(y - nextY) - 1.9]]
  })

/** Which boxes a line leads to, over others, too. */
function reached({ edges }: MapLayout): (from: number) => ReadonlySet<number> {
  return (from) => {
    const all = new Set([from])
    for (const box of all) for (const { ways } of edges) for (const [one, to] of ways) if (one === box) all.add(to)
    return all
  }
}

describe.each([1, 2, 3, 12, 60, 200])('of %d tasks', (count) => {
  const seeds = Array.from({ length: Math.ceil(12 / count) }, (_, index) => index)

  test('each is one box in the frame of its wave, and none is over another', () => {
    for (const seed of seeds) {
      const tasks = sampleTasks(count, seed)
      const { boxes, phases, width, height } = laidOut(tasks)
      expect(boxes.map(({ title }) => title)).toEqual(tasks.map(({ id }) => id))
      expect(boxes.map(({ phase }) => phases[phase]?.title)).toEqual(tasks.map(({ group }) => group))
      const frames = phases.map(({ frame = [0, 0, 0, 0] as const }) => frame)
      for (const [index, { frame, phase }] of boxes.entries()) {
        expect(isIn(frame, frames[phase] ?? [0, 0, 0, 0])).toBe(true)
        expect(boxes.slice(index + 1).filter((other) => areOver(frame, other.frame))).toEqual([])
      }
      for (const [index, frame] of frames.entries()) {
        expect(isIn(frame, [0, 0, width, height])).toBe(true)
        expect(frames.slice(index + 1).filter((other) => areOver(frame, other))).toEqual([])
      }
    }
  })

  test('lines lead down from what is needed to what needs it, through no box and no title', () => {
    for (const seed of seeds) {
      const tasks = sampleTasks(count, seed)
      const graph = laidOut(tasks)
      const { edges, boxes, phases } = graph
      const bottoms = boxes.map(({ frame: [x, y, width, height] }) => [x + 1, y + height, width - 2, 0.1] as const)
      const tops = boxes.map(({ frame: [x, y, width] }) => [x + 1, y, width - 2, 0.1] as const)
      const ends = edges.map(({ line }) => String(line.slice(-2)))
      for (const { ways, line } of edges) {
        const [x = 0, y = 0, endX = 0, endY = 0] = [...line.slice(0, 2), ...line.slice(-2)]
        // It begins at a box, or where another part of it ends.
        const isAtBox = bottoms.some((bottom) => areOver(bottom, [x, y, 0.1, 0.1]))
        expect(isAtBox || ends.includes(`${x},${y}`)).toBe(true)
        const led = tops.flatMap((top, box) => (areOver(top, [endX, endY, 0.1, 0.1]) ? [box] : []))
        expect(led).toEqual(ways.map(([, to]) => to))
        const segments = segmentsOf(line)
        const taken = [...boxes.map(({ frame }) => frame), ...phases.flatMap(({ head }) => (head ? [head] : []))]
        expect(taken.filter((frame) => segments.some((segment) => areOver(segment, frame)))).toEqual([])
      }
      const reaches = reached(graph)
      for (const [to, { dependsOn = [] }] of tasks.entries())
        for (const id of dependsOn) expect(reaches(tasks.findIndex((task) => task.id === id)).has(to)).toBe(true)
    }
  })
})

test('a line that follows from others is not drawn', () => {
  const task = (id: string, wave: number, ...dependsOn: string[]): ReportedTask => {
    return { id, name: id, group: `Wave ${wave}`, status: 'open', dependsOn, achieved: '' }
  }
  const graph = laidOut([task('a', 1), task('b', 2, 'a'), task('c', 3, 'a', 'b')])
  expect(graph.edges.map(({ ways }) => ways)).toEqual([[[0, 1]], [[1, 2]]])
  expect(mapText(graph)).toBe('Wave 1: a (open).\nWave 2: b (open).\nWave 3: c (open).\na → b.\nb → c.')
})

test('what is unknown, or in no earlier wave, has no line, and the list says so', () => {
  const [one, two] = [
    { id: 'a', name: 'First', group: 'Wave 1', status: 'open', dependsOn: ['b', 'a', 'lost'], achieved: '' },
    { id: 'b', name: 'b', group: 'Wave 1', status: 'failed', dependsOn: [], achieved: '' },
  ] as const
  expect(laidOut([one, two]).edges).toEqual([])
  const markdown = reportMarkdown(sampleReport('word', { tasks: [one, two] }))
  expect(markdown).toContain('- ○ open: **a: First**: after `b`, `a`, `lost` (not among these tasks)')
  expect(markdown).toContain('- ✗ failed: **b**')
})

test('tasks that do not say what they depend on have no picture', () => {
  expect(graphOf(sampleReport('word').tasks)).toBeUndefined()
})
