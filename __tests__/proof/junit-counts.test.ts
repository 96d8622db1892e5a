import { junitCounts } from '../../src/proof/junit-counts'

const report = (...cases: string[]) =>
  `<?xml version="1.0"?>\n<testsuites tests="99"><testsuite name="a" tests="99" failures="0">${cases.join('')}</testsuite></testsuites>`

/** In pieces of so many bytes, which cut tags, characters and entities. */
function* piecesOf(text: string, size: number) {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const sizes = [1, 2, 7, 4096]
const countsOf = (text: string) => {
  const [first, ...others] = sizes.map((size) => junitCounts(piecesOf(text, size)))
  for (const counts of others) expect(counts).toEqual(first)
  return first
}

const laughs = ['<!DOCTYPE testsuite [<!ENTITY a "ha">', '<!ENTITY b "&a;&a;&a;">', '<!ENTITY c "&b;&b;&b;">]>'].join(
  '\n',
)

// biome-ignore format: a case is a line
test.each<[what: string, text: string, counts: object]>([
  ['counts the cases, not the sum of them', report('<testcase name="a"/>', '<testcase name="b"></testcase>'), { passed: 2 }],
  ['tells failures', report('<testcase><failure>no</failure></testcase>', '<testcase><error/></testcase>'), { failed: 2 }],
  ['tells skipped cases', report('<testcase><skipped message="later"/></testcase>', '<testcase/>'), { passed: 1, skipped: 1 }],
  [
    'takes a failed case that was skipped as failed',
    report('<testcase><skipped/><failure/></testcase>', '<testcase><failure/><skipped/></testcase>'),
    { failed: 2 },
  ],
  ['keeps what a case printed apart', report('<testcase><system-out>&lt;failure/&gt;</system-out></testcase>'), { passed: 1 }],
  [
    'keeps apart what a case printed as it is, or said in a comment or an attribute',
    report(
      '<testcase name="&lt;failure/>"><system-out><![CDATA[<failure/>]]]]></system-out><!-- <failure/> --></testcase>',
    ),
    { passed: 1 },
  ],
  [
    'takes only what stands directly in a case as its outcome',
    report('<testcase><properties><failure/></properties><testcase/></testcase>', '<properties><failure/></properties>'),
    { passed: 1 },
  ],
  ['finds nested suites', '<testsuite><testsuite><testcase/></testsuite><testcase/></testsuite>', { passed: 2 }],
  ['finds suites that are nested deep', `${'<testsuite>'.repeat(900)}<testcase/>${'</testsuite>'.repeat(900)}`, { passed: 1 }],
  ['takes a quote, or what ends a tag, in an attribute as text', report(`<testcase name="it's > /"/>`, `<testcase name='"/>'>'</testcase>`), { passed: 2 }],
  ['passes over what programs say beside it', `\ufeff<?xml version="1.0"?><!-- > ' --><testsuite><?a >?><testcase></testcase ></testsuite>\n<!-- -->`, { passed: 1 }],
  ['reads any letters', report('<testcase name="注文 💶"/>'), { passed: 1 }],
  ['leaves entities that only a DTD explains', `${laughs}<testsuite><testcase name="&c;">&c;</testcase></testsuite>`, { passed: 1 }],
  ['reads an empty report', '<testsuites/>', {}],
])('a report %s', (_, text, counts) => {
  expect(countsOf(text)).toEqual({ passed: 0, failed: 0, skipped: 0, ...counts })
})

const suite = (attributes: string, ...cases: string[]) => `<testsuite ${attributes}>${cases.join('')}</testsuite>`
const passed12 = '<testcase name="a" status="run"/>'.repeat(12)

// biome-ignore format: a case is a line
test.each<[what: string, text: string, counts: object]>([
  ['a disabled test of GoogleTest', report('<testcase name="a" status="notrun" result="suppressed" time="0."/>'), { skipped: 1 }],
  ['a skipped one', report('<testcase name="a" status="run" result="skipped"><skipped message="no GPU"/></testcase>'), { skipped: 1 }],
  ['a skipped one without its element', report(`<testcase name="a" status='run' result = 'skipped'/>`), { skipped: 1 }],
  ['one of GoogleTest that passed', report('<testcase name="a" file="a.cc" line="3" status="run" result="completed" classname="A"/>'), { passed: 1 }],
  ['one of CTest that is disabled', report('<testcase name="a" status="disabled"><skipped message="Disabled"/></testcase>', '<testcase name="b" status="disabled"/>'), { skipped: 2 }],
  ['one of CTest that failed', report('<testcase name="a" status="fail"><failure message="Failed"/></testcase>', '<testcase name="b" status="fail"/>'), { failed: 2 }],
  ['those of Ginkgo', report('<testcase status="passed"/>', '<testcase status="pending"/>', '<testcase status="timedout"/>', '<testcase status="panicked"/>'), { passed: 1, skipped: 1, failed: 2 }],
  ['those of PlatformIO', report('<testcase status="PASSED"/>', '<testcase status="FAILED"/>', '<testcase status="ERRORED"/>', '<testcase status="SKIPPED"/>'), { passed: 1, skipped: 1, failed: 2 }],
  ['those of behave', report('<testcase status="passed"/>', '<testcase status="untested"><skipped/></testcase>', '<testcase status="undefined"/>'), { passed: 1, skipped: 1, failed: 1 }],
  ['those of Qt', report('<testcase result="pass" name="a"/>', '<testcase result="fail" name="b"/>', '<testcase result="skip" name="c"/>'), { passed: 1, skipped: 1, failed: 1 }],
  ['a word that nobody knows', report('<testcase status="wobbly"/>', '<testcase status="error" result="completed"/>', '<testcase status="2"/>'), { passed: 1, failed: 2 }],
  ['what only looks like an attribute', report(`<testcase name="status='fail'" classname='result="error"'/>`, '<testcase substatus="fail"/>'), { passed: 2 }],
  ['a flaky test of surefire, and one that stayed failed', suite('tests="2" errors="0" skipped="0" failures="1"', '<testcase><flakyFailure/></testcase>', '<testcase><failure/><rerunFailure/></testcase>'), { passed: 1, failed: 1 }],
  ['two assertions of GoogleTest in one test', suite('tests="2" failures="1" errors="0"', '<testcase status="run"><failure/><failure/></testcase>', '<testcase status="run"/>'), { passed: 1, failed: 1 }],
  ['an error of pytest behind a failure', suite('name="pytest" errors="1" failures="1"', '<testcase name="a"><failure/></testcase>', '<testcase name="a"><error/></testcase>', '<testcase/>'), { passed: 1, failed: 2 }],
  ['nested suites of PHPUnit, whose sums are those of all', suite('failures="1" errors="0"', suite('failures="1" errors="0"', '<testcase><failure/></testcase>'), suite('failures="0"', '<testcase/>')), { passed: 1, failed: 1 }],
  ['a package of gotestsum that was not built', `<testsuites tests="2" failures="1" errors="1">${suite('failures="1"', '<testcase name="TestMain"><failure/></testcase>')}${suite('', '<testcase/>')}</testsuites>`, { failed: 2 }],
  ['a suite that says more failures', suite('failures="12"', passed12), { failed: 12 }],
  ['one that says one failure more than it shows', suite('failures="2"', '<testcase><failure/></testcase>', passed12), { failed: 13 }],
  ['a suite of jest-junit that did not run, beside one that did', `<testsuites failures="0" errors="1">${suite('errors="1" tests="0"')}${suite('errors="0"', passed12)}</testsuites>`, { passed: 12 }],
  ['what only the root says', `<testsuites failures="3">${suite('failures="0"', passed12)}</testsuites>`, { failed: 12 }],
  ['a suite with an error of its own', suite('', passed12, '<error message="teardown"/>'), { failed: 12 }],
  ['the failure of all suites, before them', `<testsuites><failure/>${suite('', passed12)}</testsuites>`, { failed: 12 }],
  ['what suites say of no failures', suite('failures="" errors="0"', passed12), { passed: 12 }],
])('of the dialects: %s', (_, text, counts) => {
  expect(countsOf(text)).toEqual({ passed: 0, failed: 0, skipped: 0, ...counts })
})

// biome-ignore format: a case is a line
test.each<[what: string, text: string]>([
  ['nothing', ''],
  ['what another format says', 'ok 1 - a'],
  ['a case alone', '<testcase/>'],
  ['a report with a tag in another', '<testsuite><testcase></testsuite>'],
  ['two reports', '<testsuite><testcase/></testsuite><testsuite/>'],
  ['a report with text behind it', '<testsuite><testcase/></testsuite>done'],
  ['a report that no program would nest so deep', `${'<testsuite>'.repeat(2_000)}${'</testsuite>'.repeat(2_000)}`],
  ['a report with a tag that is cut off by another', '<testsuite><testcase <failure/></testcase></testsuite>'],
  ['a report that closes more than it opens', '<testsuite></testsuite></testsuite>'],
  ['a report with an attribute that does not end', '<testsuite><testcase name="a/></testsuite>'],
])('%s is no report', (_, text) => {
  expect(countsOf(text)).toBeUndefined()
})

test('every beginning of a report is none, so that one that was cut off proves nothing', () => {
  const text = report('<testcase name="a"/>', '<testcase><failure><![CDATA[no]]></failure></testcase>')
  for (let length = 0; length < text.length; length++)
    expect(junitCounts(piecesOf(text.slice(0, length), 64))).toBeUndefined()
})
