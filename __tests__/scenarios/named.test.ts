import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { engineer } from '../../src/flows/engineer'
import { criteriaIn } from '../../src/flows/engineer/criteria'
import { file } from '../../src/flows/engineer/files'
import { loadSettings } from '../../src/settings/settings'
import { castWith } from '../../src/steps/cast-with'
import { lookAtOwn } from '../../src/work/own/read-own'
import { workIn } from '../../src/work/work'
import { castIn, edgeAt, folderWith } from '../support/casting'
import { examine } from '../support/doctoring'
import { type Folder, makeFolder, untouched } from '../support/folder'
import { failing } from '../support/posix'

// What looks like a box, a criterion, a title, a decision or a text, and is not understood, is named: it is never absent.

const now = new Date('2026-08-20T15:30:00Z')
const begin = (folder: Folder, from: string, cwd = folder.path) =>
  castWith(workIn(folder.path, engineer), 'accio', { ...edgeAt(folder), cwd }, { from })
const planOf = (folder: Folder) =>
  criteriaIn(folder.read(file.plan)).map(({ text, ticked }) => `${ticked ? 'x' : ' '} ${text}`)
const titleOf = (folder: Folder) => folder.read(file.plan).split('\n')[0]
const found = (folder: Folder) => examine({ root: folder.path, workflow: engineer, env: {}, now })

describe('in a plan', () => {
  const plan = (...lines: string[]) => ['# Search', '', '- [x] The index is built', ...lines, ''].join('\n')

  test.each([
    ['[~]', '- [~] Typos are tolerated'],
    ['[]', '- [] Typos are tolerated'],
    ['[ x]', '- [ x] Typos are tolerated'],
    ['[✅]', '- [✅] Typos are tolerated'],
    ['[deferred]', '- [deferred] Typos are tolerated'],
    ['[ ]', '- [ ]Typos are tolerated'],
    ['-[ ]', '-[ ] Typos are tolerated'],
    ['☐', '- ☐ Typos are tolerated'],
    ['\\[ \\]', '- \\[ \\] Typos are tolerated'],
    ['• [ ]', '• [ ] Typos are tolerated'],
    ['### [ ]', '\n### [ ] Typos are tolerated'],
    ['| [ ]', '\n| [ ] Typos are tolerated'],
  ])('%s keeps the work open, and Accio, check and doctor name its line', async (sign, line) => {
    const text = plan(line)
    const at = text.split('\n').findIndex((each) => each.includes('Typos')) + 1
    const folder = folderWith('ACHIEVE_TASK_DRAFTING', { context: '# C\n', plan: text })
    const { to, warnings } = await castIn(folder, 'accio')
    expect(to).not.toBe('ACHIEVE_COMPLETE')
    const message = `\`${sign}\` is not read as a box, so this is open.`
    const [named = ''] = warnings
    expect(named).toContain(`.ai/task/plan.md line ${at}: ${message} For example: - [ ] Typos are tolerated`)
    expect(await found(folder)).toContainEqual({
      code: 'plan-not-understood',
      where: '.ai/task/plan.md',
      line: at,
      message,
      fix: expect.stringContaining('Typos are tolerated'),
    })
  })

  test.each([
    ['- expect: stderr contains `410`', '`expect:` is not understood'],
    ['- expect: exit 300', 'an exit code from 0 to 255'],
    ['- Expect: exit 2', '`Expect:` is written `expect:`'],
    ['- expects: exit 2', 'This is written `expect:`'],
    ['- within: soon', 'seconds or minutes'],
    ['- in: `../other`', 'inside the repository'],
    ['- red: always', 'can only be `first`'],
  ])('%s is named wherever the plan is', async (item, message) => {
    const text = plan('- [ ] It says so', '  - run: `npm test`', `  ${item}`)
    for (const state of ['GATHER_EDITING', 'ACHIEVE_TASK_DRAFTING', 'ACHIEVE_TASK_EXECUTED'] as const) {
      const folder = folderWith(state, { context: '# C\n', plan: text, task: '# Task\n\nDo it.\n' })
      for (const spell of ['lumos', 'accio'] as const) {
        const { warnings } = await castIn(folder, spell)
        expect([state, spell, warnings]).toEqual([
          state,
          spell,
          expect.arrayContaining([expect.stringContaining(message)]),
        ])
      }
      const [fault] = (await found(folder)).filter(({ code }) => code === 'plan-not-understood')
      expect(fault).toMatchObject({ line: 6, message: expect.stringContaining(message) })
    }
  })

  test('a plan that is understood has no such finding', async () => {
    const text = plan(
      '- [ ] It says so',
      '  - run: `npm test`',
      '  - expect: exit 2',
      '',
      '[1]: a.md',
      '- [a link](a.md)',
    )
    const folder = folderWith('GATHER_EDITING', { context: '# C\n', plan: text })
    expect((await found(folder)).filter(({ code }) => code === 'plan-not-understood')).toEqual([])
  })
})

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
      ['What is no box in idea.md is open here: `[~]` 1.2 Typos.'],
    ],
    [
      'the same words under two headings',
      '## Backend\n\n- [x] Tests\n\n## Web\n\n- [ ] Tests\n',
      ['x Tests', '  Tests'],
      [],
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
      ['Not carried over: criteria that stand there twice: tests'],
    ],
    [
      'boxes in a quote, a table and a task list of GitHub',
      '- [ ] a\n\n> - [ ] b\n\n| Done | What |\n|---|---|\n| x | [ ] c |\n| d | [x] |\n\n```[tasklist]\n- [ ] e\n```\n',
      ['  a'],
      [
        'Not carried over: boxes in quotes, tables and code of idea.md (4): > - [ ] b, `| x | [ ] c |`, `| d | [x] |`, - [ ] e',
      ],
    ],
    [
      'numbered criteria of a story beside its tasks',
      '# Story\n\n## Acceptance Criteria\n\n1. Rows are shown,\n   one each\n2. In EUR\n\n## Tasks\n\n- [ ] Write it (AC: 1)\n',
      ['  Rows are shown, one each', '  In EUR', '  Write it (AC: 1)'],
      [],
    ],
    ['a definition of done', '# A\n\n## Definition of Done\n\n* Released\n', ['  Released'], []],
    [
      'boxes among the criteria of a story, which are those then',
      '## Acceptance criteria\n\nThe list:\n\n- [ ] a\n- see b\n',
      ['  a'],
      [],
    ],
    [
      'criteria in prose',
      '# A\n\n## Acceptance Criteria\n\nGiven rows, when exported, then there is a file.\n',
      [],
      ['Not carried over: sections without a box or a list of idea.md (1): Acceptance Criteria'],
    ],
    ['an empty section of criteria', '# A\n\n## Acceptance Criteria\n\n<!-- none -->\n\n## B\n\nc\n', [], []],
  ])('%s', async (_, text, criteria, warnings) => {
    expect(await from(text)).toMatchObject({ criteria, warnings })
  })

  test.each([
    [
      'that of the front matter',
      "---\nid: 7\ntitle: 'CLI: it''s --type'\n---\n\n## Description\n\na\n",
      "# CLI: it's --type",
    ],
    ['one with a colon, which is no YAML', '---\ntitle: CLI: Add --type\n---\n\n## Description\n', '# CLI: Add --type'],
    ['one in a block', '---\ntitle: >-\n  Add\n  the flag\n---\n\n# Old\n', '# Add the flag'],
    ['no heading that all have', '## Description\n\na\n\n## Rows in EUR\n\nb\n', '# Rows in EUR'],
    ['no comment in code', '```sh\n# install\n```\n\n# Rows\n', '# Rows'],
    ['no comment of the front matter', '---\n# by hand\nid: 7\n---\n\n# Rows\n', '# Rows'],
    ['one that is underlined', 'Rows\n====\n\n- [ ] a\n', '# Rows'],
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
    ['specs/core/001-audio', 'speckit:001-audio'],
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

describe('a text that is not UTF-8', () => {
  const latin = Buffer.from('# Gr\xfc\xdfe\n\n- [ ] a\n', 'latin1')
  const wide = (bytes: number[], text: Buffer) => Buffer.concat([Buffer.from(bytes), text])
  const little = wide([0xff, 0xfe], Buffer.from('# Grüße\n\n- [ ] a\n', 'utf16le'))
  const big = wide([0xfe, 0xff], Buffer.from('# Grüße\n\n- [ ] a\n', 'utf16le').swap16())
  const put = (folder: Folder, path: string, bytes: Buffer) => {
    folder.write({ [path]: '' })
    writeFileSync(join(folder.path, path), bytes)
  }
  const refusal = { exitCode: 5, code: 'not-utf8' }

  test.each([
    ['UTF-16 of PowerShell', little],
    ['UTF-16 with its bytes in order', big],
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

  test.each([file.context, file.plan, file.task, file.comments])('%s is refused, and check names it', async (path) => {
    for (const bytes of [latin, little]) {
      const folder = folderWith('GATHER_EDITING', { context: '# C\n', plan: '# P\n\n- [ ] a\n' })
      put(folder, path, bytes)
      for (const spell of ['accio', 'lumos'] as const)
        expect(await failing(() => castIn(folder, spell))).toMatchObject({
          ...refusal,
          message: `${path} is not UTF-8.`,
        })
      expect(await found(folder)).toContainEqual(expect.objectContaining({ code: 'file-unreadable', where: path }))
    }
  })

  test('settings and workflows are refused as well', async () => {
    const folder = makeFolder()
    put(folder, '.ai/spell.json', Buffer.from('{"version": 1, "x": "\xfc"}', 'latin1'))
    expect(await failing(() => loadSettings(folder.path, {}))).toMatchObject(refusal)
    put(folder, '.ai/workflows/rfc.yaml', Buffer.from('workflow: rfc # \xfc\n', 'latin1'))
    expect(lookAtOwn(folder.path, 'rfc')).toMatchObject({
      faults: [{ message: '.ai/workflows/rfc.yaml is not UTF-8' }],
    })
  })
})

describe('a decision in a review', () => {
  const entries =
    '# Review Comments\n\n## Threads\n\n### c1 · open · `a.ts:1`\n\n> Why?\n\n### c2 · open · `b.ts:2`\n\n> And this?\n'
  const accio = async (comments: string) => {
    const folder = folderWith('PR_GATHERING_COMMENTS_G', { context: '# C\n', plan: '# P\n\n- [ ] a\n', comments })
    const { warnings } = await castWith(workIn(folder.path, engineer), 'accio', edgeAt(folder), {})
    return warnings
  }

  test.each([
    '## Decisions\n\n- c1: do it\n- c2: "wontfix".\n',
    '## Decisions\n\n- **c1**: do it\n- c2: wontfix (the developer)\n',
    '## Decisions\n\n* `c1` – do it,\n  and quickly\n\n- c2: no\n',
    '**Decision** (c2): no\n\n## Decisions\n\n- c1: do it\n',
    '**Decision**: no\n\n## Decisions\n\n- c1: do it\n',
    '- **Decision:** no\n\n## Decisions\n\n- c1: do it\n',
  ])('is read as people write it: %j', async (text) => {
    expect(await accio(`${entries}\n${text}`)).toEqual([])
  })

  test('that is missing is named, and one that is on no comment, and what is no comment', async () => {
    expect(await accio(`${entries}\n## Decisions\n\n- c2: no\n`)).toEqual([
      'Without a decision in .ai/task/comments.md: c1.',
    ])
    expect(await accio(`${entries}\n## Decisions\n\nAll fine\n- c7: no\n`)).toEqual([
      'Without a decision in .ai/task/comments.md: c1, c2.',
      '.ai/task/comments.md line 15, 16: this is a decision on no comment of the file. For example: `- c1: wontfix`',
    ])
    expect(await accio('# Review Comments\n\n### First one\n\n> Why?\n')).toEqual([
      '.ai/task/comments.md has no comment that is read: one begins `### c1 · open`.',
    ])
  })
})
