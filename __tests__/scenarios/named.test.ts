import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { castWith } from '../../src/intake/cast-with'
import { lookAtOwn } from '../../src/work/own/read-own'
import { loadSettings } from '../../src/work/settings/settings'
import { workIn } from '../../src/work/work'
import { engineer } from '../../src/workflows/engineer'
import { file } from '../../src/workflows/engineer/files'
import { castIn, edgeAt, folderWith } from '../support/casting'
import { examine } from '../support/doctoring'
import { type Folder, makeFolder } from '../support/folder'
import { failing } from '../support/posix'

// What looks like a box, a criterion, a title, a decision or a text, and is not understood, is named: it is never absent.

const now = new Date('2026-08-20T15:30:00Z')
const found = (folder: Folder) => examine({ root: folder.path, workflow: engineer, env: {}, now })

describe('in a plan', () => {
  const plan = (...lines: string[]) => ['# Search', '', '- [x] The index is built', ...lines, ''].join('\n')

  // Every sign: task-items.meant.test.ts; every place: criterion.formatted.test.ts; every fault: criterion.test.ts.
  test.each([
    ['a box with another sign', ['- [~] Typos are tolerated'], '`[~]` is not read as a box, so this is open.'],
    [
      'a box too far in',
      ['', 'Also:', '    - [ ] Typos are tolerated'],
      '`- [ ]` goes on with the text above, so this is open.',
    ],
    ['an item beside its criterion', ['- run: `false`'], 'an item of its criterion is indented by 2 spaces.'],
    [
      'an item that is none',
      ['- [ ] It says so', '  - run: `npm test`', '  - expect: stderr contains `410`'],
      '`expect:` is not understood',
    ],
  ])('%s keeps the work open, and spells and check name its line', async (_, lines, message) => {
    const text = plan(...lines)
    const line = text.trimEnd().split('\n').length
    for (const state of ['GATHER_EDITING', 'ACHIEVE_TASK_DRAFTING', 'ACHIEVE_TASK_EXECUTED'] as const) {
      const folder = folderWith(state, { context: '# C\n', plan: text, task: '# Task\n\nDo it.\n' })
      for (const spell of ['lumos', 'accio'] as const) {
        const { to, warnings } = await castIn(folder, spell)
        expect(to).not.toBe('ACHIEVE_COMPLETE')
        const said = warnings.find((warning) => warning.startsWith(`.ai/task/plan.md line ${line}: `))
        expect([state, spell, said]).toEqual([state, spell, expect.stringContaining(message)])
      }
      expect(await found(folder)).toContainEqual(
        expect.objectContaining({ code: 'plan-not-understood', line, message: expect.stringContaining(message) }),
      )
    }
  })

  test.each([
    ['- [ ] a\n  - run: `b`\n  - expect: stdout contains `pass 1`', 5, 'weak: `pass 1` is also in `pass 10`'],
    ...['`npm test` passes', 'a (`npm test`)', 'a: `npm test`', 'a, shown by `npm test`.'].map(
      (text): [string, number, string] => [`- [ ] ${text}`, 4, '`npm test` is not run'],
    ),
  ])(
    'the agent is told what may show nothing while the plan can change, and then no more: %j',
    async (line, at, said) => {
      const folder = folderWith('GATHER_EDITING', { context: '# C\n', plan: plan(line) })
      for (const spell of ['lumos', 'accio'] as const)
        expect((await castIn(folder, spell)).ai).toContain(`.ai/task/plan.md line ${at}: ${said}`)
      expect((await castIn(folder, 'lumos')).ai).not.toContain(said)
    },
  )

  test.each(['a `npm test`', 'a (`b`)', 'a: `orders --csv`', '`npm test` prints `a`'])(
    'a text with code shows no less: %j',
    async (text) => {
      const folder = folderWith('GATHER_EDITING', { context: '# C\n', plan: plan(`- [ ] ${text}`) })
      expect((await castIn(folder, 'lumos')).ai).not.toContain('is not run')
    },
  )

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

test.each(['.ai/plan-guide.md', '.ai/task-guide.md'])(
  'a merge that is not settled in %s is named where it is read next, and found',
  async (path) => {
    const folder = folderWith('GATHER_EDITING', { context: '# C\n', plan: '# P\n\n- [ ] a\n' })
    folder.write({ [path]: '# Guide\n\n<<<<<<< HEAD\nShort.\n=======\nLong.\n>>>>>>> b\n' })
    for (const spell of ['lumos', 'accio'] as const)
      expect((await castIn(folder, spell)).warnings).toContain(
        `git has left conflict markers in ${path}. Run \`spell doctor\`.`,
      )
    expect(await found(folder)).toContainEqual(
      expect.objectContaining({ code: 'merge-conflict', where: path, line: 3 }),
    )
  },
)

describe('the name of a task', () => {
  test.each([
    ['---\ntask-name: header-row\n---\n', 2],
    ['---\ntask_name: header-row\n', 2],
    ['---\ntask_name: header-row\ntask_name: first-row\n---\n', 3],
  ])('%j is named when it is read, with its line', async (head, line) => {
    const task = `${head}\n# Task\n\nDo it.\n`
    const folder = folderWith('ACHIEVE_TASK_DRAFTING', { context: '# C\n', plan: '# P\n\n- [ ] a\n', task })
    for (const spell of ['lumos', 'accio'] as const) {
      const { warnings } = await castIn(folder, spell)
      expect([spell, warnings]).toEqual([spell, [expect.stringContaining(`.ai/task/task.md line ${line}: `)]])
    }
    expect(await found(folder)).toContainEqual(
      expect.objectContaining({ code: 'plan-not-understood', where: '.ai/task/task.md', line }),
    )
  })
})

describe('a text that is not UTF-8', () => {
  const latin = Buffer.from('# Gr\xfc\xdfe\n\n- [ ] a\n', 'latin1')
  const little = Buffer.from('\uFEFF# Grüße\n\n- [ ] a\n', 'utf16le')
  const encodings = [latin, little, little.subarray(2), Buffer.from(little.subarray(2)).swap16()]
  const put = (folder: Folder, path: string, bytes: Buffer) => {
    folder.write({ [path]: '' })
    writeFileSync(join(folder.path, path), bytes)
  }
  const refusal = { exitCode: 5, code: 'other-encoding' }

  test.each([file.context, file.plan, file.task, file.comments])('%s is refused, and check names it', async (path) => {
    for (const bytes of encodings) {
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

  test.each([
    ['ACHIEVE_TASK_EXECUTED', file.results],
    ['PR_APPLIED_PENDING_ARCHIVE_A', file.reviewResults],
  ] as const)('in %s, %s is archived as it is, and named', async (state, path) => {
    for (const bytes of encodings) {
      const folder = folderWith(state, { context: '# C\n', plan: '# P\n\n- [ ] a\n' })
      put(folder, path, bytes)
      const { files, warnings } = await castIn(folder, 'accio')
      expect(warnings).toContain(`${path} is not UTF-8.`)
      const kept = files.moved.find(({ from }) => from === path)?.to ?? ''
      expect(readFileSync(join(folder.path, kept))).toEqual(bytes)
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
