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
  ['counts the cases, not the sums', report('<testcase name="a"/>', '<testcase name="b"></testcase>'), { passed: 2 }],
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
    report('<testcase><properties><failure/></properties><testcase/></testcase>', '<failure/>'),
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

// biome-ignore format: a case is a line
test.each<[what: string, text: string]>([
  ['nothing', ''],
  ['what another format says', 'ok 1 - a'],
  ['JSON', '{"passed":3}'],
  ['another document', '<html></html>'],
  ['a case alone', '<testcase/>'],
  ['a report without its end', '<testsuites>'],
  ['a report with a tag in another', '<testsuite><testcase></testsuite>'],
  ['a report that ends in a tag', '<testsuite><testcase/></testsui'],
  ['a report that ends in what was printed', '<testsuite><testcase><system-out><![CDATA[a'],
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
