import { asAnnotations, asError, asSummary } from '../../src/check/outputs'
import type { Report } from '../../src/check/report'

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
