import { join } from 'node:path'
import { workflows } from '../../src/workflows/registry'
import { makeBranch } from '../support/branch-folders'
import { standing, work } from '../support/casting'
import { makeFolder, makeRepository } from '../support/folder'
import { commitAll, gitIn } from '../support/git'
import { spellHere } from '../support/packed-program'

const names = workflows.map(({ name }) => name)
const asData = (repository: { path: string }, env = {}, ...more: string[]) =>
  JSON.parse(spellHere(repository.path, ['work', '--json', ...more], { env }).stdout)
const listed = (repository: { path: string }, env = {}) => asData(repository, env).workflows

test('if nothing is under way it says how to begin, and how another workflow does', () => {
  const { exitCode, stdout, stderr } = spellHere(makeRepository().path, ['work'])
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
  const [first, ...others] = workflows.map(({ begin }) => `\`${begin}\``)
  expect(stdout).toBe(`Nothing is under way here. Begin with ${first}. Other workflows: ${others.join(', ')}.\n`)
})

test('in every worktree and branch, it says in which folders below there is other work', () => {
  const repository = makeRepository({ 'packages/api/.ai/spell.json': '{}', 'packages/web/.ai/spell.json': '{}' })
  const told = () => spellHere(repository.path, ['work', '--all']).stdout
  expect(told()).not.toContain('packages/')
  for (const name of ['api', 'web']) spellHere(join(repository.path, 'packages', name), ['accio'])
  expect(told()).toContain('the work in `packages/api/`, `packages/web/` (`--cwd`)')
})

test('all can be under way in one repository, and each command that it names shows more', () => {
  const repository = makeRepository()
  spellHere(repository.path, ['accio'])
  repository.write({ '.ai/task/plan.md': '# Orders | CSV\n\n- [x] a\n- [x] b\n- [ ] c\n' })
  spellHere(repository.path, ['discovery', 'start', 'Add CSV export'])
  spellHere(repository.path, ['collab', 'start', 'orders'])
  const { work: list, workflows: all } = asData(repository)
  expect(list).toMatchObject([
    {
      name: 'task',
      workflow: 'engineer',
      title: 'Orders | CSV',
      id: expect.stringMatching(/^[0-9a-f]{8}$/),
      phase: 'planning',
      where: 'Context',
      criteria: { claimed: 2, open: 1, proven: 0 },
      command: 'spell lumos',
    },
    { name: 'add-csv-export', where: 'Discovery', command: 'spell discovery status --work add-csv-export' },
    { name: 'orders', where: 'Starting', command: 'spell collab status --work orders' },
  ])
  expect(all.flatMap((workflow: { work: object[] }) => workflow.work)).toEqual(list)
  for (const { command } of list) expect(spellHere(repository.path, command.split(' ').slice(1)).exitCode).toBe(0)
  const { stdout } = spellHere(repository.path, ['work'])
  expect(stdout.split('\n').slice(0, 3)).toEqual([
    '| Work | Workflow | State | Criteria | Next | Last step |',
    '|---|---|---|---|---|---|',
    expect.stringMatching(
      /^\| \*\*task\*\*: Orders \\\| CSV \| engineer \| Context \| 2 of 3 ticked \| You: tell the agent what is to be done \| \d{4}-\d\d-\d\d \d\d:\d\d \|$/,
    ),
  ])
  expect(stdout).not.toContain('hope')
})

test('a workflow that nothing can begin with is to be verified first', () => {
  const folder = makeRepository()
  spellHere(folder.path, ['workflow', 'new', 'rfc'])
  const offered = () => /(`spell (?:rfc|verify)[^`]*`)\.$/m.exec(spellHere(folder.path, ['work']).stdout)?.[1]
  expect(offered()).toBe('`spell rfc new NAME`')
  const path = '.ai/workflows/rfc.yaml'
  folder.write({ [path]: folder.read(path).replace(/^start: .*/m, 'start: nowhere') })
  expect(offered()).toBe('`spell verify rfc`')
})

describe('--all', () => {
  test('says which work is on which branch, who committed last, and what is stale', async () => {
    const folder = await work()
    folder.write({ '.ai/task/plan.md': '# Orders\n\n- [ ] a\n' })
    for (const ref of ['heads/topic', 'remotes/origin/topic', 'heads/other'])
      makeBranch(folder, `refs/${ref}`, '2020-01-02T03:04:05Z')
    folder.remove('.ai')
    folder.write({ '.ai/task/context.md': 'x' })
    const beside = join(makeFolder().path, 'beside')
    commitAll(folder)
    gitIn(folder, 'worktree', 'add', '--quiet', beside)
    const { exitCode, stdout, stderr } = spellHere(folder.path, ['work', '--all'])
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    const row =
      /^\| \*\*task\*\*: Orders \| engineer \| other and 2 more \| Task in progress \| 0 of 1 passed \| 2026-08-20 15:30 \| Ada, 2020-01-02 \|( ! since 2026-08-20 \|)?$/m
    expect(stdout).toMatch(row)
    expect(stdout).toContain('\n\nLooked at 2 worktrees and 5 branches.\n')
    expect(asData(folder, {}, '--all')).toMatchObject({
      worktrees: 2,
      branches: 5,
      unread: [],
      work: [{ places: [{ branch: 'other' }, { branch: 'topic' }, { kind: 'remote', branch: 'origin/topic' }] }],
    })
  })

  test('shows names of branches whose characters cannot be seen, and lets none end a row', () => {
    const folder = makeRepository(standing('GATHER_EDITING'))
    makeBranch(folder, 'refs/heads/a|b\u202e`c')
    folder.remove('.ai')
    const { stdout } = spellHere(folder.path, ['work', '--all'])
    expect(stdout).toContain('| a\\|b[U+202E]`c |')
    expect(asData(folder, {}, '--all').work[0].places[0].branch).toBe('a|b\u202e`c')
  })

  test('in a repository without commits, and without git, lists what is here', () => {
    for (const folder of [makeRepository(standing('GATHER_EDITING')), makeFolder(standing('GATHER_EDITING'))]) {
      expect(spellHere(folder.path, ['work', '--all'])).toMatchObject({ exitCode: 0, stderr: '' })
      expect(asData(folder, {}, '--all')).toMatchObject({ work: [{ where: 'Planning' }], branches: 0 })
    }
    const empty = makeFolder()
    expect(spellHere(empty.path, ['work', '--all']).stdout).toBe(
      'Nothing is under way here.\n\nLooked at 1 worktree and 0 branches.\n',
    )
  })

  test('warns if the branches cannot be read', () => {
    const folder = makeRepository(standing('GATHER_EDITING'))
    folder.write({ '.git/config': '[core' })
    expect(spellHere(folder.path, ['work', '--all'])).toMatchObject({
      exitCode: 0,
      stderr: expect.stringMatching(/^spell: The branches could not be read: git could not be asked: .*\.\n$/),
      stdout: expect.stringContaining('| Planning |'),
    })
  })
})

test('work that cannot be read is reported, and the rest stays', () => {
  const repository = makeRepository()
  spellHere(repository.path, ['discovery', 'start', 'a'])
  spellHere(repository.path, ['discovery', 'start', 'b'])
  repository.write({ '.ai/discovery/b/state.json': '{' })
  const [, { work }] = listed(repository)
  expect(work).toMatchObject([{ name: 'a' }, { name: 'b', where: expect.any(String), command: 'spell doctor' }])
  expect(work[1]).not.toHaveProperty('state')
  expect(spellHere(repository.path, ['work']).stdout).toContain('.ai/discovery/b/state.json')
})

describe('the default', () => {
  const isDefault = (found: { name: string; isDefault: boolean }[]) =>
    found.filter((workflow) => workflow.isDefault).map(({ name }) => name)

  test('is that of the spells, or what the settings name', () => {
    const repository = makeRepository()
    expect(isDefault(listed(repository))).toEqual(['engineer'])
    repository.write({ '.ai/spell.json': '{ "workflow": "collab" }' })
    expect(isDefault(listed(repository))).toEqual(['collab'])
    expect(isDefault(listed(repository, { SPELL_WORKFLOW: 'discovery' }))).toEqual(['discovery'])
  })

  test('has verbs that need no name before them where they mean nothing else', () => {
    const repository = makeRepository({ '.ai/spell.json': '{ "workflow": "discovery" }' })
    const begun = spellHere(repository.path, ['start', 'Add CSV export', '--json'])
    expect(JSON.parse(begun.stdout)).toMatchObject({ kind: 'discovery', task: 'add-csv-export' })
    expect(spellHere(repository.path, ['--for', 'ai', 'replan', '--from', 'nowhere', '--force']).stderr).toContain(
      'The plan cannot be restarted',
    )
    expect(JSON.parse(spellHere(repository.path, ['status', '--json']).stdout)).toMatchObject({ workflow: 'discovery' })
    expect(JSON.parse(spellHere(repository.path, ['history', '--json']).stdout)).toMatchObject({
      workflow: 'discovery',
    })
  })

  test('is that of the folder that --cwd names', () => {
    const repository = makeRepository({ '.ai/spell.json': '{ "workflow": "discovery" }' })
    const elsewhere = makeRepository()
    expect(spellHere(elsewhere.path, ['--cwd', repository.path, 'start', 'a']).exitCode).toBe(0)
    expect(spellHere(elsewhere.path, ['start', 'a', '--cwd', repository.path]).exitCode).toBe(3)
    expect(spellHere(elsewhere.path, ['start', 'a'])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("Unknown command 'start'"),
    })
  })

  test('that is none is told, also where the verb is unknown', () => {
    const repository = makeRepository({ '.ai/spell.json': '{ "workflow": "dicovery" }' })
    expect(spellHere(repository.path, ['start', 'a'])).toMatchObject({
      exitCode: 5,
      stderr: expect.stringContaining(`must be one of ${names.join(', ')}`),
    })
  })
})
