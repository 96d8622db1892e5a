import { threadsIn } from '../../src/show/review-threads'

const comments = `# Review Comments

### r1 · open · \`src/a.ts:3\`

<https://github.com/acme/shop/pull/7#discussion_r1>

**ada** · 2026-08-20 15:30:

> Why no quotes?
> Really.

**Decision** (r1): quote them

### c1

\`src/b.ts\`

> Could this stream?

### review-3 · review

> Nice.
`
const answersTo = (results: string) => threadsIn(comments, results).map(({ id, answer }) => [id, answer])

test('a thread has what was asked and decided', () => {
  expect(threadsIn(comments, '')).toEqual([
    {
      id: 'r1',
      place: 'src/a.ts:3',
      url: 'https://github.com/acme/shop/pull/7#discussion_r1',
      question: 'Why no quotes?\nReally.',
      decision: 'quote them',
      answer: '',
      isResolved: false,
    },
    { id: 'c1', place: 'src/b.ts', question: 'Could this stream?', decision: '', answer: '', isResolved: false },
  ])
})

// biome-ignore format: a case is a line
test.each<[string, string, string, string]>([
  ['answers, and remarks for the developer', '## Answers\n\n- r1: quoted\n\n### Left open\n\n- c1: not now\n\n## Errors\n\n- r1: a fixture was wrong\n', 'quoted', 'not now'],
  ['paragraphs', 'As r1 asked,\nquoted.\n\nAnd c1 not.\n', 'As r1 asked,\nquoted.', 'And c1 not.'],
  ['sections', '## r1\n\nQuoted.\n\n- with tests\n\n## c1\n\nNot now.\n', 'Quoted.\nwith tests', 'Not now.'],
  ['a section with another’s item', '## r1\n\nQuoted.\n\n- c1: not now\n', 'Quoted.', 'not now'],
  ['an item with what is below it', '- r1: quoted\n  - in `a`\n\n  as here:\n\n  ```sh\n  # in a shell\n\n  quote\n  ```\n- c1: not now\n', 'quoted\n- in `a`\n\nas here:\n\n```sh\n# in a shell\n\nquote\n```', 'not now'],
  ['an address', '- https://github.com/acme/shop/pull/7#discussion_r1 quoted\n', 'https://github.com/acme/shop/pull/7#discussion_r1 quoted', ''],
  ['nothing', 'r11 and c12 are others.\n', '', ''],
])('an answer is found in %s', (_, results, first, second) => {
  expect(answersTo(results)).toEqual([
    ['r1', first],
    ['c1', second],
  ])
})
