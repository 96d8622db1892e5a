import { fitScreen } from '../../src/cli/terminal'

const look = [
  '> **spell**: what it is.',
  '### Where We Are\n\nExport · 1 open',
  '**Key Files:** `.ai/task/plan.md` (the plan)',
  '### Available Spells\n\n- **Accio** (next): goes on',
  '### Unavailable Spells\n\n- **Expecto** (enrich): no link\n- **Reverto** (leave): no review',
  '### Next Steps\n\nRead it.',
  'You: say **Accio**.',
].join('\n\n')
const heightOf = (text: string) => text.split('\n').length

test('what a look says stays whole where it fits, and where the height is not known', () => {
  for (const rows of [undefined, heightOf(look) + 2]) expect(fitScreen(look, rows, heightOf)).toBe(look)
})

test('on a lower screen it does without what matters least, says so, and keeps where the work is and who acts', () => {
  for (let rows = heightOf(look) + 1; rows > 13; rows--) {
    const shown = fitScreen(look, rows, heightOf)
    expect(heightOf(shown)).toBeLessThanOrEqual(rows - 2)
    expect(shown).toMatch(/^> Shortened to fit\. With `\| cat` .+\n\n### Where We Are\n\nExport · 1 open\n/)
    expect(shown).toMatch(/- \*\*Accio\*\* \(next\): goes on\n[\s\S]*\nYou: say \*\*Accio\*\*\.$/)
  }
})
