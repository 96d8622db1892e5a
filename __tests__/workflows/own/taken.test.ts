import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { reduce } from '../../../src/engine/reduce'
import type { WorkflowFile } from '../../../src/workflows/own/format'
import { foundIn, takenIn } from '../../../src/workflows/own/memory'
import { mistakesIn } from '../../../src/workflows/own/mistakes'
import { readWorkflow } from '../../../src/workflows/own/read-workflow'
import type { Found } from '../../../src/workflows/own/taken'
import { ownWorkflow } from '../../../src/workflows/own/workflow'
import { repository } from '../../support/source-files'

// What words take: the example of the docs, whose words take a document, findings, a choice, a number and a text.

const text = readFileSync(join(repository, 'docs/workflows/design.yaml'), 'utf8')

function design(): WorkflowFile {
  const { file, faults } = readWorkflow(text)
  if (!file) throw new Error(faults[0]?.message)
  return file
}

const faultsOf = (changed: string) =>
  readWorkflow(changed).faults.map(({ line, column, message, way }) => `${line}:${column} ${message}: ${way}`)

describe('each mistake in what words take is found, with its place and what was meant', () => {
  // biome-ignore format: a case is a line
  test.each<[what: string, part: string, other: string, fault: string]>([
    ['a misspelt artifact', 'artifact: design }', 'artifact: desing }', '7:26 "desing" is not known; did you mean "design"?'],
    ['a letter of no finding', 'raises: B', 'raises: F', '10:25 "F" is not known; did you mean "B"?'],
    ['a misspelt file that has to change', 'in: design }', 'in: desgn }', '7:71 "desgn" is not known; did you mean "design"?'],
    ['an option of every command', 'why: text', 'for: text', '13:76 "for" means something else in every command'],
    ['a kind that is none', 'why: text', 'why: txt', '13:76 "txt" is not known; did you mean "text"?'],
    ['a range without an end', 'least: 1, most: 10', 'least: 1', '13:45 "most" is missing'],
    ['a range that is none', 'least: 1, most: 10', 'least: 7, most: 7', '13:45 `most` is more than `least`'],
    ['two documents', 'settled: { settles: [B], in: design }', 'other: { artifact: design }', '7:5 a word hands in one file'],
    ['one name for two things', 'blocker: { raises: B }', 'document: { raises: B }', '10:14 "document" is something else that submit takes'],
    ['an artifact that is no file', 'artifacts:\n  design:', 'artifacts:\n  desgn:', '17:3 "desgn" is not known; did you mean "design"?'],
    ['a field that is nothing', 'risks!: texts', 'risks!: textes', '19:32 "textes" is not known; did you mean "texts"?'],
    ['what has to say something and is no field', 'says: [summary]', 'says: [sumary]', '18:12 "sumary" is not known; did you mean "summary"?'],
    ['a misspelt part of a field', 'risks!: texts', 'risks!: { is: texts, onse: true }', '19:53 "onse" is not known; did you mean "once"?'],
    ['a name that no word takes', 'taken: score', 'taken: scor', '32:70 "scor" is not known; did you mean "score"?'],
    ['a choice that is none', 'is: [high]', 'is: [hihg]', '33:73 "hihg" is not known; did you mean "high"? There is "low", "high"'],
    ['findings that are neither', 'findings: none', 'findings: some', '30:55 "some" is not known; did you mean "none"?'],
    ['a step that the numbers never reach', 'most: 10 }', 'most: 4 }', '32:5 D3 can never answer in reviewing: its condition never holds there'],
    ['findings that nobody can settle', ', settled: { settles: [B], in: design }', '', '24:3 from drafting no goal can be reached: submit, object'],
  ])('%s', (_, part, other, fault) => {
    const changed = text.replace(part, other)
    expect(changed).not.toBe(text)
    expect(faultsOf(changed)).toContainEqual(expect.stringContaining(fault))
  })
})

test('a word that takes something takes over nothing besides', () => {
  const changed = text.replace('files: { ', 'files: { plan: plan.md, ').replace('[ { show: design } ]', '[ take over ]')
  expect(faultsOf(changed)).toEqual(['30:94 submit takes something else, so it has no `--from`: '])
})

test('what is left open for ever is found, with the way to it', () => {
  const changed = text
    .replace(' when: { findings: none },', '')
    .replace('{ taken: score, least: 5 }', '{ findings: none }')
  expect(faultsOf(changed)).toEqual(['25:3 from reviewing no goal can be reached: (submit, object) ×5, submit'])
})

describe('what is brought is refused with each mistake, and its line', () => {
  const found: Found[] = [
    { name: 'B1', text: 'when is it emptied?', seen: { design: 'before' } },
    { name: 'B2', text: 'who owns it?', how: 'the team of the store', seen: { design: 'before' } },
  ]
  const right = 'Summary: a cache in front of the store\n\n## Risks\n\n- it is stale\n'
  // biome-ignore format: a case is a line
  test.each<[word: string, given: object, mistakes: string[]]>([
    ['submit', { document: right }, []],
    ['submit', { document: 'Summary: ok\n\nSize: huge\n' }, ['line 1, summary: “ok” says nothing; what is so?', 'risks: is missing', 'line 3, size: must be one of small, large, not "huge"']],
    ['submit', { document: right, settled: { B1: 'every hour, by a timer' } }, []],
    ['submit', { document: right, settled: { B1: 'done' } }, ['B1: “done” says nothing; what was done, or seen?']],
    ['submit', { document: right, settled: { B1: 'when is it emptied?' } }, ['B1: only repeats what it answers']],
    ['submit', { document: right, settled: { B2: 'every hour, by a timer' } }, ['B2: is not open; open: B1']],
    ['object', { blocker: ['who pays for it, and how?'] }, []],
    ['object', {}, ['--blocker: is missing']],
    ['object', { blocker: ['looks good'] }, ['--blocker: “looks good” says nothing; what should be different?']],
    ['object', { blocker: Array.from({ length: 40 }, (_, at) => `the row ${at} is wrong`) }, ['--blocker: more than 40 would be open']],
    ['approve', { risk: 'high', score: '7', why: 'it is stale' }, []],
    ['approve', { risk: 'hihg', score: '11' }, ['--risk: must be one of low, high, not "hihg"', '--score: must be a whole number from 1 to 10', '--why: is missing']],
  ])('%s %j', (word, given, mistakes) => {
    expect(mistakesIn(design(), found, { word, given: { ...given }, seen: { design: 'now' } })).toEqual(mistakes)
  })

  test('a finding is not settled by a text that says what it said before', () => {
    const settled = { B1: 'every hour, by a timer' }
    expect(
      mistakesIn(design(), found, { word: 'submit', given: { document: right, settled }, seen: { design: 'before' } }),
    ).toEqual(['B1: design.md says what it said when this was found'])
  })
})

/** Takes a step with what its word brings, as a piece of work does. */
function taking(state: string, word: string, given: object, context: object) {
  const { definition, facts } = ownWorkflow(design(), 'cache', {})
  const payload = { brought: { word, given, seen: { design: 'now' } } }
  const settings = { atlassian: { hosts: [] } } as never
  const now = facts(
    { '.ai/work/cache/rollback.md': 'Switch it off.\n' },
    settings,
    { definition: 'x', ...context },
    payload,
  )
  return reduce(definition, state, word, now, { ...context }, payload)
}

test('what is found has names, which are not used again, and what is found again is open under its own', () => {
  const first = taking('reviewing', 'object', { blocker: ['who owns it, and where?', 'when is it emptied?'] }, {})
  expect(foundIn(first.context).map(({ name }) => name)).toEqual(['B1', 'B2'])
  const document = 'Summary: a cache in front of the store\n\nRisks:\n- it is stale\n'
  const settled = { B1: 'the team of the store', B2: 'every hour, by a timer' }
  const back = (context: object) => ({
    ...context,
    'what was found': foundIn({ ...context }).map((one) => ({ ...one, seen: {} })),
  })
  const some = taking('drafting', 'submit', { document, settled: { B1: settled.B1 } }, back(first.context))
  expect(some.row.id).toBe('no submit in drafting')
  const all = taking('drafting', 'submit', { document, settled }, back(first.context))
  expect(all).toMatchObject({ state: 'reviewing', row: { id: 'D1' } })
  expect(foundIn(all.context).map(({ how }) => how)).toEqual([settled.B1, settled.B2])
  const again = taking('reviewing', 'object', { blocker: ['When is it emptied?', 'what does it cost?'] }, all.context)
  expect(foundIn(again.context).map(({ name, how = 'open' }) => `${name} ${how}`)).toEqual([
    `B1 ${settled.B1}`,
    'B2 open',
    'B3 open',
  ])
})

test.each([
  ['4', 'reviewing', 'no approve in reviewing'],
  ['5', 'building', 'D3'],
])('a step asks for the number that is given with its word: %s', (score, state, row) => {
  expect(taking('reviewing', 'approve', { risk: 'low', score, why: 'it is small' }, {})).toMatchObject({
    state,
    row: { id: row },
  })
})

test('a step asks for what was taken before', () => {
  const { context } = taking('reviewing', 'approve', { risk: 'high', score: '7', why: 'it is stale' }, {})
  expect(takenIn(context)).toEqual({ risk: 'high', score: '7', why: 'it is stale' })
  expect(taking('building', 'next', {}, context).row.id).toBe('D4')
  expect(taking('building', 'next', {}, { 'what was taken': { risk: 'low' } }).row.id).toBe('D5')
})
