import { markerIn } from '../../../src/text/markdown/merge-markers'

const conflict = '<<<<<<< HEAD\n- [ ] a\n=======\n- [ ] b\n>>>>>>> topic\n'

test('markers that git has left are found, with their line', () => {
  expect(markerIn(`# Plan\n\n${conflict}`)).toBe(3)
  expect(markerIn(conflict.replaceAll('\n', '\r\n'))).toBe(1)
})

/** What stands above a line, and whether seven `=` below it underline a heading. */
const above: Readonly<Record<string, readonly [text: string, isHeading: boolean]>> = {
  nothing: ['', false],
  'front matter': ['---\ntask_name: a\n', false],
  'an empty line': ['# P\n\n', false],
  'a heading': ['# P\n', false],
  'a criterion': ['- [ ] a\n', false],
  'an item of a criterion': ['- [ ] a\n  - run: `b`\n', false],
  'an item with a number': ['1. [x] a\n', false],
  'an item of two lines': ['- [ ] a\n  b\n', false],
  'a quote': ['> a\n', false],
  'a table': ['| a |\n| - |\n| b |\n', false],
  code: ['```\na\n```\n', false],
  'a line of text': ['Title\n', true],
  'a paragraph': ['- a\n\nA title\nof two lines\n', true],
}
const below = ['', '- [ ] b\n', '\n- [ ] b\n']
const endings = ['\n', '\r\n']

describe.each(Object.entries(above))('below %s', (_, [text, isHeading]) => {
  test.each(['<<<<<<< HEAD', '<<<<<<<', '||||||| 1a2b3c4', '=======', '>>>>>>> topic', '>>>>>>>'])(
    '%s alone is one',
    (sign) => {
      const line = text.split('\n').length
      for (const more of below)
        for (const ending of endings) {
          const closing = text.startsWith('---') ? '---\n' : ''
          const whole = `${text}${sign}\n${closing}${more}`.replaceAll('\n', ending)
          expect([whole, markerIn(whole)]).toEqual([whole, isHeading && sign === '=======' ? undefined : line])
        }
    },
  )
})

test.each([
  ['a heading that is underlined by seven', 'Title\n=======\n'],
  ['a line of more signs, or fewer', '========\n\n======\n\n<<<<<< a\n\n>>>>>>>> b\n'],
  ['an empty row of a table', '| a |\n| - |\n|||||||\n'],
  ['a quote', '> > > > > > > a\n'],
  ['markers that a fenced block shows', `\`\`\`\n${conflict}\`\`\`\n`],
  ['markers within a line', 'see <<<<<<< HEAD and =======\n'],
  ['indented markers', '    <<<<<<< HEAD\n    =======\n'],
])('%s is no conflict', (_, text) => {
  expect(markerIn(text)).toBeUndefined()
})

test('a long text takes no time', () => {
  const begun = performance.now()
  expect(markerIn('a\n=======\n'.repeat(20_000))).toBeUndefined()
  expect(performance.now() - begun).toBeLessThan(2_000)
})
