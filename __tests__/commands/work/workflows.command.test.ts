import { workflows } from '../../../src/workflows/registry'
import { makeRepository } from '../../support/git-repository'
import { spellHere } from '../../support/packed-in-process'

const names = workflows.map(({ name }) => name)
const listed = (repository: { path: string }, env = {}) =>
  JSON.parse(spellHere(repository.path, ['workflows', '--json'], { env }).stdout).workflows

test('if nothing is under way each workflow says what it is for and how to begin', () => {
  const { exitCode, stdout, stderr } = spellHere(makeRepository().path, ['workflows'])
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
  expect(stdout.match(/^### \w+/gm)).toEqual(names.map((name) => `### ${name}`))
  for (const { summary, choose, begin } of workflows) {
    expect(stdout).toContain(`${summary}. Take it when ${choose}.\n\nNothing is under way. Begin with \`${begin}\`.`)
  }
})

test('all can be under way in one repository, and each command that it names tells more', () => {
  const repository = makeRepository()
  spellHere(repository.path, ['accio'])
  spellHere(repository.path, ['discovery', 'start', 'Add CSV export'])
  spellHere(repository.path, ['collab', 'start', 'orders'])
  const work = listed(repository).flatMap((workflow: { work: object[] }) => workflow.work)
  expect(work).toMatchObject([
    { name: 'task', where: 'Context', command: 'spell lumos' },
    { name: 'add-csv-export', where: 'Discovery', command: 'spell discovery status --work add-csv-export' },
    { name: 'orders', where: 'Starting', command: 'spell collab status --work orders' },
  ])
  for (const { command } of work) expect(spellHere(repository.path, command.split(' ').slice(1)).exitCode).toBe(0)
})

test('work that cannot be read is reported, and the rest stays', () => {
  const repository = makeRepository()
  spellHere(repository.path, ['discovery', 'start', 'a'])
  spellHere(repository.path, ['discovery', 'start', 'b'])
  repository.write({ '.ai/discovery/b/state.json': '{' })
  const [, { work }] = listed(repository)
  expect(work).toMatchObject([{ name: 'a' }, { name: 'b', where: expect.any(String), command: 'spell doctor' }])
  expect(work[1]).not.toHaveProperty('state')
  expect(spellHere(repository.path, ['workflows']).stdout).toContain('.ai/discovery/b/state.json')
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
    expect(spellHere(repository.path, ['--for', 'ai', 'replan', '--from', 'nowhere']).stderr).toContain(
      'The plan cannot be restarted',
    )
    expect(JSON.parse(spellHere(repository.path, ['status', '--json']).stdout)).toMatchObject({ workflow: 'engineer' })
    expect(JSON.parse(spellHere(repository.path, ['history', '--json']).stdout)).toMatchObject({ workflow: 'engineer' })
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
