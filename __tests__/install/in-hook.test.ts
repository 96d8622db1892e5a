import { hostText } from '../../src/install/in-hook'

const answer = `### What Just Happened

The work begins with its context. Created \`.ai/task/context.md\`.

### Available Spells

- **Accio** (next): drafts the plan

You: say **Accio**.
`

test('a host that renders Markdown shows an answer without its headings', async () => {
  const { markdown } = await hostText(answer)
  expect(markdown).toBe(
    'The work begins with its context. Created `.ai/task/context.md`.\n\n- **Accio** (next): drafts the plan\n\nYou: say **Accio**.',
  )
})

test('any other host shows lines without headings, marks and blank lines', async () => {
  const { plain } = await hostText(answer)
  expect(plain.split('\n')).toEqual([
    'The work begins with its context. Created .ai/task/context.md.',
    '• Accio (next): drafts the plan',
    'You: say Accio.',
  ])
})

test('what cannot be cast is told from what can', async () => {
  const { markdown, plain } = await hostText(
    '### Available Spells\n\n**Accio** (next)\n\n### Unavailable Spells\n\n**Reverto** (no review is open)\n',
  )
  expect(markdown).toBe('**Accio** (next)\n\nUnavailable: **Reverto** (no review is open)')
  expect(plain.split('\n')).toEqual(['Accio (next)', 'Unavailable: Reverto (no review is open)'])
})

test('a line fits into 80 columns beside the frame of any host', async () => {
  const { plain } = await hostText(`> ${'A word and another. '.repeat(20)}`)
  const longest = Math.max(...plain.split('\n').map((line) => line.length))
  expect(longest).toBeGreaterThan(60)
  expect(longest).toBeLessThanOrEqual(74)
})
