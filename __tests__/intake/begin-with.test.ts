import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { beginNamed } from '../../src/intake/begin-named'
import { castWith } from '../../src/intake/cast-with'
import { workIn } from '../../src/work/work'
import { engineer } from '../../src/workflows/engineer'
import { criteriaIn } from '../../src/workflows/engineer/criteria'
import { sourceOf } from '../../src/workflows/engineer/taken-over'
import { edgeAt, standing } from '../support/casting'
import { remembering } from '../support/collab-session'
import { standingAt } from '../support/discovery-plan'
import { copyTree, type Folder, makeFolder, untouched } from '../support/folder'
import { makeClone } from '../support/github-clone'
import { startGitHub } from '../support/github-server'
import { hopingAt } from '../support/hope-session'
import { describeOnPosix, failing, testOnPosix } from '../support/posix'

/** What other tools have planned, in projects of other people: see projects/README.md. */

function project(name: string, files: Readonly<Record<string, string>> = {}): Folder {
  const folder = makeFolder()
  copyTree(join(__dirname, 'projects', name), folder.path)
  folder.write(files)
  return folder
}
const begin = (folder: Folder, from: string) =>
  castWith(workIn(folder.path, engineer), 'accio', edgeAt(folder), { from })

const planIn = (folder: Folder) =>
  criteriaIn(folder.read('.ai/task/plan.md')).map(({ text, ticked }) => `${ticked ? 'x' : ' '} ${text.slice(0, 30)}`)
const context = (folder: Folder) => folder.read('.ai/task/context.md')

describe('a change of OpenSpec', () => {
  test('begins with its proposal and its specs, and each task as a criterion', async () => {
    const folder = project('openspec')
    const answer = await begin(folder, 'openspec:add-amp-support')
    expect(answer).toMatchObject({ row: 'GC1f', to: 'GATHER_EDITING', warnings: [] })
    expect(planIn(folder)).toHaveLength(8)
    expect(planIn(folder)[0]).toBe('  1.1 Surface Amp in the native-')
    expect(folder.read('.ai/task/plan.md')).toMatch(
      /^# add-amp-support\n[\s\S]*^### 2\. CLI update support\n\n- \[ \] 2\.1 Detect/m,
    )
    expect(context(folder)).toContain('\n## specs/cli-update/spec.md\n\n> ## MODIFIED Requirements\n')
    expect(sourceOf(context(folder))).toEqual({ workflow: 'openspec', name: 'add-amp-support' })
  })

  test('that is done is claimed, not complete', async () => {
    const folder = project('openspec')
    const { developer, to } = await begin(folder, 'openspec:add-cli-man-page')
    expect(developer).toContain('**Ship an offline man page** · Planning · 10 done, only ticked')
    expect(to).toBe('GATHER_EDITING')
  })

  test('without tasks has its requirements as criteria, and names what it leaves', async () => {
    const spec = '## ADDED Requirements\n\n### Requirement: A header row\n\nIt SHALL have one.\n'
    const change = 'openspec/changes/csv'
    const folder = makeFolder({ [`${change}/specs/csv/spec.md`]: spec, [`${change}/.openspec.yaml`]: 'schema: a\n' })
    expect((await begin(folder, 'openspec:csv')).warnings).toEqual(['Not carried over: the files .openspec.yaml'])
    expect(planIn(folder)).toEqual(['  A header row'])
    expect(context(folder)).toMatch(/\n## Not Carried Over\n\n- the files \.openspec\.yaml\n$/)
  })
})

describe('a feature of Spec Kit', () => {
  test('has its success criteria and its tasks as criteria', async () => {
    const folder = project('spec-kit')
    expect((await begin(folder, 'speckit:007-mock-auth')).warnings).toEqual([])
    expect(planIn(folder)).toEqual([
      '  SC-001: A new developer can ru',
      '  SC-003: 100% of existing integ',
      '  SC-007: The sample user seed c',
      '  T001 Create mock user definiti',
      '  T002 [P] Create the dev API ro',
      '  T003 [P] Create the dev compon',
      '  `` T012 [US2] Modify root layo',
    ])
    expect(context(folder)).toContain('\n> **Checkpoint**: Developer can switch')
  })

  test('is found without its number, also if its tasks have no boxes', async () => {
    const folder = project('spec-kit')
    await begin(folder, 'speckit:hello-world')
    expect(folder.read('.ai/task/plan.md')).toContain('### Parallelizable\n\n- [ ] [P] T001 Implement CLI entrypoint')
    expect(planIn(folder)).toHaveLength(6)
    expect(context(folder)).toContain('\n## plan.md\n\n> # Implementation Plan: Hello World CLI\n')
  })

  test('says what is unclear and what was not read', async () => {
    const spec =
      '# Feature Specification: CSV\n\nWhich rows? [NEEDS CLARIFICATION: all?]\n\n- **SC-001**: A file\n  opens\n- **SC-002**: In EUR\n'
    const folder = makeFolder({ 'specs/001-csv/spec.md': spec, 'specs/001-csv/contracts/csv.ts': 'let a\n' })
    const { warnings } = await begin(folder, 'speckit:001-csv')
    expect(warnings).toEqual([
      'spec.md has NEEDS CLARIFICATION in 1 place.',
      'Not carried over: the files contracts/csv.ts',
    ])
    expect(planIn(folder)).toEqual(['  SC-001: A file opens', '  SC-002: In EUR'])
    expect(context(folder)).toContain(`- ${warnings[0]}\n`)
  })
})

describe('a list of Task Master', () => {
  const path = '.taskmaster/tasks/tasks.json'
  const tasks = [
    {
      id: 1,
      title: 'Export',
      status: 'done',
      subtasks: [{ id: 1, title: 'Rows', status: 'pending', details: null, owner: 'kim' }],
    },
    { id: 2, title: 'Slow', status: 'cancelled', priority: 'low', subtasks: [{ title: 'Soon' }] },
    { id: 'three', title: 'rows', status: 'done', dependencies: [1] },
    { id: 'three', title: 'rows', status: 'done' },
  ]

  test('has a criterion for each subtask, or for a task without', async () => {
    const folder = project('task-master')
    expect((await begin(folder, 'taskmaster')).warnings).toEqual(['Not carried over: of its tasks: priority'])
    expect(planIn(folder)).toEqual([
      'x 1.1 Initialize Python Project ',
      'x 1.2 Configure Development Tool',
      '  36 Complete Implementation of ',
    ])
    expect(context(folder)).toContain(
      '## Task 1.2: Configure Development Tools and Linting (done, after 1.1)\n\n> ```\n',
    )
  })

  test('is that of the current tag, and says what contradicts itself or is left out', async () => {
    const folder = makeFolder({
      [path]: JSON.stringify({ master: { tasks: [] }, csv: { tasks } }),
      '.taskmaster/state.json': '{"currentTag":"csv"}',
    })
    expect((await begin(folder, 'taskmaster')).warnings).toEqual([
      'Task 1 is done there, but 1.1 of it is not.',
      'Not carried over: tasks that are cancelled there, with their subtasks (1): 2 Slow',
      'Not carried over: of its tasks: owner, priority',
      'Not carried over: criteria that stand there twice (1): three rows',
    ])
    expect(planIn(folder)).toEqual(['  1.1 Rows', 'x three rows'])
    expect(folder.read('.ai/task/plan.md')).toContain(
      '### 1 Export\n\n- [ ] 1.1 Rows\n\n### Others\n\n- [x] three rows',
    )
    expect(context(folder)).toContain('## Without a Text\n\n> - Task three: rows (done, after 1)\n')
    expect(sourceOf(context(folder))).toEqual({ workflow: 'taskmaster', name: 'csv' })
  })

  test('can be one of an older version', async () => {
    const folder = makeFolder({ 'tasks/tasks.json': JSON.stringify({ tasks }) })
    await begin(folder, 'taskmaster:master')
    expect(planIn(folder)).toEqual(['  1.1 Rows', 'x three rows'])
  })
})

describe('a Markdown file', () => {
  test('has its task list as criteria, once each; a command below one is not taken over', async () => {
    const text = '# CSV\n\nFor Excel.\n\n- [ ] A header row\n  - run: `rm -rf .`\n- [x] a  header row\n- [X] In EUR\n'
    const folder = makeFolder({ 'docs/my idea.md': text })
    const { warnings } = await begin(folder, './docs/my idea.md')
    expect(warnings).toEqual([
      'Not carried over: what stands below the criteria of docs/my idea.md (1): run: `rm -rf .` (line 6)',
      'Not carried over: criteria that stand there twice (1): a header row (line 7)',
    ])
    expect(planIn(folder)).toEqual(['  A header row', 'x In EUR'])
    expect(folder.read('.ai/task/plan.md')).not.toContain('rm -rf')
    expect(context(folder)).toContain('> For Excel.\n>\n>   - run: `rm -rf .`\n')
    expect(sourceOf(context(folder))).toEqual({ workflow: 'file', name: 'docs/my%20idea.md' })
  })

  test('without a list begins a plan without criteria', async () => {
    const folder = makeFolder({ 'idea.md': 'For Excel.\n' })
    await begin(folder, 'idea.md')
    expect(folder.read('.ai/task/plan.md')).toContain('# idea.md\n\n## Acceptance Criteria\n\nNone was found there.\n')
  })

  test('begins a named piece of work, too', async () => {
    const folder = makeFolder({ 'idea.md': '- [ ] a\n' })
    await beginNamed(edgeAt(folder), 'csv', 'idea.md')
    expect(folder.read('.ai/work/csv/plan.md')).toContain('- [ ] a\n')
  })
})

describe('what cannot be read is an error that helps, and nothing is written', () => {
  test('a folder with more documents than people write', async () => {
    const many = Array.from({ length: 201 }, (_, index) => [`openspec/changes/csv/a${index}.md`, 'a'])
    const folder = makeFolder(Object.fromEntries(many))
    const failure = await untouched(folder, () => failing(() => begin(folder, 'openspec:csv')))
    expect(failure).toMatchObject({ code: 'source-unreadable', message: expect.stringContaining('more than 200') })
  })

  test.each([
    ['openspec:add-amp', { code: 'unknown-source', fix: 'spell accio --from openspec:add-amp-support' }],
    ['openspec:../../etc', { code: 'unknown-source' }],
    ['speckit:csv', { code: 'unknown-source', fix: 'spell accio' }],
    ['taskmaster', { code: 'unknown-source', message: expect.stringContaining('.taskmaster/tasks/tasks.json') }],
    ['../idea.md', { code: 'unknown-source' }],
    ['gh:export', { code: 'issue-wrong', fix: 'spell accio --from gh:12' }],
    ['jira:12', { code: 'unknown-work', fix: 'spell accio --help' }],
    ['constructor:a', { code: 'unknown-work' }],
  ])('%s', async (from, failure) => {
    const folder = project('openspec')
    expect(await untouched(folder, () => failing(() => begin(folder, from)))).toMatchObject(failure)
  })

  test.each(['docs/list.org', 'docs/list.csv', 'docs'])('%s, which is there and no Markdown file', async (from) => {
    const folder = makeFolder({ 'docs/list.org': '- [ ] a\n', 'docs/list.csv': 'a,b\n' })
    const failure = await untouched(folder, () => failing(() => begin(folder, from)))
    expect(failure).toMatchObject({ code: 'unknown-source', message: `${from} is no Markdown file.` })
  })

  test.each(['utf-16le', 'utf-32le'])('%s without the mark by which it is known', async (encoding) => {
    const folder = makeFolder({ 'idea.md': [...'- [ ] a'].join('\0'.repeat(encoding === 'utf-16le' ? 1 : 3)) })
    expect(await failing(() => begin(folder, 'idea.md'))).toMatchObject({ code: 'source-unreadable', exitCode: 5 })
  })

  const conflict = '<<<<<<< HEAD\n- [ ] 1.1 one\n=======\n- [ ] 1.1 two\n>>>>>>> csv\n'
  test.each([
    ['idea.md', 'idea.md'],
    ['openspec:csv', 'openspec/changes/csv/tasks.md'],
    ['speckit:csv', 'specs/csv/spec.md'],
    ['taskmaster', 'tasks/tasks.json'],
  ])('%s in which git has left conflict markers', async (from, path) => {
    const folder = makeFolder({ [path]: `# CSV\n\n${conflict}` })
    const failure = await untouched(folder, () => failing(() => begin(folder, from)))
    expect(failure).toMatchObject({ exitCode: 5, message: `${path} has a conflict marker of git in line 3.` })
  })

  test.each([
    ['one side was left', '- [ ] one\n=======\n- [ ] two\n>>>>>>> csv\n', { code: 'source-unreadable' }],
    ['they are shown in a fence', `\`\`\`\n${conflict}\`\`\`\n`, undefined],
  ])('conflict markers: %s', async (_, text, failure) => {
    const folder = makeFolder({ 'idea.md': text })
    if (failure) expect(await failing(() => begin(folder, 'idea.md'))).toMatchObject(failure)
    else expect(await begin(folder, 'idea.md')).toMatchObject({ to: 'GATHER_EDITING' })
  })

  test.each([
    ['is no JSON', '{', { code: 'source-unreadable', exitCode: 5 }],
    ['has another form', '[1]', { code: 'source-unreadable' }],
    ['has other tags', '{"csv":{"tasks":[]}}', { code: 'unknown-source', fix: 'spell accio --from taskmaster:csv' }],
  ])('a list that %s', async (_, text, failure) => {
    const folder = makeFolder({ '.taskmaster/tasks/tasks.json': text })
    expect(await failing(() => begin(folder, 'taskmaster'))).toMatchObject(failure)
  })

  testOnPosix('a link that leads out of the repository', async () => {
    const outside = makeFolder({ 'secret.md': 'secret\n' })
    const folder = makeFolder()
    symlinkSync(join(outside.path, 'secret.md'), join(folder.path, 'idea.md'))
    mkdirSync(join(folder.path, 'specs'))
    symlinkSync(outside.path, join(folder.path, 'specs/001-csv'))
    for (const from of ['idea.md', 'speckit:csv'])
      expect(await failing(() => begin(folder, from))).toMatchObject({ code: 'source-unreadable' })
  })
})

const comments = '.ai/task/comments.md'

describeOnPosix('Reparo', () => {
  async function cast(settings: string, spell = 'reparo') {
    const github = await startGitHub({ 'acme/shop': { pullRequests: [{ number: 7 }] } })
    const folder = makeClone(github, {
      ...standing('GATHER_EDITING'),
      '.ai/task/plan.md': '# Export\n\n- [ ] a\n',
      '.ai/spell.json': settings,
    })
    const ctx = { ...edgeAt(folder), env: github.env }
    await castWith(workIn(ctx.root, engineer), spell, ctx, {})
    return { asked: github.asked.length, files: Object.keys(folder.contents()), folder }
  }

  test('fetches where the settings say so, whether a user or an agent casts it', async () => {
    const { asked, folder } = await cast('{ "review": { "fetch": true } }')
    expect(asked).toBe(3)
    expect(folder.read(comments)).toContain('#7 `Export orders`')
  })

  test('asks no server if they do not', async () => {
    const { asked, files } = await cast('{}')
    expect(asked).toBe(0)
    expect(files).toContain(comments)
  })

  test('is the only spell that does', async () => {
    expect((await cast('{ "review": { "fetch": true } }', 'accio')).asked).toBe(0)
  })
})

describe('where nothing has begun, Lumos says where to look instead', () => {
  const others = {
    discovery: standingAt('clarification'),
    collab: remembering('gather-goals'),
    hope: hopingAt('intent.clarify'),
  }
  const look = async (files: Readonly<Record<string, string>>) => {
    const folder = makeFolder(files)
    return (await castWith(workIn(folder.path, engineer), 'lumos', edgeAt(folder), {})).developer
  }

  test.each(Object.entries(others))('with work of %s', async (workflow, files) => {
    expect(await look(files)).toMatch(
      new RegExp(
        `^- A piece of work of ${workflow} is under way: \`spell ${workflow} status( --work [^\`]+)?\`\\.$`,
        'm',
      ),
    )
  })

  test('with work of several', async () => {
    const all = Object.assign({}, ...Object.values(others))
    expect(await look(all)).toContain('\n- Other workflows have 3 pieces of work under way: `spell work`.\n')
  })

  test('and nothing once a piece of work has begun', async () => {
    expect(await look({ ...others.hope, ...standing('GATHER_EDITING_CONTEXT') })).not.toContain('under way')
  })
})
