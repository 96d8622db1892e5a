/** The file of a workflow with so many states in a row, each with a word that goes on and one that goes back and counts. */
export function longWorkflow(count: number): string {
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
