import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readWorkflow } from '../../../src/flows/own/read-workflow'

const rfc = readFileSync(join(__dirname, '../../../docs/workflows/rfc.yaml'), 'utf8')

const faultsOf = (text: string): readonly string[] =>
  readWorkflow(text).faults.map(({ line, column, message, way }) => `${line}:${column} ${message}${way && `: ${way}`}`)

/** @returns the text with one part replaced, which has to be there */
function replaced(text: string, part: string | RegExp, other: string): string {
  const changed = text.replace(part, other)
  if (changed === text) throw new Error(`there is no ${part}`)
  return changed
}

test('the example is proven', () => {
  expect(readWorkflow(rfc)).toMatchObject({ file: { workflow: 'rfc', start: 'asking' }, faults: [] })
})

describe('each kind of fault is found, with its place, what was meant, and the shortest way there', () => {
  // biome-ignore format: a case is a line
  test.each<[what: string, part: string | RegExp, other: string, faults: string[]]>([
    ['a step is dropped', /.*id: R3.*\n/, '', ['10:3 from drafting no goal can be reached: next with question.md', '11:3 nothing leads to reading', '12:3 nothing leads to decided']],
    ['a step leads to another state', 'to: decided', 'to: drafting', ['12:3 nothing leads to decided', '19:5 R5 counts approvals beyond 2: next with question.md, next with proposal.md, approve ×2, next with proposal.md, approve']],
    ['a step stands in the way of another', 'when: { count: open, in: proposal, least: 1 }, ', '', ['17:5 R3 can never answer in drafting: R2 answers first']],
    ['a circle counts nothing', /word: back, .*/, 'word: back, to: drafting }', ['20:5 R6 goes round without a word of the developer, and nothing counts: next with question.md, next with proposal.md, back']],
    ['a counter goes too far', 'when: { count: rounds, most: 4 }, ', '', ['20:5 R6 counts rounds beyond 5: next with question.md, (next with proposal.md, back) ×6']],
    ['a file is not known', '[question]', '[qestion]', ['15:54 "qestion" is not known; did you mean "question"? There is "question", "proposal"']],
    ['no state is the goal', 'goal: true,', '', ['8:1 no state has `goal: true`']],
    ['a condition contradicts itself', '{ count: open, in: proposal, least: 1 }', '{ all: [ { count: open, in: proposal, least: 1 }, { not: { there: proposal } } ] }', ['16:5 R2 can never answer in drafting: its condition never holds there']],
    ['nothing leads to a state', 'steps:', '  lost: { phase: task, title: Lost }\nsteps:', ['14:3 nothing leads to lost']],
    ['it begins in two states', 'start: asking', 'start: asking\nstart: drafting', ['4:1 Map keys must be unique']],
    ['a state is there twice', '  reading:', '  drafting: { phase: task, title: X }\n  reading:', ['11:3 Map keys must be unique']],
    ['a word is misspelt', 'word: approve, by: developer, to: decided', 'word: aprove, by: developer, to: decided', ['19:31 "aprove" is not known; did you mean "approve"? There is "next", "approve", "back"']],
    ['a key is misspelt', 'needs: [question]', 'need: [question]', ['15:46 "need" is not known; did you mean "needs"?']],
    ['a refusal does something', 'answer: refuse', 'answer: refuse, do: [ { add: rounds } ]', ['16:93 a block row changes something']],
    ['a count is compared with nothing', 'in: proposal, least: 1', 'in: proposal', ['16:46 `least: N` or `most: N` is missing']],
    ['it leads back to what nothing remembers', 'to: decided', 'to: { back: origin }', ['19:67 "origin" is not known']],
  ])('%s', (_, part, other, faults) => {
    const found = faultsOf(replaced(rfc, part, other))
    for (const fault of faults) expect(found).toContainEqual(expect.stringContaining(fault))
  })
})

describe('of YAML, what is not read is refused with its place', () => {
  // biome-ignore format: a case is a line
  test.each<[what: string, text: string, fault: string]>([
    ['an anchor', rfc.replace('start: asking', 'start: &a asking'), '3:11 anchors are not read: write it out'],
    ['a tag', rfc.replace('start: asking', 'start: !x asking'), '3:8 Unresolved tag: !x'],
    ['a tab', rfc.replace('start: asking', '\tstart: asking'), '3:1 Tabs are not allowed as indentation'],
    ['a bomb', `a: &a [x]\nb: &b [*a,*a]\nc: [*b,*b]\n`, '1:7 anchors are not read: write it out'],
    ['two documents', `${rfc}\n---\n${rfc}`, '22:1 Source contains multiple documents; please use YAML.parseAllDocuments()'],
    ['too much', `workflow: ${'x'.repeat(10 * 1024 * 1024)}`, '1:1 the file has more than 1 MB'],
    ['nothing', '', '1:1 a map with'],
    ['a list', '- a', '1:1 "workflow" is missing'],
  ])('%s', (_, text, fault) => {
    expect(faultsOf(text)[0]).toContain(fault)
  })

  test('line endings and names of other scripts are read', () => {
    const text = rfc.replaceAll('asking', 'Frage_für_alle').replaceAll('\n', '\r\n')
    expect(faultsOf(text)).toEqual([])
  })
})

test('a workflow of 200 states is proven', () => {
  const names = Array.from({ length: 200 }, (_, index) => `s${index}`)
  const states = names.map(
    (name, index) => `  ${name}: { phase: task, title: T${index}${index === 199 ? ', goal: true' : ''} }`,
  )
  const steps = names
    .slice(0, -1)
    .map((name, index) => `  - { id: S${index}, from: ${name}, word: next, needs: [f], to: s${index + 1} }`)
  const text = [
    'workflow: long',
    'about: x',
    'start: s0',
    'words: { next: go on }',
    'files: { f: f.md }',
    'states:',
    ...states,
    'steps:',
    ...steps,
  ].join('\n')
  expect(faultsOf(text)).toEqual([])
})
