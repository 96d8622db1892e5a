import { itemsIn } from '../../../src/workflows/collab/design'
import { flow, type State, writes } from '../../../src/workflows/collab/flow'
import { inferType } from '../../../src/workflows/collab/items'
import { isWholeDraft, lackOf } from '../../../src/workflows/collab/required-documents'
import type { Session } from '../../../src/workflows/collab/session'
import { documentsOfItems } from '../../support/collab-documents'
import { graphText, item } from '../../support/collab-session'

const typeFor = (state: State) =>
  state === 'systematic-debugging' ? 'bugfix' : state === 'task-planning' ? 'task' : 'code'
const sessionAt = (state: State): Session =>
  ({ workItems: [item(1, typeFor(state))], currentItem: 1, lastNumber: 1 }) as Session
const lackAt = (state: State, documents: Readonly<Record<string, string>>, session = sessionAt(state)) =>
  lackOf(session, { verb: 'complete-skill', name: state, documents }, state)
const said = (state: State, documents: Readonly<Record<string, string>>) => {
  const lack = lackAt(state, documents)
  return lack && `${lack.file} ${lack.fault}`
}

const right = {
  ...documentsOfItems([item(1, 'code')]),
  'task-graph.md': graphText('tasks: [{id: a, files: [a.js], run: node a.js}]'),
}
/** The document with its headings, and nothing under them. */
const bare = (text = '') =>
  text
    .split('\n')
    .filter((line) => line.startsWith('#'))
    .join('\n\n')

/** Each skill with its document, and a heading that it needs. */
// biome-ignore format: one skill a line
const skills: readonly (readonly [State, file: string, heading: string])[] = [
  ['gather-goals',           'design.md',             '### Item 1: Item 1'],
  ['brainstorm-exploring',   'design.md',             '#### What Is There'],
  ['brainstorm-clarifying',  'design.md',             '#### Decisions'],
  ['brainstorm-designing',   'design.md',             '#### Approach'],
  ['brainstorm-validating',  'design.md',             '#### Success Criteria'],
  ['rough-draft-interface',  'interface-item-1.md', ''],
  ['rough-draft-pseudocode', 'pseudocode-item-1.md', ''],
  ['rough-draft-skeleton',   'skeleton-item-1.md', ''],
  ['build-task-graph',       'task-graph.md',         ''],
  ['task-planning',          'plan-item-1.md',        '## Verification'],
  ['systematic-debugging',   'root-cause-item-1.md',  '## Root Cause'],
]

test('these are all skills that write', () => {
  expect(skills.map(([state]) => state).sort()).toEqual(Object.keys(writes).sort())
})

test.each(skills)('%s needs %s', (state, file, heading) => {
  const text = (right as Record<string, string>)[file] ?? ''
  const { [file]: _, ...others } = right as Record<string, string>
  expect(said(state, right)).toBeUndefined()
  expect(said(state, others)).toBe(`${heading === '' ? file.replace(/^(?!task).*?-/, 'draft-') : file} is not there`)
  for (const empty of ['', ' \n\n', '<!-- nothing\n\nhere -->\n', '---\ntitle: x\n---\n'])
    expect(said(state, { ...right, [file]: empty })).toBe(`${file} is empty`)
  expect(said(state, { ...right, [file]: bare(`# Title\n${text}`) })).toBe(`${file} has only headings`)
  expect(said(state, { ...right, [file]: 'x'.repeat(2 ** 20 + 1) })).toBe(`${file} is longer than 1 MB`)
  if (heading === '') return
  const without = text.replace(heading, heading.replace(/ .*/, ' Other'))
  const title = heading.replace(/^#+ /, '')
  expect(said(state, { ...right, [file]: without })).toMatch(
    state === 'gather-goals'
      ? `has no section \`${heading}\``
      : new RegExp(`^${file} is not done: .*${title}: is missing`),
  )
  const [before = '', after = ''] = text.split(`${heading}\n`)
  const rest = state === 'gather-goals' ? '' : after.slice(after.indexOf('\n#'))
  const emptied = `${before}${heading}\n\n<!-- say it -->\n${rest}\n# Other\n\nText.\n`
  const line = emptied.split('\n').indexOf(heading) + 1
  expect(said(state, { ...right, [file]: emptied })).toMatch(
    `${file} is not done: line ${line}, ${title.split(':')[0]}: must not be empty`,
  )
})

describe('a heading', () => {
  const design = (section: string) => ({ 'design.md': `# Orders\n\n### Item 1: One\n\n${section}\n` })
  const plan = (text: string) => ({ 'plan-item-1.md': text })

  test.each([
    ['in another case, emphasis, and with a colon', '#### **decisions:**\n\nNone.'],
    ['with a code block alone', '#### Decisions\n\n```ts\nconst x = 1\n```'],
    ['with a second one of its name', '#### Decisions\n\n#### Decisions\n\nSemicolons, as Excel wants.'],
  ])('counts %s', (_, section) => {
    expect(said('brainstorm-clarifying', design(section))).toBeUndefined()
  })

  test.each([
    ['in a code block', '```\n#### Decisions\n```\n\nText.', 'line 3, Decisions: is missing'],
    [
      'in the section of another item',
      'Text of this item.\n\n### Item 2: Two\n\n#### Decisions\n\nSemicolons.',
      'line 3, Decisions: is missing',
    ],
    [
      'whose text stands under the next one',
      'Text of this item.\n\n<!-- two\nlines -->\n#### Decisions\n\n#### Scope\n\nAll.',
      'line 9, Decisions: must not be empty',
    ],
  ])('does not count %s', (_, section, fault) => {
    expect(said('brainstorm-clarifying', design(section))).toBe(`design.md is not done: ${fault}`)
  })

  test('that is missing is named, with all others', () => {
    expect(said('task-planning', plan('# Plan\n\nText.\n\n## Steps\n'))).toBe(
      'plan-item-1.md is not done: Prerequisites: is missing; line 5, Steps: must not be empty; Verification: is missing',
    )
  })
})

describe('a hollow document', () => {
  const draft = (one: string, two = one, three = one) => ({
    'draft-item-1.md': `## Interface\n\n${one}\n\n## Pseudocode\n\n${two}\n\n## Skeleton\n\n### a.js\n\n${three}\n`,
  })
  const block = '```js\nrun(): void\n```'

  test.each([
    [
      '`## Interface`',
      'rough-draft-interface',
      draft('Written.', block),
      'is not done: line 1, Interface: “Written.” says nothing; what is so?',
    ],
    [
      'a part without code',
      'rough-draft-skeleton',
      draft(block, block, 'All of it is written here.'),
      'has no code block of the skeleton',
    ],
    [
      'steps in prose',
      'rough-draft-pseudocode',
      draft(block, 'It does what it should.'),
      'has no code block and no numbered steps of the pseudocode',
    ],
    [
      'a diagram that is none',
      'rough-draft-interface',
      draft(`${block}\n\n\`\`\`mermaid\nWritten.\n\`\`\``),
      'has a mermaid block in line 7 that is no diagram',
    ],
  ] as const)('is refused for %s', (_, state, documents, fault) => {
    expect(said(state, documents)).toBe(`draft-item-1.md ${fault}`)
  })

  test('is one that says the same under each heading, or a word', () => {
    const cause = (...texts: readonly string[]) => ({
      'root-cause-item-1.md': `---\nfiles: [a.js]\nrun: node a.js\n---\n${['Symptom', 'Root Cause', 'Evidence', 'Fix', 'Also Affected'].map((title, index) => `## ${title}\n\n${texts[index] ?? texts[0]}\n`).join('')}`,
    })
    expect(said('systematic-debugging', cause('Done.'))).toMatch(
      /is not done: line 5, Symptom: “Done.” says nothing; what is so\?; .* Also Affected: “Done.” says nothing; what is so\?$/,
    )
    expect(said('systematic-debugging', cause('This is all written down.'))).toBe(
      `root-cause-item-1.md is not done: ${['line 8, Root Cause', 'line 11, Evidence', 'line 14, Fix', 'line 17, Also Affected'].map((place) => `${place}: says what Symptom says`).join('; ')}`,
    )
  })

  test('may be one that hands in all three parts, or only the first', () => {
    const session = sessionAt('rough-draft-interface')
    const isWhole = (documents: Record<string, string>) =>
      isWholeDraft(session, { verb: 'complete-skill', name: 'rough-draft-interface', documents })
    expect(isWhole(draft(block))).toBe(true)
    expect(isWhole({ ...draft(block), 'skeleton-item-1.md': block })).toBe(false)
    expect(isWhole(draft(block, 'Written.'))).toBe(false)
    expect(said('rough-draft-interface', draft(block, 'Written.'))).toBeUndefined()
  })

  test('every file of the skeleton is in a task of the graph', () => {
    const graph = (files: string) => ({
      ...draft(block),
      'task-graph.md': graphText(`tasks: [{id: a, run: make, files: [${files}]}]`),
    })
    expect(said('build-task-graph', graph('b.js'))).toBe(
      'task-graph.md has no task with `a.js`, which the skeleton has',
    )
    expect(said('build-task-graph', graph('a.js'))).toBeUndefined()
  })
})

test('the goals need a section of every item that is still to be designed', () => {
  const session = { workItems: [item(1, 'code', 'documented'), item(2, 'task'), item(3, 'code')], lastNumber: 3 }
  const documents = { 'design.md': '# Orders\n\n### Item 3: Three\n\n### Item 9\n\nText.\n' }
  expect(lackAt('gather-goals', documents, session as Session)?.fault).toBe('has no section `### Item 2: Item 2`')
})

test('the goals are not those of a design whose list leaves one out', () => {
  const others = [
    'Item 2 Two',
    'Item 2 - Two',
    '[ ] Item 2: Two',
    '2. Two',
    'Item 1: Two',
    'ITEM #2: Two',
    'Item 0: Two',
  ]
  for (const heading of [...others, 'Item 2:', `Item 2: ${'x'.repeat(201)}`]) {
    const text = `# Orders\n\n## Work Items\n\n### Item 1: One\n\nText.\n\n### ${heading}\n\nText.\n`
    const lack = lackAt('gather-goals', { 'design.md': text }, { workItems: [], lastNumber: 0 } as never)
    expect(lack?.fault).toContain(`has \`### ${heading}\`, which is no item`)
  }
})

test('a skill that writes nothing lacks nothing', () => {
  for (const { id } of flow) if (!writes[id]) expect(lackAt(id, {})).toBeUndefined()
})

const under = (text: string) =>
  itemsIn(`# Orders\n\n## Work Items\n\n${text}\n\n## Later\n\n### Item 99: Not this one\n`)

test('items have a number, a title, a type and a status', () => {
  const items = under(`### Item 1: Add CSV export
**Type:** code
**Status:** documented

### Item 2: Docker
- **Type:** Task
- **Status:** pending

### Item 7: Quotes
**Type**: bugfix

### Notes
**Type:** code`)
  expect(items).toEqual([
    { number: 1, title: 'Add CSV export', type: 'code', status: 'documented' },
    { number: 2, title: 'Docker', type: 'task', status: 'pending' },
    { number: 7, title: 'Quotes', type: 'bugfix', status: 'pending' },
  ])
})

test.each([
  ['feature', 'code'],
  ['Spike', 'code'],
  ['whatever', 'unknown'],
  ['', 'unknown'],
])('the type "%s" is read as %s', (said, type) => {
  expect(under(`### Item 1: One\n**Type:** ${said}`)[0]?.type).toBe(type)
})

test('what stands in a fenced block is no item', () => {
  expect(under('```\n### Item 1: One\n```\n\n### Item 2: Two').map(({ number }) => number)).toEqual([2])
})

test.each([
  ['Setup the linter', 'task'],
  ['Deploy a fix', 'task'],
  ['The export is BROKEN', 'bugfix'],
  ['Crash, on every start', 'bugfix'],
  ['Import fails on empty files', 'bugfix'],
  ['Log is empty', 'unknown'],
  ['Clean the parser', 'code'],
  ['Clean up the parser', 'task'],
  ['The address of a failover', 'unknown'],
  ['', 'unknown'],
])('"%s" is %s', (title, type) => {
  expect(inferType(title)).toBe(type)
})
