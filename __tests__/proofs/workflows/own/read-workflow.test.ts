import { readWorkflow } from '../../../../src/workflows/own/read-workflow'

/** The file of a workflow with so many states in a row, each with a word that goes on and one that goes back and counts. */
function longWorkflow(count: number): string {
  const names = Array.from({ length: count }, (_, index) => `s${index}`)
  const last = count - 1
  const states = names.map(
    (name, index) =>
      `  ${name}: { phase: task, title: T${index}, agent: Go on, developer: Look${index === last ? ', goal: true' : ''} }`,
  )
  const steps = names
    .slice(0, last)
    .flatMap((name, index) => [
      `  - { id: S${index}, from: ${name}, word: next, needs: [f], to: s${index + 1} }`,
      `  - { id: B${index}, from: ${name}, word: back, when: { count: rounds, most: 4 }, to: s0, do: [ { add: rounds } ] }`,
    ])
  const words = 'words: { next: go on, back: begin again }'
  const head = [
    'workflow: long',
    'about: x',
    'start: s0',
    words,
    'files: { f: f.md }',
    'counts: { rounds: { most: 99 } }',
  ]
  return [...head, 'states:', ...states, 'steps:', ...steps, ''].join('\n')
}

test('a way of ten thousand steps is told in short', () => {
  const text = longWorkflow(100).replace(
    'id: S98, from: s98, word: next, needs: [f], to: s99',
    'id: S98, from: s98, word: next, to: s0, do: [ { add: rounds } ]',
  )
  const ways = readWorkflow(text).faults.map(({ message, way }) => `${message}: ${way}`)
  expect(ways).toContainEqual(expect.stringMatching(/^S98 counts rounds beyond 99: .{1,80}$/))
})

test('a workflow of 200 states is proven', () => {
  expect(readWorkflow(longWorkflow(200)).faults).toEqual([])
})
