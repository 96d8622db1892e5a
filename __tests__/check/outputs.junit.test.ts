import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { rules } from '../../src/check/finding'
import { asJunit } from '../../src/check/outputs'
import type { Report } from '../../src/check/report'
import { anyCharacter } from '../support/random'

const report = (message: string, more: Partial<Report> = {}): Report => ({
  has: true,
  pieces: [],
  findings: [{ rule: 'file-missing', where: '.ai/task/plan.md', message, fix: 'git restore "a" && true' }],
  noted: [],
  ...more,
})

test('every rule is a test, and those that do not hold have one failure that names all', () => {
  const [finding] = report('One.').findings
  const noted = [{ rule: 'undo', where: '.ai/task/history.jsonl', line: 4, index: 3, message: 'Back.' }] as const
  const xml = asJunit(report('', { findings: [finding, { ...finding, line: 7, message: 'Two.' }] as never, noted }))
  expect(xml.match(/<testcase /g)).toHaveLength(Object.keys(rules).length)
  expect(xml).toContain(`tests="${Object.keys(rules).length}" failures="1"`)
  expect(xml).toContain(
    'file=".ai/task/plan.md" time="0"><failure message="One." type="file-missing">.ai/task/plan.md: One.\n' +
      'fix: git restore &quot;a&quot; &amp;&amp; true\n.ai/task/plan.md:7: Two.\n',
  )
  expect(xml).toContain('<system-out>.ai/task/history.jsonl:4: Back.</system-out></testcase>')
})

test('what XML cannot say is replaced, and nothing in a message is markup', () => {
  const xml = asJunit(report('a\0b\x1B[31m<c>&"]]>\uD800z\uFFFE\u{1F600}'))
  expect(xml).toContain('message="a\uFFFDb\uFFFD[31m&lt;c&gt;&amp;&quot;]]&gt;\uFFFDz\uFFFD\u{1F600}"')
})

const python = spawnSync('python3', ['--version']).status === 0 ? test : test.skip

python('whatever a message says, a parser reads it (skipped where there is no python3)', () => {
  const read = 'import sys, xml.dom.minidom as m\nfor x in sys.stdin.buffer.read().split(b"\\0"): m.parseString(x)'
  const messages = fc.sample(fc.string({ unit: anyCharacter, maxLength: 40 }), 300)
  const { status, stderr } = spawnSync('python3', ['-c', read], {
    input: messages.map((message) => asJunit(report(message))).join('\0'),
    encoding: 'utf8',
  })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
})
