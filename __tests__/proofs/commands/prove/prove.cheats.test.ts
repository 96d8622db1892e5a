import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../../../support/folder'
import { gitIn, untrack } from '../../../support/git'
import { spell, spellHere } from '../../../support/packed-program'
import { describeOnPosix } from '../../../support/posix'
import {
  boxesOf,
  commitIgnored,
  consent,
  criterion,
  makeProvable,
  type ProvableWork,
  planPath,
  proofsOf,
  proofsPath,
} from '../../../support/provable-work'

/** Ways to a proof without a command that has passed here, on what is here. Its code is the developer's to allow. */

const run = (work: ProvableWork, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) =>
  spellHere(work.path, ['prove', ...args], { env: { XDG_STATE_HOME: work.state, ...env } })
const standings = (work: ProvableWork, env: Readonly<Record<string, string>> = {}): string[] =>
  JSON.parse(run(work, ['--list', '--json'], env).stdout).criteria.map(({ standing }: { standing: string }) => standing)
/** A script that the command runs, which git ignores. */
const scripted = (text: string, files: Readonly<Record<string, string>> = {}, ...items: string[]) =>
  makeProvable(criterion('. ./script.log', ...items), { 'script.log': text, '.gitignore': '*.log\n', ...files })
const ignored = (work: ProvableWork) => untrack(work, 'script.log')

describeOnPosix('a report that the command has not written', () => {
  const one = 'expect: tests >= 1 in `report.xml`'
  const notWritten = {
    exitCode: 10,
    stdout: expect.stringContaining(
      'it has not written `report.xml`, a path from the root, as JUnit XML of at most 64 MB',
    ),
  }
  const suite = "<testsuite><testcase name='a'/></testsuite>"
  const suiteInto = `echo "${suite}" > report.xml\``
  test.each<[what: string, text: string]>([
    ['is a link to one', 'ln -sf prepared.xml report.xml'],
    ['is a named pipe', 'rm -f report.xml; mkfifo report.xml'],
    ['is a folder', 'rm -f report.xml; mkdir report.xml'],
    ['is none', 'rm -f report.xml'],
    ['was there before', 'true'],
    ['has only another name for a moment', 'mv report.xml x.xml; mv x.xml report.xml'],
  ])('%s: it counts nothing', async (_, text) => {
    const files = { 'prepared.xml': suite, '.gitignore': '/report.xml\n/x.xml\n' }
    const work = await makeProvable(criterion(text, one), files)
    work.write({ 'report.xml': suite })
    expect(run(work)).toMatchObject(notWritten)
    expect(boxesOf(work)).toBe(' ')
  })

  test.each(['exit 1', 'kill -9 $$', 'rm -rf .ai/.local'])(
    'comes back after `%s`, and is not kept twice',
    async (text) => {
      const work = await makeProvable(criterion(text, one), { '.gitignore': '/out/\n/report.xml\n' })
      work.write({ 'report.xml': suite })
      expect(run(work).exitCode).toBe(10)
      const isLost = text.startsWith('rm')
      expect(existsSync(join(work.path, 'report.xml'))).toBe(!isLost)
      expect(readdirSync(join(work.path, '.ai/.local')).filter((name) => name.startsWith('report-'))).toEqual([])
    },
  )

  test.each([
    ['by another command of the criterion', `${suiteInto}\n  - shell: \`true\``],
    ['by the command of another criterion', `${suiteInto}\n- [ ] b\n  - shell: \`true\``],
  ])('%s: it counts nothing', async (_, text) => {
    const work = await makeProvable(`- [ ] a\n  - shell: \`${text}\n  - ${one}\n`, { '.gitignore': '/report.xml\n' })
    expect(run(work)).toMatchObject(notWritten)
  })

  test('of a run that was killed comes back after the next one', async () => {
    const work = await makeProvable(criterion('kill -9 $PPID', one), { '.gitignore': '/report.xml\n' })
    work.write({ 'report.xml': suite })
    spell(work.path, ['prove'], { env: { XDG_STATE_HOME: work.state } })
    expect(existsSync(join(work.path, 'report.xml'))).toBe(false)
    work.write({ [planPath]: criterion('true', one) })
    await consent(work, work.state)
    expect(run(work).exitCode).toBe(10)
    expect(readFileSync(join(work.path, 'report.xml'), 'utf8')).toBe(suite)
  })
})

describe('a command that writes into the records', () => {
  const sealed = (value: object) => {
    const line = JSON.stringify(value).slice(0, -1)
    return `${line},"digest":"${createHash('sha256').update(`${line}}`).digest('hex')}"}\n`
  }

  test('as a line that is well made: its own result is not kept, and that is said', async () => {
    const work = await makeProvable(`${criterion('echo one')}- [ ] b\n  - shell: \`. ./script.log\`\n`, {
      'script.log': '',
      '.gitignore': '*.log\n',
    })
    ignored(work)
    expect(run(work, ['1']).exitCode).toBe(0)
    const [first] = proofsOf(work)
    const { digest, ...said } = first ?? {}
    work.write({
      'forged.log': sealed({ ...said, previous: digest }),
      'script.log': `cat forged.log >> ${proofsPath}\n`,
    })
    const stdout = expect.stringContaining('proves nothing: the record of proofs changed while it ran')
    expect(run(work, ['2'])).toMatchObject({ exitCode: 10, stdout })
    expect(boxesOf(work)).toBe('x ')
  })

  test.each<[what: string, text: string]>([
    ['a line that is none', `echo '{}' >> ${proofsPath}`],
    ['nothing where there was something', `rm ${proofsPath}`],
    ['a link', `rm ${proofsPath}; ln -s /dev/null ${proofsPath}`],
  ])('%s: nothing is kept', async (_, text) => {
    const work = await makeProvable(`${criterion('echo one')}- [ ] b\n  - shell: \`${text}\`\n`)
    expect(run(work, ['1']).exitCode).toBe(0)
    expect(run(work, ['2']).exitCode).toBeGreaterThan(0)
    expect(boxesOf(work)).toBe('x ')
  })

  test('that another piece of work is at hand: nothing is kept of this one', async () => {
    const work = await scripted(
      `sed -i 's/00000000/ffffffff/g' .ai/task/state.json .ai/task/history.jsonl 2>/dev/null || true\n`,
    )
    ignored(work)
    expect(run(work).exitCode).toBeGreaterThan(0)
    expect([boxesOf(work), proofsOf(work)]).toEqual([' ', []])
  })
})

describe('files that leave what is looked at', () => {
  const exclude = '.git/info/exclude'
  test.each<[what: string, text: string]>([
    ['.git/info/exclude', `mkdir -p .git/info; echo helper.ts >> ${exclude}`],
    ['the index', 'git update-index --skip-worktree a.ts'],
    ['a sparse checkout', 'git sparse-checkout set src'],
  ])('by %s while a command runs: it proves nothing', async (_, text) => {
    const work = await makeProvable(criterion(text), { 'a.ts': '', 'src/b.ts': '', '.gitignore': '*.log\n' })
    work.write({ 'helper.ts': '' })
    expect(run(work).exitCode).toBeGreaterThan(0)
    expect(proofsOf(work)).toEqual([])
    expect(work.contents()[planPath] ?? '').not.toContain('[x]')
  })

  test.each(['src/b.ts', 'src/new.ts'])(
    'by a repository that takes the place of their folder: %s counts',
    async (name) => {
      const work = await makeProvable(criterion('true'), { 'src/b.ts': '' })
      expect(run(work).exitCode).toBe(0)
      const src = { path: join(work.path, 'src') }
      gitIn(src, 'init', '--quiet')
      gitIn(src, 'add', 'b.ts')
      gitIn(src, 'commit', '--quiet', '--message', 'x')
      expect(standings(work)).toEqual(['proven'])
      work.write({ [name]: 'changed' })
      expect(standings(work)).toEqual(['stale'])
    },
  )

  test('because git cannot be found: the proof is tied to nothing, and counts nowhere with git', async () => {
    const work = await makeProvable(criterion(':'), { 'a.ts': '' })
    const env = { PATH: makeFolder().path }
    expect(run(work, [], env).stdout).toContain('Without git, a proof is not tied to a version of the files.')
    expect(standings(work)).toEqual(['stale'])
    gitIn(work, 'update-index', '--assume-unchanged', 'a.ts')
    expect(run(work)).toMatchObject({ exitCode: 3 })
  })
})

describe('a repository in the repository', () => {
  test('whose files change while a command runs leaves no proof, and makes one stale', async () => {
    const work = await makeProvable(`${criterion('true')}- [ ] b\n  - shell: \`echo more >> lib/a.ts\`\n`)
    const lib = { path: join(work.path, 'lib') }
    mkdirSync(lib.path)
    writeFileSync(join(lib.path, 'a.ts'), '')
    gitIn(lib, 'init', '--quiet')
    commitIgnored(lib)
    expect(run(work, ['1']).exitCode).toBe(0)
    expect(run(work, ['2'])).toMatchObject({ exitCode: 10, stdout: expect.stringContaining('files of the repository') })
    expect(standings(work)).toEqual(['stale', 'open'])
  })
})

describeOnPosix('what a command names', () => {
  test('and has become a pipe since is not waited for', async () => {
    const work = await scripted('true\n')
    ignored(work)
    expect(run(work).exitCode).toBe(0)
    work.remove('script.log')
    execFileSync('mkfifo', [join(work.path, 'script.log')])
    expect(standings(work)).toEqual(['stale'])
  })

  test('may be the plan, which every proof changes', async () => {
    const work = await makeProvable(criterion(`grep -q run ${planPath}; exit 0`))
    expect(run(work).exitCode).toBe(0)
    expect(standings(work)).toEqual(['proven'])
  })

  test('has room in a line, or nothing is kept', async () => {
    const names = Array.from({ length: 8 }, (_, index) => `${'long'.repeat(30)}${index}.log`)
    const files = { ...Object.fromEntries(names.map((name) => [name, ''])), '.gitignore': '*.log\n' }
    const work = await makeProvable(criterion(`cat ${names.join(' ')}`), files)
    untrack(work, ...names)
    const stdout = expect.stringContaining('names that are too long to be kept')
    expect(run(work)).toMatchObject({ exitCode: 10, stdout })
    expect(proofsOf(work)).toEqual([])
  })
})
