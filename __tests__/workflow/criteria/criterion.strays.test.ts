import { likelyBoxes } from '../../../src/text/markdown/task-items'
import { readCriterion } from '../../../src/workflow/criteria/criterion'
import { mayHaveCommands } from '../../../src/workflows/engineer/criteria'

// An item that belongs to no criterion, wherever it stands, is named with its line and the right form: it is never dropped.

const read = (plan: string) => likelyBoxes(plan).map(readCriterion)

const items = {
  run: '- run: `npm test`',
  shell: '- shell: `npm run build && npm test`',
  expect: '- expect: exit 3',
  by: '- by: developer',
} as const

/** Whether a line below a criterion is one of its items, by its indentation. */
const criteria = [
  ['- [x] It works', 2],
  ['* [x] It works', 2],
  ['1. [x] It works', 3],
  ['10) [x] It works', 4],
  ['-   [x] It works', 4],
  ['- Part\n  - [x] It works', 4],
] as const

const places: Readonly<Record<string, (item: string) => string>> = {
  'a list above that of the criterion': (item) => `\n${item}`,
  'a list below a blank line': (item) => `\n\n${item}`,
  'a line that goes on with the paragraph': (item) => `\n${item.slice(2)}`,
  'the same, indented': (item) => `\n    ${item.slice(2)}`,
  'a paragraph': (item) => `\n\n${item.slice(2)}`,
  'a quote': (item) => `\n> ${item}`,
  'a quote below a blank line': (item) => `\n\n> ${item.slice(2)}`,
  'a fence': (item) => `\n\`\`\`\n${item}\n\`\`\``,
  'a fence in the criterion': (item) => `\n    \`\`\`md\n    ${item}\n    \`\`\``,
  'indented code': (item) => `\n\n            ${item}`,
  'an item that is code by its spaces': (item) => `\n    -     ${item.slice(2)}`,
  'an item of an item': (item) => `\n    - First\n      ${item}`,
  'a row of a table': (item) => `\n\n| ${item.slice(2)} |`,
  'a section of its own': (item) => `\n\n## Commands\n\n${item}`,
}

describe.each(criteria)('below %j', (criterion, indent) => {
  test.each(Object.keys(places))('an item in %s is named', (place) => {
    for (const [word, item] of Object.entries(items)) {
      const plan = `# P\n\n${criterion}${places[place]?.(item)}\n`
      const line = plan.split('\n').findIndex((each) => each.includes(item.slice(2))) + 1
      const [found] = read(plan)
      expect([word, found]).toMatchObject([word, { commands: [], byDeveloper: false }])
      const message = `\`${word}:\` is not read here: an item of its criterion is indented by ${indent} spaces.`
      expect(found?.faults).toContainEqual({ line, message, fix: item })
      expect(mayHaveCommands(plan)).toBe(true)
    }
  })

  test('each indentation either makes an item of the criterion, or is named', () => {
    for (const [word, item] of Object.entries(items).filter(([each]) => each !== 'expect'))
      for (let columns = 0; columns < 12; columns++) {
        const [found] = read(`${criterion}\n${' '.repeat(columns)}${item}\n`)
        const isRead = (found?.commands.length ?? 0) > 0 || found?.byDeveloper === true
        expect([word, columns, isRead]).toEqual([word, columns, columns >= indent && columns < indent + 4])
        expect(found?.faults).toHaveLength(isRead ? 0 : 1)
      }
  })
})

test.each([
  ['without its colon', '- Run `npm test`', '- run: `npm test`'],
  ['without backticks', '- run: npm test', '- run: `npm test`'],
  ['without backticks, in code', '```\nrun: npm test\n```', '- run: `npm test`'],
  ['with a slip', '- Exepct: exit 3', '- expect: stdout contains `410`'],
  ['with what cannot be expected', '- expect: nothing', '- expect: stdout contains `410`'],
])('one that is not written right is named as well: %s', (_, text, fix) => {
  expect(read(`- [x] a\n${text}\n`)).toMatchObject([
    { faults: [{ message: expect.stringContaining('is not read here'), fix }] },
  ])
})

test('one above every criterion is a fault of the first, and one in the text of its criterion is named', () => {
  expect(read('- run: `npm test`\n\n- [x] a\n')).toMatchObject([{ text: 'a', faults: [{ line: 1 }] }])
  for (const text of ['a: run: `npm test`', 'a (shell: `npm test`)'])
    expect(read(`- [x] ${text}`)).toMatchObject([{ faults: [{ line: 1, fix: expect.stringContaining('`npm test`') }] }])
})

test.each([
  ['prose that is wrapped', '- [ ] The script can\n  run `npm test` in\n  `src`'],
  [
    'prose below a heading',
    '- [ ] a\n\n## Notes\n\nRun: `npm test` takes a minute. By: Ann.\n\n- Run `npm ci` first\n- In: all parts',
  ],
  ['a label', '- [ ] a\n\n**Note:** `b`\nExample: `c`\n\nRisks: none\n\n- Review: Ann'],
  ['an example further down', '- [ ] a\n\n## How\n\n```md\n- run: `npm test`\n```\n\n> - run: `npm test`'],
  ['a comment', '- [ ] a\n\n<!-- run: `a` -->\n\n<!--\n- run: `a`\n-->'],
])('%s is none', (_, plan) => {
  expect(read(plan).flatMap(({ faults }) => faults)).toEqual([])
})
