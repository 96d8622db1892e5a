import { readFileSync } from 'node:fs'
import { readArtifact } from '../../../src/flows/hope/artifact'
import { type Kind, kinds } from '../../../src/flows/hope/schemas'
import { knowing } from '../../support/hope-session'

/** What docs/hope-artifacts.md shows, by the heading. */
const shown = readFileSync('docs/hope-artifacts.md', 'utf8')
  .split(/^## /m)
  .slice(1)
  .map((section) => ({
    kind: section.split('\n')[0]?.toLowerCase() as Kind,
    examples: [...section.matchAll(/^```\w+\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text),
  }))

const criteria = [
  { id: 'C1', text: 'The file has one line per order' },
  { id: 'C2', text: 'The button is there' },
]

test('every artifact has an example in the documentation', () => {
  expect(shown.map(({ kind, examples }) => [kind, examples.length])).toEqual(kinds.map((kind) => [kind, 1]))
})

test.each(shown)('the examples of $kind are right, and nothing in them is left out', ({ kind, examples }) => {
  for (const text of examples) {
    const { problems, advice } = readArtifact(kind, text, knowing({ tier: 'critical', criteria, mustNot: ['x', 'y'] }))
    expect(problems).toEqual([])
    expect(advice.filter((line) => line.includes('left out'))).toEqual([])
  }
})
