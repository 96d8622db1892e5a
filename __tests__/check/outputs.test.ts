import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { rules } from '../../src/check/finding'
import { asAnnotations, asError, asJunit, asSummary } from '../../src/check/outputs'
import type { Report } from '../../src/check/report'
import { anyCharacter } from '../support/random'

const finding = { rule: 'file-missing', where: '.ai/task/a,b:c%.md', line: 7, message: '100% a\nb', fix: 'x' } as const
const report = (more: Partial<Report> = {}): Report => ({
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

const reporting = (message: string, more: Partial<Report> = {}): Report => ({
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
