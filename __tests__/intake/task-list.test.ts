import { documentsOf, type Imported } from '../../src/intake/imported'
import { fromIssue } from '../../src/intake/issue'
import { fromOpenSpec } from '../../src/intake/openspec'
import { fromMarkdownFile } from '../../src/intake/task-list'
import { fromTaskMaster } from '../../src/intake/task-master'
import { criteriaIn } from '../../src/workflows/engineer/criteria'

// What looks like a criterion or a title is taken, or named with its line: one table for each kind.

const taken = (imported: Imported) => {
  const { documents, warnings } = documentsOf(imported, 'it', ['file', 'a'])
  return {
    criteria: criteriaIn(documents.plan).map(({ text }) => text),
    left: warnings.map((warning) => warning.replace('Not carried over: ', '')),
    title: documents.title,
  }
}
const ofFile = (text: string) => taken(fromMarkdownFile(text, 'a.md'))

describe('in a section of criteria', () => {
  test.each<[what: string, text: string, criteria: string[], left: string[]]>([
    ['an item beside boxes', '- [ ] one\n- two\n', ['one'], ['items without a box of a.md (1): two (line 3)']],
    ['a list of its own', '- [ ] one\n\ntext:\n\n1. two\n', ['one'], ['items without a box of a.md (1): two (line 6)']],
    [
      'what stands on the third level below a box',
      '- [ ] one\n  - two\n    - three\n',
      ['one'],
      ['what stands below the criteria of a.md (2): two (line 3), three (line 4)'],
    ],
    [
      'an item of each level, if there are no boxes',
      '- one\n    - two\n        - three\n',
      ['one', 'two', 'three'],
      [],
    ],
    [
      'the rows of a table',
      '| What |\n|---|\n| one |\n| two |\n',
      [],
      ['rows of tables that may be criteria of a.md (2): `| one |` (line 4), `| two |` (line 5)'],
    ],
    [
      'a sentence over two lines, beside a list',
      'Given rows,\nthen a file.\n\n- one\n  more\n',
      ['one more'],
      ['texts that may be criteria of a.md (1): Given rows, (line 2)'],
    ],
    [
      'a paragraph below an item',
      '- one\n\n  two\n',
      ['one'],
      ['texts that may be criteria of a.md (1): two (line 4)'],
    ],
    ['a quote', '> one\n> two\n', [], ['texts that may be criteria of a.md (1): > one (line 2)']],
    ['code', '```gherkin\nGiven a\n\nThen b\n```\n', [], ['texts that may be criteria of a.md (1): Given a (line 3)']],
    [
      'no comment, rule, title or what leads to a list',
      'All of:\n\n- one\n\n<!-- a\nb\n-->\n\n### More\n\n---\n',
      ['one'],
      [],
    ],
    ['no place to fill in', '- [ ] \n- [ ] <!-- what? -->\n', [], []],
  ])('%s is taken or named', (_, text, criteria, left) => {
    expect(ofFile(`## Acceptance Criteria\n${text}`)).toMatchObject({ criteria, left })
  })

  // biome-ignore format: in one paragraph
  test.each([
    '## 3. Acceptance criteria', '## Acceptance Criteria:', '## ✅ Acceptance criteria (first)', '## AC', '### AC:',
    '**Acceptance Criteria**', '**Acceptance criteria:**', '__AC__:', 'Acceptance criteria:',
    'Acceptance criteria\n---', '## Akzeptanzkriterien', '## Critères d’acceptation',
  ])('%s begins one, which ends at the next such title', (title) => {
    expect(
      ofFile(`# A\n\n${title}\n\n- one\n- two\n\n${title.replace(/\p{L}.*\p{L}/u, 'Other')}\n\n- three\n`),
    ).toEqual({
      criteria: ['one', 'two'],
      left: [],
      title: 'A',
    })
  })

  test.each(['## AC adapter', '## Accept', '## Criteria', '**AC power**'])('%s begins none', (title) => {
    expect(ofFile(`# A\n\n- [ ] b\n\n${title}\n\n- one\n`).criteria).toEqual(['b'])
  })
})

test.each([
  ['beside boxes', '# A\n\n- [ ] one\n- two\n', ['one'], ['items without a box of a.md (1): two (line 4)']],
  [
    'in a text without criteria',
    '# A\n\n- one\n\n## B\n\n1. two\n',
    [],
    ['items without a box of a.md (2): one (line 3), two (line 7)'],
  ],
  [
    'that begins with the name of criteria',
    '# A\n\n- [ ] one\n\n## B\n\n- **Acceptance criteria**: two\n',
    ['one'],
    ['items without a box of a.md (1): **Acceptance criteria**: two (line 7)'],
  ],
  [
    'but a sentence that does',
    '# A\n\n**Acceptance criteria:** one.\n',
    [],
    ['texts that may be criteria of a.md (1): **Acceptance criteria:** one. (line 3)'],
  ],
  ['of another subject', '# A\n\n- [ ] one\n\n## B\n\n- two\n', ['one'], []],
])('an item without a box %s', (_, text, criteria, left) => {
  expect(ofFile(text)).toMatchObject({ criteria, left })
})

describe('tasks of OpenSpec', () => {
  test.each([
    ['a number without a box', '- [x] 1.3 a\n- 1.4 b\n', ['1.3 a', '1.4 b'], []],
    [
      'a box without a bullet, which begins a line',
      '- 1.4 b\n2.2 [ ] x\n  y\n- [ ] 2.3 c\n',
      ['1.4 b', '2.2 x y', '2.3 c'],
      ['What is no box in tasks.md is open here (1): [ ] 2.2 x y (line 2)'],
    ],
    ['an item beside them', '- [ ] 1.1 a\n- b\n', ['1.1 a'], ['items without a box of tasks.md (1): b (line 2)']],
  ])('%s', (_, tasks, criteria, left) => {
    expect(taken(fromOpenSpec('csv', { 'tasks.md': tasks }))).toMatchObject({ criteria, left })
  })
})

describe('a form of an issue', () => {
  const ofIssue = (text: string) =>
    taken(
      fromIssue({
        called: 'issue #12',
        url: 'https://github.com/acme/shop/issues/12',
        title: 'CSV',
        opened: { author: 'kim', time: '2026-08-20T15:30:00Z', text },
        comments: [],
        notes: [],
      }),
    )
  const asked = 'what a form asks its author of its text'
  test.each([
    ['Acceptance criteria', 'I have searched orders and see the documentation', 'taken'],
    ['Scenarios', 'I have searched orders and see the rows', 'taken'],
    ['Contribution', "Yes, I'd be willing to open a pull request", 'asked'],
    ['Are you willing to submit a PR?', 'Yes', 'asked'],
    ['Checklist', 'I have searched the issues', 'asked'],
  ])('under %s, “%s” is %s', (heading, text, what) => {
    const { criteria, left } = ofIssue(`### ${heading}\n\n- [ ] ${text}\n`)
    expect([criteria, left]).toEqual(
      what === 'taken' ? [[text], []] : [[], [expect.stringContaining(`${asked} (1): `)]],
    )
  })

  test('is decided for a section at once', () => {
    const text = "### More\n\n- [x] I have read the docs\n- [x] I'm on the latest version\n- [x] It is a bug\n"
    expect(ofIssue(text).left).toEqual([
      `${asked} (3): I have read the docs (line 3), I'm on the latest version (line 4), It is a bug (line 5)`,
    ])
  })
})

test('of many, the first are named, and all are counted with their lines', () => {
  const more = Array.from({ length: 11 }, (_, index) => `- [~] ${index}`)
  const { left } = ofFile(
    `- [~] a\n- [~] b\n- [~] c\n- [~] d\n- [~] e\n${more.slice(0, 9).join('\n')}\n- [ ] f\n${more.slice(9).join('\n')}\n`,
  )
  expect(left).toEqual([
    'What is no box in a.md is open here (16): [~] a (line 1), [~] b (line 2), [~] c (line 3), [~] d (line 4), [~] e (line 5) and 11 more (lines 6–14, 16, 17)',
  ])
})

describe('tasks of Task Master', () => {
  test.each<[what: string, list: unknown[], criteria: string[], left: string[]]>([
    ['one without an id has none', [{ id: 1, title: 'a' }, { title: 'b' }], ['1 a', 'b'], []],
    ['its subtasks have their own', [{ title: 'a', subtasks: [{ id: 1, title: 'b' }] }], ['1 b'], []],
    ['a text', ['Write docs', { id: 1, title: 'a' }], ['1 a'], ['entries that are no task (1): Write docs']],
    ['a text among subtasks', [{ id: 1, title: 'a', subtasks: ['b'] }], ['1 a'], ['entries that are no task (1): b']],
    [
      'one without anything',
      [{ priority: 'low' }, null],
      [],
      ['entries that are no task (2): {"priority":"low"}, null'],
    ],
    [
      'a field of another kind',
      [{ id: 1, title: 'a', details: ['b'], subtasks: 'c' }],
      ['1 a'],
      ['of its tasks: details, subtasks'],
    ],
  ])('%s', (_, list, criteria, left) => {
    expect(taken(fromTaskMaster(list, 'master'))).toMatchObject({ criteria, left })
  })
})

describe('a title in the front matter', () => {
  test.each(['[unclosed', '[a, b]', '{a: b}', '"unclosed', "'unclosed"])('%s is no text, and named', (said) => {
    expect(ofFile(`---\nid: 1\ntitle: ${said}\n---\n\n# Rows\n`)).toMatchObject({
      title: 'Rows',
      left: [`what is no text, as a title of a.md (1): ${said} (line 3)`],
    })
  })

  test.each(['[WIP] Rows', '"Rows" in EUR', "Rows aren't"])('%s is one', (said) => {
    expect(ofFile(`---\ntitle: ${said}\n---\n\n# Other\n`)).toMatchObject({ title: said, left: [] })
  })
})
