import { junitCounts } from '../../src/proof/junit-counts'

const report = (...cases: string[]) =>
  `<?xml version="1.0"?>\n<testsuites tests="99"><testsuite name="a" tests="99" failures="0">${cases.join('')}</testsuite></testsuites>`

test.each<[what: string, text: string, counts: object]>([
  ['counts the cases, not the sums', report('<testcase name="a"/>', '<testcase name="b"></testcase>'), { passed: 2 }],
  [
    'tells failures',
    report('<testcase><failure>no</failure></testcase>', '<testcase><error/></testcase>'),
    { failed: 2 },
  ],
  [
    'tells skipped cases',
    report('<testcase><skipped message="later"/></testcase>', '<testcase/>'),
    { passed: 1, skipped: 1 },
  ],
  [
    'takes a failed case that was skipped as failed',
    report('<testcase><skipped/><failure/></testcase>'),
    { failed: 1 },
  ],
  [
    'keeps what a case printed apart',
    report('<testcase><system-out>&lt;failure/&gt;</system-out></testcase>'),
    { passed: 1 },
  ],
  ['finds nested suites', '<testsuite><testsuite><testcase/></testsuite><testcase/></testsuite>', { passed: 2 }],
  ['reads an empty report', '<testsuites/>', {}],
])('a report %s', (_, text, counts) => {
  expect(junitCounts(text)).toEqual({ passed: 0, failed: 0, skipped: 0, ...counts })
})

test.each(['', 'ok 1 - a', '<html></html>', '<testsuites>', '<testsuite><testcase></testsuite>', '{"passed":3}'])(
  '%j is no report',
  (text) => {
    expect(junitCounts(text)).toBeUndefined()
  },
)
