import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { castWith } from '../../src/intake/cast-with'
import { documentsOf } from '../../src/intake/imported'
import { fromIssue } from '../../src/intake/issue'
import { workIn } from '../../src/work/work'
import { engineer } from '../../src/workflows/engineer'
import { criteriaIn } from '../../src/workflows/engineer/criteria'
import { file } from '../../src/workflows/engineer/files'
import { edgeAt } from '../support/casting'
import { type Folder, makeFolder, untouched } from '../support/folder'
import { failing } from '../support/posix'

// What looks like a box, a criterion, a title or a text is read or named, whatever the work begins with.

const begin = (folder: Folder, from: string, cwd = folder.path) =>
  castWith(workIn(folder.path, engineer), 'accio', { ...edgeAt(folder), cwd }, { from })
const criteriaOf = (plan: string) => criteriaIn(plan).map(({ text, ticked }) => `${ticked ? 'x' : ' '} ${text}`)
const planOf = (folder: Folder) => criteriaOf(folder.read(file.plan))
const titleOf = (folder: Folder) => folder.read(file.plan).split('\n')[0]

describe('in a file to begin with', () => {
  const from = async (text: string) => {
    const folder = makeFolder({ 'idea.md': text })
    const { warnings } = await begin(folder, 'idea.md')
    return { criteria: planOf(folder), title: titleOf(folder), warnings }
  }

  test.each<[what: string, text: string, criteria: string[], warnings: string[]]>([
    [
      'a deferred box',
      '- [x] 1.1 Built\n- [~] 1.2 Typos\n',
      ['x 1.1 Built', '  1.2 Typos'],
      ['What is no box in idea.md is open here (1): [~] 1.2 Typos (line 2)'],
    ],
    [
      'the same words under two headings of the same words',
      '# A\n\n## Steps\n\n- [x] Tests\n\n# B\n\n## Steps\n\n- [ ] Tests\n',
      ['x Tests', '  Tests'],
      [],
    ],
    [
      'a box that stands there twice',
      '- [x] Tests\n- [ ] tests\n',
      ['  Tests'],
      ['Not carried over: criteria that stand there twice (1): tests (line 2)'],
    ],
    [
      'boxes in a quote, a table and a task list of GitHub',
      '- [ ] a\n\n> - [ ] b\n\n| Done | What |\n|---|---|\n| x | [ ] c |\n| d | [x] |\n\n```[tasklist]\n- [ ] e\n```\n',
      ['  a', '  x · c', '  d'],
      [
        'What is no box in idea.md is open here (2): [ ] x · c (line 7), [x] d (line 8)',
        'Not carried over: boxes in quotes and code of idea.md (2): > - [ ] b (line 3), - [ ] e (line 11)',
      ],
    ],
    [
      'numbered criteria of a story beside its tasks',
      '# Story\n\n## Acceptance Criteria\n\n1. Rows are shown,\n   one each\n2. In EUR\n\n## Tasks\n\n- [ ] Write it (AC: 1)\n',
      ['  Rows are shown, one each', '  In EUR', '  Write it (AC: 1)'],
      [],
    ],
  ])('%s', async (_, text, criteria, warnings) => {
    expect(await from(text)).toMatchObject({ criteria, warnings })
  })

  test.each([
    [
      'that of the front matter',
      "---\nid: 7\ntitle: 'CLI: it''s --type'\n---\n\n## Description\n\na\n",
      "# CLI: it's --type",
    ],
    ['one in a block', '---\ntitle: >-\n  Add\n  the flag\n---\n\n# Old\n', '# Add the flag'],
    ['no heading that all have', '## Description\n\na\n\n## Rows in EUR\n\nb\n', '# Rows in EUR'],
    ['no comment of the front matter', '---\n# by hand\nid: 7\n---\n\n# Rows\n', '# Rows'],
    ['no heading of criteria', '## AC\n\n- a\n\n## Rows\n', '# Rows'],
    ['the name of the file, if all have the others', '## Summary\n\na\n\n## Tasks\n\n- [ ] a\n', '# idea.md'],
  ])('the title is %s', async (_, text, title) => {
    expect((await from(text)).title).toBe(title)
  })

  test('its path counts from the folder one is in, then from the root; an absolute one inside is taken', async () => {
    const files = {
      'docs/idea.md': '# Of the root\n',
      'packages/api/docs/idea.md': '# Of the package\n',
      'b.md': '# B\n',
    }
    for (const [path, title] of [
      ['docs/idea.md', '# Of the package'],
      ['./docs/idea.md', '# Of the package'],
      ['../../docs/idea.md', '# Of the root'],
      ['b.md', '# B'],
    ] as const) {
      const folder = makeFolder(files)
      await begin(folder, path, join(folder.path, 'packages/api'))
      expect([path, titleOf(folder)]).toEqual([path, title])
    }
    const folder = makeFolder(files)
    await begin(folder, join(folder.path, 'docs/idea.md'))
    expect(titleOf(folder)).toBe('# Of the root')
    const outside = join(makeFolder(files).path, 'b.md')
    const other = makeFolder()
    expect(await failing(() => begin(other, outside))).toMatchObject({ code: 'unknown-source' })
  })
})

describe('in a feature of Spec Kit', () => {
  const spec = `# Feature Specification: Audio

1. **Given** a file, **When** it plays, **Then** it sounds

- **SC-001**: Sound starts
- **SC-002 (no gaps)**: Nothing is heard twice
- **SC-003** (governing): No mixer is left
- **SC-004** — The meter shows **peaks**
* SC-005a: Plain
1. **SC-006.** Numbered
### SC-007: In a heading

| SC-008 | in a table |
`
  test.each([
    ['specs/001-audio', 'speckit:001-audio'],
    ['.specify/specs/001-audio', 'speckit:audio'],
    ['specs/core/001-audio', 'speckit:core/001-audio'],
  ])('each success criterion counts or is named: %s as %s', async (path, name) => {
    const folder = makeFolder({ [`${path}/spec.md`]: spec, [`${path}/tasks.md`]: '- [ ] T001 Mix\n' })
    const { warnings } = await begin(folder, name)
    expect(planOf(folder)).toEqual([
      '  SC-001: Sound starts',
      '  SC-002 (no gaps): Nothing is heard twice',
      '  SC-003 (governing): No mixer is left',
      '  SC-004 — The meter shows **peaks**',
      '  SC-005a: Plain',
      '  SC-006. Numbered',
      '  SC-007: In a heading',
      '  T001 Mix',
    ])
    expect(warnings).toEqual([
      'Not carried over: what spec.md says of SC-008, which begins no item',
      'Not carried over: the acceptance scenarios of spec.md (1), which are only quoted',
    ])
  })

  test('a folder that only groups features is none', async () => {
    const folder = makeFolder({ 'specs/core/002-billing/spec.md': '# B\n' })
    const failure = await failing(() => begin(folder, 'speckit:core'))
    expect(failure).toMatchObject({ code: 'unknown-source' })
  })
})

describe('in an issue', () => {
  const from = (text: string) => {
    const opened = { author: 'kim', time: '2026-08-20T15:30:00Z', text }
    const issue = { called: 'issue #12', url: 'https://github.com/acme/shop/issues/12', title: 'CSV', opened }
    const { documents, warnings } = documentsOf(fromIssue({ ...issue, comments: [], notes: [] }), 'it', ['gh', 'a'])
    return { criteria: criteriaOf(documents.plan), warnings, context: documents.context }
  }

  test('boxes stand under their headings, so that the same words stay two; other signs are named', () => {
    const { criteria, warnings } = from('## Web\n\n- [ ] Tests\n\n## Api\n\n- [-] Tests\n')
    expect(criteria).toEqual(['  Tests', '  Tests'])
    expect(warnings).toEqual(['What is no box in its text is open here (1): [-] Tests (line 7)'])
  })
})

describe('a text that is not UTF-8', () => {
  const latin = Buffer.from('# Gr\xfc\xdfe\n\n- [ ] a\n', 'latin1')
  const little = Buffer.from('\uFEFF# Grüße\n\n- [ ] a\n', 'utf16le')
  const put = (folder: Folder, path: string, bytes: Buffer) => {
    folder.write({ [path]: '' })
    writeFileSync(join(folder.path, path), bytes)
  }
  const refusal = { exitCode: 5, code: 'other-encoding' }

  test.each([
    ['UTF-16 of PowerShell', little],
    ['UTF-8 with a mark', Buffer.from('\uFEFF# Grüße\n\n- [ ] a\n')],
    ['UTF-8 that has the sign of what cannot be read', Buffer.from('# Grüße\n\n- [ ] a\n\n\uFFFD\n')],
  ])('to begin with: %s is read', async (_, bytes) => {
    const folder = makeFolder()
    put(folder, 'idea.md', bytes)
    await begin(folder, 'idea.md')
    expect([titleOf(folder), planOf(folder)]).toEqual(['# Grüße', ['  a']])
  })

  test.each(['idea.md', 'openspec/changes/csv/proposal.md', 'specs/001-csv/spec.md', 'tasks/tasks.json'])(
    'to begin with: %s is refused',
    async (path) => {
      const folder = makeFolder()
      put(folder, path, latin)
      const from = { i: path, o: 'openspec:csv', s: 'speckit:csv', t: 'taskmaster' }[path[0] as 'i']
      expect(await untouched(folder, () => failing(() => begin(folder, from)))).toMatchObject(refusal)
    },
  )
})
