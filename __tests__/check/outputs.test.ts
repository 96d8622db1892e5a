import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { findingsOf, type WrongChange } from '../../src/check/criteria-findings'
import { rules } from '../../src/check/finding'
import { notedOf } from '../../src/check/noted'
import { asAnnotations, asError, asJunit, asSummary } from '../../src/check/outputs'
import { type CheckReport, whose } from '../../src/check/report'
import type { HistoryLine } from '../../src/work/history/history-line'
import { anyCharacter } from '../support/random'

const finding = { rule: 'file-missing', where: '.ai/task/a,b:c%.md', line: 7, message: '100% a\nb', fix: 'x' } as const
const report = (more: Partial<CheckReport> = {}): CheckReport => ({
  has: true,
  pieces: [],
  findings: [finding],
  noted: [],
  ...more,
})

test('an annotation names file and line, and nothing in it ends it early', () => {
  expect(asAnnotations(report(), '')).toBe(
    'One finding:\n' +
      '::error file=.ai/task/a%2Cb%3Ac%25.md,line=7,title=spell check%3A file-missing::100%25 a b → x\n',
  )
  expect(asAnnotations(report(), 'packages/shop')).toContain('file=packages/shop/.ai/task/')
  expect(asError('a\r\n::error::b', 'c')).toBe('::error title=spell check::a%0D%0A::error::b → c\n')
})

test('there are no more annotations than GitHub shows, and it is said where the rest is', () => {
  const said = asAnnotations(report({ findings: Array.from({ length: 12 }, () => finding) }), '')
  expect(said.match(/^::error /gm)).toHaveLength(10)
  expect(said).toContain('The summary of this step has all 12 findings.')
})

test('what is allowed is a notice; what was forbidden is an error alone', () => {
  const told = { rule: 'undo', where: 'h', line: 4, index: 3, message: 'Back.' } as const
  expect(asAnnotations(report({ findings: [], noted: [told] }), '')).toContain(
    '::notice file=h,line=4,title=spell check%3A undo::Back.\n',
  )
  expect(asSummary(report({ findings: [], noted: [told] }))).toContain(':\n\n- `undo` `h:4`: Back.\n')
  const forbidden = report({ findings: [{ ...told, fix: 'Ask.' }], noted: [told] })
  expect(asAnnotations(forbidden, '')).not.toContain('::notice')
  expect(asSummary(forbidden).match(/Back/g)).toHaveLength(1)
})

test('the summary has a table that words of others cannot break', () => {
  const summary = asSummary(report({ findings: [{ ...finding, message: 'a | <b> `c` [d](e) @f | <i> & <u>' }] }))
  expect(summary).toContain(
    '| `file-missing` | `.ai/task/a,b:c%.md:7` | a \\| \\<b\\> \\`c\\` \\[d\\](e) @<!-- -->f \\| \\<i\\> \\& \\<u\\> | `x` |\n',
  )
})

test('a summary stays small', () => {
  const long = { ...finding, message: 'm'.repeat(3000) }
  const summary = asSummary(report({ findings: Array.from({ length: 5000 }, () => long) }))
  expect(summary.length).toBeLessThan(1024 * 1024)
  expect(summary).toContain('… and 4900 more.')
})

const reporting = (message: string, more: Partial<CheckReport> = {}): CheckReport => ({
  has: true,
  pieces: [],
  findings: [{ rule: 'file-missing', where: '.ai/task/plan.md', message, fix: 'git restore "a" && true' }],
  noted: [],
  ...more,
})

test('every rule is a test, and those that do not hold have one failure that names all', () => {
  const [finding] = reporting('One.').findings
  const noted = [{ rule: 'undo', where: '.ai/task/history.jsonl', line: 4, index: 3, message: 'Back.' }] as const
  const xml = asJunit(reporting('', { findings: [finding, { ...finding, line: 7, message: 'Two.' }] as never, noted }))
  expect(xml.match(/<testcase /g)).toHaveLength(Object.keys(rules).length)
  expect(xml).toContain(`tests="${Object.keys(rules).length}" failures="1"`)
  expect(xml).toContain(
    'file=".ai/task/plan.md" time="0"><failure message="One." type="file-missing">.ai/task/plan.md: One.\n' +
      'fix: git restore &quot;a&quot; &amp;&amp; true\n.ai/task/plan.md:7: Two.\n',
  )
  expect(xml).toContain('<system-out>.ai/task/history.jsonl:4: Back.</system-out></testcase>')
})

test('what XML cannot say is replaced, and nothing in a message is markup', () => {
  const xml = asJunit(reporting('a\0b\x1B[31m<c>&"]]>\uD800z\uFFFE\u{1F600}'))
  expect(xml).toContain('message="a\uFFFDb\uFFFD[31m&lt;c&gt;&amp;&quot;]]&gt;\uFFFDz\uFFFD\u{1F600}"')
})

const python = spawnSync('python3', ['--version']).status === 0 ? test : test.skip

python('whatever a message says, a parser reads it (skipped where there is no python3)', () => {
  const read = 'import sys, xml.dom.minidom as m\nfor x in sys.stdin.buffer.read().split(b"\\0"): m.parseString(x)'
  const messages = fc.sample(fc.string({ unit: anyCharacter, maxLength: 40 }), 300)
  const { status, stderr } = spawnSync('python3', ['-c', read], {
    input: messages.map((message) => asJunit(reporting(message))).join('\0'),
    encoding: 'utf8',
  })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
})

const place = { where: 'history.jsonl', line: 5, index: 4 }
const approving = (row: string, about: HistoryLine['about']): HistoryLine => ({
  timestamp: '',
  transition: 'a → b',
  trigger: 'Approve',
  row,
  ...(about && { about }),
})
const noted = (row: string, about: HistoryLine['about']) => notedOf(approving(row, about), place, String)

test('that autonomous mode stood for a human is told', () => {
  expect(noted('P.auto', { by: 'ai', autonomous: true, phase: 'contracts' })).toMatchObject([
    { code: 'autonomous', line: 5, message: expect.stringContaining('“contracts”') },
  ])
})

test.each<[string, string, string, string, Partial<HistoryLine>?]>([
  ['Override', 'X', 'override', 'The work was moved from “a” to “b” around the table: as it was wanted'],
  ['Undo', 'undo', 'undo', 'A step was taken back: from “a” to “b”.'],
  ['Doctor', 'doctor', 'adopted', 'A repair, or a change by hand, was taken over: as it was wanted'],
  ['Doctor', 'merged', 'merged', 'Two sides of a merge were settled: as it was wanted', { tip: '0'.repeat(40) }],
])('%s with the row %s is told in a sentence', (trigger, row, rule, message, more = {}) => {
  const line = { timestamp: '', transition: 'a → b', trigger, row, note: 'as it was wanted', ...more }
  expect(notedOf(line, place, String)).toMatchObject([{ code: rule, message }])
})

const works = [
  { workflow: 'engineer', work: 'csv', folder: '.ai/work/csv' },
  { workflow: 'collab', work: 'csv-2', folder: '.ai/work/csv-2' },
]

test.each([
  ['.ai/work/csv', 'engineer', 'csv'],
  ['.ai/work/csv/state.json', 'engineer', 'csv'],
  ['.ai/work/csv-2/state.json', 'collab', 'csv-2'],
  ['.ai/work/csv-3/state.json', null, null],
  ['.ai/spell.json', null, null],
])('%s is of %s %s', (path, workflow, work) => {
  expect(whose(path, works)).toEqual({ workflow, work })
})

const long = `header ${'x'.repeat(100)}`
const texts = new Map([
  ['a', { text: 'a header row', line: 3 }],
  ['b', { text: long, line: 4 }],
])
const changed = (text: string, number: number): WrongChange => ({
  kind: 'reworded',
  place: { where: 'history', line: 7, index: 6 },
  number,
  text,
})
const said = (...changes: WrongChange[]) =>
  findingsOf(changes, { texts, fix: 'spell lumos' }).map(({ message }) => message)

test('criteria are named by their numbers and what they say today, a long one by its beginning', () => {
  expect(said(changed('a', 1), changed('b', 2), changed('gone', 3))).toEqual([
    '3 criteria were reworded before this, outside planning, and the developer has not agreed to it: ' +
      `number 1, now “a header row”; number 2, now “${long.slice(0, 80)} …”; number 3.`,
  ])
})

test('one sentence names three at most', () => {
  const [message] = said(changed('a', 1), changed('a', 2), changed('a', 3), changed('a', 4), changed('a', 5))
  expect(message).toMatch(/number 3, now “a header row” and 2 more\.$/)
})
