import { bytesOf, listening, type Place } from './place'

const page = (first: ' ' | 'x', second: ' ' | 'x') => `# Export orders

## Goals

The accountant gets the orders of a month as a file.

## Acceptance Criteria

- [${first}] one line for each order
- [${second}] the first line names the columns

## References

- https://acme.atlassian.net/browse/ORD-12
`
const task = (name: string) => `---\ntask_name: ${name}\n---\n\n# Task\n\nPrint what the accountant needs.\n`

/** What the agent and the developer write, and the spell that follows: two tasks, one Expecto, one review. */
const walk: readonly (readonly [casts: string, files: Readonly<Record<string, string>>])[] = [
  ['accio', {}],
  ['accio', { 'context.md': '# Context\n\nThe accountant types our orders by hand.\n' }],
  ['expecto', { 'plan.md': page(' ', ' ') }],
  ['accio', { '.atlassian-refs': 'https://acme.atlassian.net/browse/ORD-12\n' }],
  ['accio', { 'task.md': task('print-orders') }],
  ['accio', { 'task-results.md': '# Results\n\n31 orders, 31 lines.\n' }],
  ['accio', { 'plan.md': page('x', ' '), 'task.md': task('name-the-columns') }],
  ['accio', { 'task-results.md': '# Results\n\nThe first line is `number,date,total`.\n' }],
  ['accio', { 'plan.md': page('x', 'x') }],
  ['reparo', {}],
  ['accio', { 'comments.md': '# Review Comments\n\n## Threads\n\n### c1\n\n> 1250 cents are printed as 1250.\n' }],
  ['accio', { 'review-task.md': '# Review Task\n\n## Changes\n\nPrint totals in euros.\n' }],
  ['accio', { 'review-task-results.md': '# Review Task Results\n\nc1: totals are euros now, 12.50.\n' }],
  ['accio', {}],
]

const heading = '## Response to the Developer\n'
/** Texts of users are in fenced blocks, or are among these. */
const users = /Export orders|one line for each order|the first line names the columns|https:\S+?(?=[.\n])/g
const withoutQuotes = (answer: string) => answer.replace(/^(`{3,})[^\n]*\n[\s\S]*?^\1\n/gm, '').replace(users, '')

/** @returns the bytes of all answers, of their developer's parts, and of the rules in each */
export function walkEngineer(place: Place): { all: number; developer: number; rules: number } {
  const { heard, say } = listening(place)
  for (const [casts, files] of walk) {
    for (const [name, text] of Object.entries(files)) place.write(`.ai/task/${name}`, text)
    say([casts])
  }
  const end = JSON.parse(place.say(['lumos', '--json']))
  if (end.to !== 'ACHIEVE_COMPLETE') throw new Error(`the walk ends in ${end.to}`)
  const answers = heard.map(withoutQuotes)
  const [first = ''] = answers
  const rules = /^### Rules\n\n([\s\S]*?)\n*^## /m.exec(first)?.[1] ?? ''
  return {
    all: bytesOf(answers),
    developer: bytesOf(answers.map((answer) => answer.slice(answer.indexOf(heading)))),
    rules: bytesOf([rules]),
  }
}
