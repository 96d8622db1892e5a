import { withParts } from '../../scripts/marked-parts'
import { parseTexts } from '../../scripts/parse-texts'

const page = `## Lumos (L1)
- title: planning
- writes: \`plan.md\`
- writes: what the plan names, and nothing beside it
- tip: true
- happened: You looked.

1. Read the plan.

   \`\`\`md
   ### Sub
   \`\`\`

### Where We Are

You are planning.

Still.

### Next Steps

#### First

## Lumos elsewhere (L2)

- as: L1
- title: elsewhere

## Accio: no plan (X.none)
- because: there is no plan: (none)

## Finite (X.end)

1. Wait[[, and write
   nothing]].[[ [a][] is a link.]]
`

test('a heading for each row, its values, what the agent reads, and what has several lines', () => {
  expect(parseTexts(page)).toEqual([
    {
      id: 'L1',
      heading: 'Lumos',
      text: {
        title: 'planning',
        writes: ['`plan.md`', 'what the plan names, and nothing beside it'],
        tip: true,
        happened: 'You looked.',
        ai: '1. Read the plan.\n\n   ```md\n   ### Sub\n   ```',
        where: 'You are planning.\n\nStill.',
        next: '#### First',
      },
    },
    { id: 'L2', heading: 'Lumos elsewhere', as: 'L1', text: { title: 'elsewhere' } },
    { id: 'X.none', heading: 'Accio: no plan', text: { because: 'there is no plan: (none)' } },
    {
      id: 'X.end',
      heading: 'Finite',
      text: { ai: '1. Wait, and write\n   nothing. [a][] is a link.', again: '1. Wait.' },
    },
  ])
})

test('a file without a heading has no text', () => {
  expect(parseTexts('')).toEqual([])
  expect(parseTexts('\n\n')).toEqual([])
})

test.each([
  ['text before the first heading', '# A\n\n## Go (X)\n', 'text before the first heading'],
  ['a heading without an id', '## Go\n', 'the heading "Go" does not end with the id of a row in parentheses'],
  ['an id of two words', '## Go (no plan)\n', 'the heading "Go (no plan)" does not end'],
  ['an unknown key', '## Go (X)\n\n- sumary: goes on.\n', 'X: unknown key "sumary"'],
  ['a key of every object', '## Go (X)\n\n- toString: goes on.\n', 'X: unknown key "toString"'],
  ['a value twice', '## Go (X)\n\n- title: a\n- title: b\n', 'X: "title" is there twice'],
  ['a value that is missing', '## Go (X)\n\n- summary:\n', 'X: "- summary:" is no "- key: value"'],
  ['another tip', '## Go (X)\n\n- tip: maybe\n', 'X: "tip" can only be true'],
  ['an unknown section', '## Go (X)\n\n### Next Step\n\nGo.\n', 'X: unknown section "Next Step"'],
  ['a section in another case', '## Go (X)\n\n### next steps\n\nGo.\n', 'X: unknown section "next steps"'],
  [
    'a value that is a section as well',
    '## Go (X)\n\n- next: A\n\n### Next Steps\n\nB\n',
    'X: "Next Steps" is there twice',
  ],
  ['a section twice', '## Go (X)\n\n### Next Steps\n\nA\n\n### Next Steps\n\nB\n', 'X: "Next Steps" is there twice'],
])('%s is refused', (_, source, problem) => {
  expect(() => parseTexts(source)).toThrow(problem)
})

test('what stands between the marks is replaced, and nothing else', () => {
  const page = '# A\n<!-- a: made by `x`. -->\nold\n<!-- /a -->\ntext $1\n<!-- b: made. -->\n<!-- /b -->\n'
  expect(withParts(page, { a: 'new $& words' })).toBe(page.replace('old\n', '\nnew $$& words\n\n'))
})
