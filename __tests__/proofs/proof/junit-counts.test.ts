import { execFileSync } from 'node:child_process'
import { bundledProgram } from '../../support/bundled-program'

const printed = ['<testsuite><testcase><system-out>', '</system-out></testcase></testsuite>'] as const
const one = { passed: 1, failed: 0, skipped: 0 }

test.each<[what: string, begin: string, part: string, end: string, counts: object | null]>([
  ['many cases', '<testsuite>', '<testcase/>'.repeat(8), '</testsuite>', { ...one, passed: 6_103_040 }],
  ['a case that printed much', `${printed[0]}<![CDATA[`, 'a ]] <b> é\n', `]]>${printed[1]}`, one],
  ['a case that printed much as text', printed[0], 'a &lt;b> é\n', printed[1], one],
  ['a name without end', '<testsuite><', 'a', '/></testsuite>', null],
  ['a comment without end', '<testsuite><!--', 'a <b> é\n', '--></testsuite>', null],
  ['an attribute without end', '<testsuite name="', 'a b é\n', '"/>', null],
  ['an entity without end', '<testsuite>&', 'a', ';</testsuite>', null],
  ['a DTD without end', '<!DOCTYPE a [', '<!ENTITY a "b">', ']><testsuite/>', null],
  ['suites without end', '', '<testsuite>', '', null],
])('a report of 64 MB is counted with 48 MB of heap: %s', (_, begin, part, end, counts) => {
  const program = bundledProgram('junit-program')
  const said = execFileSync(process.execPath, ['--max-old-space-size=48', program, begin, part, end])
  expect(JSON.parse(String(said))).toEqual(counts)
})
