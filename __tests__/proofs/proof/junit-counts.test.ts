import { execFileSync } from 'node:child_process'
import { bundledProgram } from '../../support/bundled-program'

const printed = ['<testsuite><testcase><system-out>', '</system-out></testcase></testsuite>'] as const
const one = { passed: 1, failed: 0, skipped: 0 }
const none = { ...one, passed: 0 }

test.each<[what: string, begin: string, part: string, end: string, counts: object | null]>([
  ['many cases', '<testsuite>', '<testcase/>'.repeat(8), '</testsuite>', { ...one, passed: 6_103_040 }],
  [
    'cases with long names',
    '<testsuite>\n',
    '<testcase classname="src.orders.export.csv" name="Orders export as CSV › quotes a semicolon" time="0.002"/>\n',
    '</testsuite>',
    { ...one, passed: 610_642 },
  ],
  ['a case that printed much', `${printed[0]}<![CDATA[`, 'a ]] <b> é\n', `]]>${printed[1]}`, one],
  ['a name without end', '<testsuite><', 'a', '/></testsuite>', null],
  ['a long comment', '<testsuite><!--', 'a <b> é\n', '--></testsuite>', none],
  ['an attribute without end', '<testsuite name="', 'a b é\n', '"/>', null],
  ['a long entity', '<testsuite>&', 'a', ';</testsuite>', none],
  ['a DTD without end', '<!DOCTYPE a [', '<!ENTITY a "b">', ']><testsuite/>', null],
  ['suites without end', '', '<testsuite>', '', null],
])(
  'a report of 64 MB is counted in 3 seconds of a processor, with 60 MB of memory: %s',
  (_, begin, part, end, wanted) => {
    const program = bundledProgram('junit-program')
    const { counts, megabytes, seconds } = JSON.parse(
      String(execFileSync(process.execPath, [program, begin, part, end])),
    )
    expect({ counts, isSmall: megabytes < 60, isQuick: seconds < 3 }).toEqual({
      counts: wanted,
      isSmall: true,
      isQuick: true,
    })
  },
)
