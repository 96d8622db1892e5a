import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import '../support/packed-program'
import {
  copyOfTeam,
  makeTeam,
  must,
  type Ran,
  removeTeams,
  type SetUp,
  setUps,
  type Team,
  worktreeOf,
} from '../support/packed-hook-runners'
import { describeOnPosix } from '../support/posix'

// Real repositories, real programs that run hooks, real commits.

const waits = 'Commit blocked. State: Review in progress.'
const pending = ['spell', 'doctor', '--set', 'PR_APPLIED_PENDING_ARCHIVE_G', '--because', 'To try it.']

/** How often the hook of the team ran. */
const ran = ({ path }: Team): number => {
  const file = join(dirname(path), 'ran')
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0
}

let count = 0
/** Commits something that has nothing to do with the work. What `.ai/` has is not staged. */
function commit(
  team: Team,
  more: { cwd?: string; env?: Readonly<Record<string, string>> } = {},
): Ran & { made: boolean; hooks: number } {
  const before = { head: head(team), hooks: ran(team) }
  team.write({ 'src/app.ts': `export const count = ${++count}\n` })
  must(team.run(['git', 'add', 'src']))
  const done = team.run(['git', 'commit', '-m', 'Count'], more)
  return { ...done, made: head(team) !== before.head, hooks: ran(team) - before.hooks }
}
const head = (team: Team) => team.run(['git', 'rev-parse', 'HEAD']).output

for (const { name, missing } of setUps) {
  if (missing) test.skip(`${name}: skipped, because ${missing}`, () => {})
}

const cases = setUps.filter(({ missing }) => !missing).map((setUp) => [setUp.name, setUp] as const)
describeOnPosix.each(cases)('with %s', (name, setUp: SetUp) => {
  let ready: Team
  let team: Team

  beforeAll(() => {
    ready = makeTeam(setUp)
    must(ready.run(['spell', 'accio']))
    must(ready.run(['spell', 'init', '--yes', '--guard', name, '--agents', 'none']))
    must(ready.run(['git', 'add', '.']))
    must(ready.run(['git', 'commit', '-m', 'Begin'], { env: { SPELL_GUARD: '0' } }))
  })
  beforeEach(() => {
    team = copyOfTeam(ready)
  })
  afterEach(() => rmSync(dirname(team.path), { recursive: true, force: true }))
  afterAll(removeTeams)

  test('what spell init proposes is this', () => {
    const fresh = makeTeam(setUp)
    const { output } = fresh.run(['spell', 'init', '--dry-run', '--agents', 'none'])
    expect(output).toContain(
      name === 'git' ? 'hooks/pre-commit' : name === 'hooks-path' ? 'team/pre-commit' : '.ai/guard.sh',
    )
  })

  test('a commit is made while nothing is pending, and the hook of the team runs', () => {
    expect(commit(team)).toMatchObject({ exitCode: 0, made: true, hooks: 1 })
  })

  // A script can end before what comes after it; jobs of a manager cannot.
  const isFirst = name === 'husky'

  test(`a commit waits while an archive is pending, ${isFirst ? 'before' : 'after'} the hook of the team has run`, () => {
    must(team.run(pending))
    const { exitCode, output, ...rest } = commit(team)
    expect({ ...rest, failed: exitCode !== 0 }).toEqual({ made: false, hooks: isFirst ? 0 : 1, failed: true })
    expect(output).toContain(waits)
    expect(output).toMatch(/^First: (?:npx --no -- |node_modules\/\.bin\/)?spell accio, which .+$/m)
    expect(output).toMatch(/^To skip the guard once, if the developer says so: SPELL_GUARD=0 git commit …$/m)
    expect(output).not.toContain('PR_APPLIED')
  })

  test('each worktree has its own state', () => {
    const worktree = worktreeOf(team, setUp)
    if (setUp.install && !['git', 'hooks-path', 'pre-commit'].includes(name)) must(worktree.run(setUp.install))
    must(worktree.run(pending))
    expect(commit(worktree)).toMatchObject({ made: false, output: expect.stringContaining(waits) })
    expect(commit(team)).toMatchObject({ exitCode: 0, made: true })
  })

  test('the hook of the team still decides', () => {
    expect(commit(team, { env: { FAIL: '1' } })).toMatchObject({ made: false, hooks: 1 })
  })

  test('SPELL_GUARD=0 skips it once, and the hook of the team runs nevertheless', () => {
    must(team.run(pending))
    expect(commit(team, { env: { SPELL_GUARD: '0' } })).toMatchObject({ exitCode: 0, made: true, hooks: 1 })
    expect(commit(team)).toMatchObject({ made: false })
    expect(commit(team, { env: { SPELL_GUARD: '0', FAIL: '1' } })).toMatchObject({ made: false })
  })

  test('without the program what can be read as waiting waits, and the rest passes', () => {
    rmSync(join(team.path, 'node_modules', '.bin', 'spell'))
    expect(commit(team)).toMatchObject({ exitCode: 0, made: true, hooks: 1 })
    must(ready.run([...pending, '--cwd', team.path]))
    if (name === 'pre-commit') return
    const refused = { made: false, output: expect.stringContaining('once spell is installed here') }
    expect(commit(team)).toMatchObject(refused)
    mkdirSync(join(team.path, '.ai/work'))
    renameSync(join(team.path, '.ai/task'), join(team.path, '.ai/work/csv-export'))
    expect(commit(team)).toMatchObject(refused)
  })

  test('taken out again, everything is as it was', () => {
    const files = Object.keys(setUp.files)
    must(team.run(['spell', 'uninstall']))
    must(team.run(['git', 'add', ...files]))
    for (const file of files) expect(readFileSync(join(team.path, file), 'utf8')).toBe(setUp.files[file])
    must(team.run(pending))
    if (setUp.install) must(team.run(setUp.install))
    expect(commit(team)).toMatchObject({ exitCode: 0, made: true, hooks: 1 })
  })
})
