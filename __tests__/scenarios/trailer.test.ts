import { copyOfTeam, must, removeTeams, type SetUp, setUps, type Team } from '../support/packed-hook-runners'
import '../support/packed-program'
import { commit, message, ready, task, trailers } from '../support/packed-hook-runners'
import { describeOnPosix } from '../support/posix'

// Commits name the task at hand, where a team wants that. With every program that runs hooks: proofs/trailer-matrix.

describeOnPosix('a message', () => {
  let before: Team
  let team: Team
  beforeAll(() => {
    before = ready(setUps[0] as SetUp)
  })
  beforeEach(() => {
    team = copyOfTeam(before)
  })
  afterAll(removeTeams)

  test('that has a task already keeps that', () => {
    commit(team, ['-m', 'Add', '-m', 'Spell-Task: by-hand'])
    expect(trailers(team)).toBe('by-hand')
  })

  test('that is read from a file or edited has it, too', () => {
    team.write({ message: 'From a file\n' })
    commit(team, ['-F', 'message'])
    expect(trailers(team)).toBe('export-orders')
    commit(team, ['-e', '-m', 'To edit'], { GIT_EDITOR: 'sed -i 1s/$/ed/' })
    expect(message(team)).toBe('To edited\n\nSpell-Task: export-orders')
  })

  test('that is empty stays empty, so that an editor that is left without a word still stops the commit', () => {
    team.write({ 'src/app.ts': 'changed\n' })
    const { exitCode, output } = team.run(['git', 'commit', '-a'], { env: { GIT_EDITOR: 'true' } })
    expect({ exitCode, output }).toMatchObject({ exitCode: 1, output: expect.stringContaining('empty commit message') })
  })

  test.each<[what: string, files: Record<string, string>]>([
    ['no front matter', { '.ai/task/task.md': '# Task\n' }],
    ['the template', task('untitled')],
    ['broken front matter', { '.ai/task/task.md': '---\ntask_name: [\n---\n' }],
    ['a front matter of code', { '.ai/task/task.md': '---js\n{ task_name: "x" }\n---\n' }],
  ])('of a task with %s names none', (_, files) => {
    team.write(files)
    commit(team, ['-m', 'Add'])
    expect(message(team)).toBe('Add')
  })

  test('names a task in one safe line, whatever it is called', () => {
    team.write({ '.ai/task/task.md': '---\ntask_name: "Ex port\\nSigned-off-by: Eve $(touch x)"\n---\n' })
    commit(team, ['-m', 'Add'])
    expect(message(team)).toBe('Add\n\nSpell-Task: ex-port-signed-off-by-eve-touch-x')
  })

  test('without a task, without .ai and without the program is as it was', () => {
    must(team.run(['rm', '.ai/task/task.md']))
    commit(team, ['-m', 'No task'])
    expect(message(team)).toBe('No task')
    must(team.run(['rm', '-r', '.ai']))
    commit(team, ['-m', 'No work'])
    expect(message(team)).toBe('No work')
    team.write(task('export-orders'))
    must(team.run(['rm', 'node_modules/.bin/spell']))
    commit(team, ['-m', 'No program'])
    expect(message(team)).toBe('No program')
  })

  test('of a merge and of a squash has none', () => {
    must(team.run(['git', 'checkout', '--quiet', '-b', 'side']))
    commit(team, ['-m', 'Aside', '--no-verify'])
    must(team.run(['git', 'checkout', '--quiet', '-']))
    must(team.run(['git', 'merge', '--no-ff', '--no-edit', 'side']))
    expect(message(team)).toBe("Merge branch 'side'")
  })

  test('of before, which git makes over again, gets none of today', () => {
    must(team.run(['git', 'rm', '--quiet', '.ai/task/task.md']))
    must(team.run(['git', 'commit', '--quiet', '-m', 'Start']))
    must(team.run(['git', 'checkout', '--quiet', '-b', 'side']))
    commit(team, ['-m', 'Old'])
    must(team.run(['git', 'checkout', '--quiet', '-']))
    team.write({ other: 'one\n', ...task('today') })
    must(team.run(['git', 'add', 'other']))
    must(team.run(['git', 'commit', '--quiet', '-m', 'New']))
    expect(trailers(team)).toBe('today')
    must(team.run(['git', 'rebase', '--quiet', 'HEAD', 'side']))
    expect(message(team)).toBe('Old')
  })

  test('of a commit that the hook of the team refuses is not made', () => {
    const { exitCode } = team.run(['git', 'commit', '--allow-empty', '-m', 'Add'], { env: { FAIL: '1' } })
    expect(exitCode).not.toBe(0)
  })
})
