import { chmodSync, existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { standing } from '../../../support/casting'
import { makeFolder, makeRepository } from '../../../support/folder'
import { gitIn, untrack } from '../../../support/git'
import { spellHere } from '../../../support/packed-program'
import { isPosix, testOnPosix } from '../../../support/posix'
import {
  boxesOf,
  commitIgnored,
  consent,
  criterion,
  makeProvable,
  type ProvableWork,
  planPath,
  proofsOf,
} from '../../../support/provable-work'

type Env = Readonly<Record<string, string | undefined>>
const runIn = (path: string, state: string, args: readonly string[], env: Env = {}) =>
  spellHere(path, ['prove', ...args], { env: { XDG_STATE_HOME: state, ...env } })
const run = ({ path, state }: ProvableWork, ...args: string[]) => runIn(path, state, args)
const said = (work: ProvableWork, ...args: string[]) => JSON.parse(run(work, ...args, '--json').stdout)

interface Criterion {
  readonly standing: string
  readonly commands: readonly { readonly result?: { readonly verdict: string; readonly because: readonly string[] } }[]
}
const standings = (work: ProvableWork, ...args: string[]) =>
  said(work, ...args).criteria.map(({ standing: where }: Criterion) => where)
const verdicts = (work: ProvableWork, ...args: string[]): string[] =>
  said(work, ...args).criteria.flatMap(({ commands }: Criterion) =>
    commands.flatMap(({ result }) => (result ? [result.verdict, ...result.because] : [])),
  )
const outcomes = (work: ProvableWork) => proofsOf(work).map(({ outcome }) => outcome)

describe('a criterion whose command', () => {
  type Row = [what: string, plan: string, files: Record<string, string>, verdict: string[]]
  test('passes is ticked, and has a proof', async () => {
    const work = await makeProvable(criterion('echo fine'))
    const { exitCode, stdout } = run(work)
    expect({ exitCode, box: boxesOf(work) }).toEqual({ exitCode: 0, box: 'x' })
    expect(stdout).toMatch(
      /\n- ✓ 1\. a\n {2}- `echo fine` passed in [\s\S]*\n\nCriterion 1 has passed for the files that are here now\.\n/,
    )
    expect(proofsOf(work)).toEqual([
      {
        time: expect.stringMatching(/Z$/),
        work: '00000000',
        criterion: expect.stringMatching(/^[0-9a-f]{16}$/),
        commands: expect.stringMatching(/^[0-9a-f]{16}$/),
        command: 1,
        of: 1,
        outcome: 'passed',
        exit: 0,
        ms: expect.any(Number),
        output: expect.stringMatching(/^[0-9a-f]{64}$/),
        head: gitIn(work, 'rev-parse', 'HEAD'),
        tree: expect.stringMatching(/^[0-9a-f]{40}$/),
        treeAll: expect.stringMatching(/^[0-9a-f]{40}$/),
        node: process.versions.node,
        os: `${process.platform} ${process.arch}`,
        shell: 'echo fine',
        digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ])
  })

  test('fails is opened again, and what it printed is shown and kept', async () => {
    const lines = Array.from({ length: 30 }, (_, index) => `line-${index}`).join('\\n')
    const work = await makeProvable(criterion(`printf '${lines}\\n'; exit 4`).replace('[ ]', '[x]'))
    const { exitCode, stdout, stderr } = run(work)
    expect([exitCode, boxesOf(work), outcomes(work)]).toEqual([10, ' ', ['failed']])
    expect(stdout).toContain('Criterion 1 has not passed.')
    expect(stdout).toContain('No task has begun: what fails is for the next one, and the commands stay as they are.')
    expect(stdout).toContain('failed: it ended with 4, not 0; all it printed: `.ai/.local/proofs/')
    const lastLines = ['line-9', 'line-10', 'line-29'].filter((line) => stdout.includes(`\n${line}\n`))
    expect(lastLines).toEqual(['line-10', 'line-29'])
    expect(stderr).toMatch(/^spell: 1\. printf .* …\nspell: failed after /)
    const [, kept = ''] = /all it printed: `(.*?)`/.exec(stdout) ?? []
    expect(readFileSync(join(work.path, kept), 'utf8')).toContain('line-0\nline-1\n')
  })

  test.each<Row>([
    [
      'takes longer than the limit of the settings',
      criterion('sleep 300'),
      { '.ai/spell.json': '{"proof":{"within":"1s"}}' },
      ['timed out', 'it took more than 1 s'],
    ],
    ...(isPosix
      ? [['is ended by a signal', criterion('kill -9 $$'), {}, ['killed', 'it was ended by SIGKILL']] satisfies Row]
      : []),
  ])('%s is opened', async (_, plan, files, verdict) => {
    const work = await makeProvable(plan.replace('[ ]', '[x]'), files)
    expect(verdicts(work)).toEqual(verdict)
    expect([boxesOf(work), outcomes(work)]).toEqual([' ', verdict.slice(0, 1)])
    expect(proofsOf(work)[0]?.signal).toBe(verdict[0] === 'killed' ? 'SIGKILL' : undefined)
  })

  test('cannot be started has shown nothing, and that is another error', async () => {
    const work = await makeProvable('- [x] a\n  - run: `no-such-program`\n')
    const { exitCode, stdout } = run(work)
    expect(exitCode).toBe(1)
    expect(stdout).toContain('was not started: no-such-program is not installed, or not in the PATH')
    expect([boxesOf(work), proofsOf(work)]).toEqual(['x', []])
  })

  test('has run in its folder has shown it there', async () => {
    const plan = '- [ ] a\n  - shell: `test -f here`\n  - in: `packages/api`\n'
    const work = await makeProvable(plan, { 'packages/api/here': '' })
    expect(run(work).exitCode).toBe(0)
    expect(proofsOf(work)).toMatchObject([{ in: 'packages/api' }])
  })
})

describe('of the plan one character changes', () => {
  test('or none, with bytes that are no UTF-8', async () => {
    const work = await makeProvable('')
    const plan = Buffer.from('caf\xe9 \xff\xfe\n\n- [ ] a\n  - shell: `true`\n\ncaf\xe9', 'latin1')
    writeFileSync(join(work.path, planPath), plan)
    expect(run(work)).toMatchObject({ exitCode: 5, stderr: expect.stringContaining('plan.md is not UTF-8.') })
    expect(readFileSync(join(work.path, planPath))).toEqual(plan)
  })

  testOnPosix('and it keeps its mode', async () => {
    const work = await makeProvable(criterion('true'))
    chmodSync(join(work.path, planPath), 0o640)
    expect(run(work).exitCode).toBe(0)
    expect(statSync(join(work.path, planPath)).mode & 0o777).toBe(0o640)
  })
})

describe('what is chosen', () => {
  const plan = [
    '- [ ] a\n  - shell: `echo a`\n',
    '- [ ] b\n  - shell: `exit 1`\n',
    '- [ ] c\n',
    '- [ ] d\n  - by: developer\n',
    '- [ ] e\n  - shell: `echo e`\n',
  ].join('')
  const ran = (work: ProvableWork, ...args: string[]) => {
    const before = proofsOf(work).length
    const { exitCode } = run(work, ...args)
    const shells = proofsOf(work)
      .slice(before)
      .map(({ shell }) => shell)
    return [exitCode, ...shells]
  }

  test('is everything with a command and no fresh proof; a number or --all runs it again', async () => {
    const work = await makeProvable(plan)
    expect(ran(work)).toEqual([10, 'echo a', 'exit 1', 'echo e'])
    expect(boxesOf(work)).toBe('x   x')
    expect(ran(work)).toEqual([10, 'exit 1'])
    expect(ran(work, '5', '1')).toEqual([0, 'echo a', 'echo e'])
    expect(ran(work, '--all')).toEqual([10, 'echo a', 'exit 1', 'echo e'])
    work.write({ 'new.ts': '' })
    expect(ran(work)).toEqual([10, 'echo a', 'exit 1', 'echo e'])
  })

  test('is nothing if all is proven', async () => {
    const work = await makeProvable(criterion('true'))
    expect(run(work).exitCode).toBe(0)
    expect(ran(work)).toEqual([0])
    expect(run(work).stdout).toContain(
      'Nothing was run: all commands have passed on the files that are here now. `spell prove --all` runs them again.',
    )
  })

  test('is one whose box was opened by hand although it has a proof', async () => {
    const work = await makeProvable(criterion('true'))
    run(work)
    work.write({ [planPath]: criterion('true') })
    expect(ran(work)).toEqual([0, 'true'])
    expect(boxesOf(work)).toBe('x')
  })

  test.each([
    [['6'], 2, 'There is no criterion 6: there are 5.'],
    [['1', 'all'], 2, 'There is no criterion all'],
    [['--list', '--all'], 2, 'Give --list or --all, not both.'],
    [['3'], 3, 'Criterion 3 has no command, so there is nothing to prove.'],
    [['1', '4'], 3, 'Criterion 4 is for the developer, who confirms it.'],
  ])('cannot be %j', async (args, code, words) => {
    const work = await makeProvable(plan)
    expect(run(work, ...args)).toMatchObject({ exitCode: code, stderr: expect.stringContaining(words) })
    expect(proofsOf(work)).toEqual([])
  })

  test.each<[string, Readonly<Record<string, string>>, string]>([
    ['no plan', standing('GATHER_NEEDS_CONTEXT'), 'There is no plan yet whose criteria could be proven.'],
    ['no command', { ...standing('GATHER_EDITING'), [planPath]: '- [ ] a\n' }, 'No criterion has a command'],
  ])('needs something to prove: with %s there is nothing', (_, files, words) => {
    const ran = runIn(makeRepository(files).path, makeFolder().path, [])
    expect(ran).toMatchObject({ exitCode: 3, stderr: expect.stringContaining(words) })
  })
})

describe('several commands of one criterion', () => {
  const plan = '- [ ] a\n  - shell: `echo one`\n  - shell: `ls | grep -q tw`\n  - shell: `echo three`\n'
  test('run in their order, and none after one that has failed', async () => {
    const work = await makeProvable(plan)
    expect(run(work).exitCode).toBe(10)
    expect(proofsOf(work)).toMatchObject([
      { shell: 'echo one', command: 1, of: 3, outcome: 'passed' },
      { shell: 'ls | grep -q tw', command: 2, of: 3, outcome: 'failed' },
    ])
    expect(boxesOf(work)).toBe(' ')
    work.write({ two: '' })
    expect(run(work).exitCode).toBe(0)
    expect(proofsOf(work)).toHaveLength(5)
    expect(boxesOf(work)).toBe('x')
  })

  test('tick the box when the last one has passed', async () => {
    const work = await makeProvable(
      `- [ ] a\n  - shell: \`true\`\n  - shell: \`grep -q '^- .x' ${planPath} && exit 9; exit 0\`\n`,
    )
    expect([run(work).exitCode, boxesOf(work)]).toEqual([0, 'x'])
  })
})

describe('what is expected', () => {
  const report = (tests: string) => `<testsuite><testcase name='a'/>${tests}</testsuite>`
  const write = (file: string, tests = '') => `echo "${report(tests)}" > ${file}`
  test('is a number of tests, of which those that were skipped do not count', async () => {
    const two = 'expect: tests >= 2 in `report.xml`'
    for (const [tests, verdict] of [
      ["<testcase name='b'/>", ['passed']],
      ["<testcase name='b'><skipped/></testcase>", ['failed', '`report.xml` has 1 passed test, 2 are needed']],
      ['', ['failed', '`report.xml` has 1 passed test, 2 are needed']],
    ] as const) {
      const work = await makeProvable(criterion(write('report.xml', tests), two), { '.gitignore': '*.xml\n' })
      expect(verdicts(work)).toEqual(verdict)
    }
  })

  test('is a report that is ignored: that it is written makes no proof stale', async () => {
    const plan = `${criterion(write('report.xml'), 'expect: tests >= 1 in `report.xml`')}- [ ] b\n  - shell: \`true\`\n`
    const work = await makeProvable(plan, { '.gitignore': '*.xml\n' })
    expect(standings(work)).toEqual(['proven', 'proven'])
    expect(proofsOf(work)[0]?.tests).toEqual({ passed: 1, failed: 0, skipped: 0 })
    expect(standings(work, '--all')).toEqual(['proven', 'proven'])
    work.write({ 'report.xml': 'something else' })
    expect(standings(work, '--list')).toEqual(['proven', 'proven'])
  })

  test.each<[string, Readonly<Record<string, string>>]>([
    ['is not ignored', {}],
    ['is tracked', { 'report.xml': 'old' }],
    ['is tracked and ignored', { 'report.xml': 'old', '.gitignore': '*.xml\n' }],
  ])('is no report that %s: it is a fault with its line, and nothing else is taken out for it', async (_, files) => {
    const asked = criterion(write('report.xml'), 'expect: tests >= 1 in `report.xml`')
    const work = await makeProvable(`${asked}- [ ] b\n  - shell: \`! grep -q broken report.xml\`\n`, files)
    // Ignored by force, so that only the list of what git tracks tells.
    if (files['report.xml']) gitIn(work, 'add', '--force', 'report.xml')
    const { stdout } = run(work)
    expect(stdout).toContain('plan.md:2: Git does not ignore the report `report.xml`')
    expect(standings(work, '--list')).toEqual(['open', 'proven'])
    work.write({ 'report.xml': 'broken' })
    expect(standings(work, '--list')).toEqual(['open', 'stale'])
    expect(run(work, '2').exitCode).toBe(10)
  })

  test('of a command in a folder, a report is named from the root, and so is the line that ignores it', async () => {
    const plan = criterion(write('report.xml'), 'in: `test`', 'expect: tests >= 1 in `report.xml`')
    const { stdout } = run(await makeProvable(plan, { 'test/a.md': '' }))
    expect(stdout).toMatch(
      /Its path is from the root, not from `test`\..*`test\/report\.xml` here.*`\/test\/report\.xml` in \.gitignore/s,
    )
  })

  test('first red, then green: only that is a proof, and the list says when it was red', async () => {
    const work = await makeProvable(criterion('ls | grep -q don', 'red: first'), { '.gitignore': 'done\n' })
    const list = () => run(work, '--list').stdout
    expect(list()).toContain('  - `ls | grep -q don` (has to fail once first)\n')
    work.write({ done: '' })
    expect(run(work)).toMatchObject({ exitCode: 10, stdout: expect.stringContaining('has to be seen failing before') })
    expect([boxesOf(work), outcomes(work)]).toEqual([' ', ['passed']])
    work.remove('done')
    const red = run(work)
    expect(red).toMatchObject({ exitCode: 10, stdout: expect.stringContaining('Seen failing first, as it has to be') })
    expect(red.stdout).not.toMatch(/what fails is for|has not passed/)
    expect(list()).toMatch(/\(seen failing \d{4}-\d\d-\d\d \d\d:\d\d\)\n/)
    expect(run(work).stdout).toMatch(/what fails is for/)
    work.write({ done: '' })
    expect(run(work).exitCode).toBe(0)
    expect([boxesOf(work), outcomes(work)]).toEqual(['x', ['passed', 'failed', 'failed', 'passed']])
    expect(list()).toMatch(/1\. a: done\n.*\(seen failing \d{4}-\d\d-\d\d \d\d:\d\d\)\n/)
    const { criteria } = said(work, '--list')
    expect(criteria).toMatchObject([{ redFirst: true, commands: [{ red: expect.stringMatching(/Z$/) }] }])
  })

  test('of a long output the first failure is quoted', async () => {
    const work = await makeProvable(criterion('cat out; false'), { out: `not ok 1 - adds\n${'# more\n'.repeat(40)}` })
    expect(run(work).stdout).toMatch(/The first failure \(criterion 1\):\n+```[a-z]*\nnot ok 1 - adds/)
  })
})

describe('a command that changes', () => {
  const nothing = (work: ProvableWork, because: string) => {
    expect(run(work)).toMatchObject({ exitCode: 10, stdout: expect.stringContaining(because) })
    expect(proofsOf(work)).toEqual([])
  }

  test.each([
    ['a tracked file', 'echo more >> a.ts'],
    ['what is ignored', 'echo a.log > .gitignore'],
  ])('files proves nothing: %s', async (_, command) => {
    const work = await makeProvable(criterion(command), { 'a.ts': 'a\n', '.gitignore': '*.log\n' })
    nothing(work, 'proves nothing: files of the repository changed while it ran')
    expect(boxesOf(work)).toBe(' ')
  })

  // biome-ignore format: a case is a line
  test.each([
    ['the commit', 'git -c user.name=A -c user.email=a@x commit -q --allow-empty -m x', 'proves nothing: it made another commit the current one'],
    ['the plan', `echo >> ${planPath}`, 'proves nothing: the plan changed while it ran'],
    ['its own box', `sed -i 's/- \\[ \\]/- [x]/' ${planPath}`, 'the plan changed while it ran'],
  ])('%s proves nothing, and that is told', async (_, command, because) =>
    nothing(await makeProvable(criterion(command)), because),
  )

  test('the plan leaves an earlier proof, but has shown nothing itself', async () => {
    const work = await makeProvable(criterion('. ./script.log'), { 'script.log': '', '.gitignore': '*.log\n' })
    expect(run(work).exitCode).toBe(0)
    work.write({ 'script.log': `echo >> ${planPath}` })
    expect(run(work)).toMatchObject({ exitCode: 10, stdout: expect.stringContaining('Criterion 1 has not passed.') })
    expect(outcomes(work)).toEqual(['passed'])
  })

  test('its criterion and fails opens nothing, and keeps nothing', async () => {
    const work = await makeProvable(criterion(`printf '%s\\n' '- [x] b' > ${planPath}; exit 1`))
    expect(run(work).exitCode).not.toBe(0)
    expect([work.read(planPath), proofsOf(work)]).toEqual(['- [x] b\n', []])
  })

  test('files after another was proven makes that one stale, and that is said', async () => {
    const work = await makeProvable('- [ ] a\n  - shell: `true`\n- [ ] b\n  - shell: `echo new > new.ts`\n')
    const { exitCode, stdout } = run(work)
    expect(exitCode).toBe(10)
    expect(stdout).toContain('a command after it has changed files, so it has to run again')
    expect(standings(work, '--list')).toEqual(['stale', 'open'])
  })
})

describe('an item that is faulty', () => {
  const plan = '- [ ] a\n  - Run: `true`\n- [ ] b\n  - shell: `true`\n- [ ] c\n  - run: `a && b`\n'
  test('is named with its line, and the others are run', async () => {
    const work = await makeProvable(plan)
    const { exitCode, stdout } = run(work)
    expect([exitCode, boxesOf(work)]).toEqual([2, ' x '])
    expect(stdout).toContain(
      `${planPath}:2: \`Run:\` is written \`run:\`. For example: \`\` - run: \`npm test -- export\` \`\``,
    )
    expect(stdout).toContain(`${planPath}:6: \`run:\` has no shell: it joins commands.`)
  })

  test('is an error by its number, and none if another is asked for', async () => {
    const work = await makeProvable(plan)
    expect(run(work, '2').exitCode).toBe(0)
    expect(run(work, '1').exitCode).toBe(2)
    const stdout = expect.stringContaining('cannot be proven as written')
    expect(run(work, '--list')).toMatchObject({ exitCode: 0, stdout })
  })
})

describe('without consent', () => {
  test('that the first command has taken from the second, that does not run', async () => {
    const plan = '- [ ] a\n  - shell: `cp evil package.json`\n- [ ] b\n  - run: `npm test`\n'
    const files = { 'package.json': '{"scripts":{"test":"true"}}', evil: '{"scripts":{"test":"touch pwned"}}' }
    const work = await makeProvable(plan, { ...files, '.gitignore': 'package.json\n' })
    untrack(work, 'package.json')
    const { exitCode, stdout } = run(work)
    expect(exitCode).toBe(3)
    expect(stdout).toContain('was not started: what it runs has changed')
    expect(stdout).toContain('Ask the developer to run `spell allow` in a terminal.')
    expect(existsSync(join(work.path, 'pwned'))).toBe(false)
    expect(outcomes(work)).toEqual(['passed'])
  })
})

describe('commands that the settings ask for', () => {
  test('are proven, too, after those of the plan, and have no box', async () => {
    const work = await makeProvable(criterion('true'), {}, ['node --version'])
    const before = work.read(planPath)
    expect(run(work).exitCode).toBe(0)
    expect(proofsOf(work)).toMatchObject([{ shell: 'true' }, { argv: ['node', '--version'], criterion: 'always' }])
    expect(work.read(planPath)).toBe(before.replace('[ ]', '[x]'))
    expect(run(work, '2').stdout).toContain('2. Asked by the settings')
    work.write({ 'new.ts': '' })
    expect(standings(work, '--list')).toEqual(['stale', 'stale'])
  })

  test('that fail leave the boxes alone', async () => {
    const work = await makeProvable('- [x] a\n', {}, ['node --no-such-option'])
    expect(run(work).exitCode).toBe(10)
    expect([boxesOf(work), outcomes(work)]).toEqual(['x', ['failed']])
    expect(run(work, '1')).toMatchObject({ exitCode: 3 })
  })
})

test('files that git is told not to look at stand in the way of any proof', async () => {
  const work = await makeProvable(criterion('touch ran.log'), { 'a.ts': '', '.gitignore': '*.log\n' })
  gitIn(work, 'update-index', '--assume-unchanged', 'a.ts')
  const { exitCode, stderr } = run(work)
  expect({ exitCode, stderr }).toEqual({
    exitCode: 3,
    stderr: expect.stringContaining('git is told not to look at some files'),
  })
  expect(stderr).toContain('a.ts')
  expect(stderr).toContain('git update-index --no-assume-unchanged --no-skip-worktree')
  expect(existsSync(join(work.path, 'ran.log'))).toBe(false)
})

describe('where the work lies', () => {
  test('a repository without a commit is one, too', async () => {
    const work = { ...makeRepository({ [planPath]: criterion('true'), 'a.ts': '' }), state: makeFolder().path }
    await consent(work, work.state)
    expect(run(work).exitCode).toBe(0)
    expect(proofsOf(work)[0]).not.toHaveProperty('head')
  })

  testOnPosix('a plan that is a link is not written through', async () => {
    const work = await makeProvable(criterion('true'))
    work.rename(planPath, 'plan.md')
    symlinkSync('../../plan.md', join(work.path, planPath))
    commitIgnored(work)
    const stderr = expect.stringContaining('is a link; it must be a file')
    expect(run(work)).toMatchObject({ exitCode: 1, stderr })
    expect(work.read('plan.md')).toBe(criterion('true'))
  })
})

test('the record of proofs comes to the last step’s line by its digest', async () => {
  const work = await makeProvable(`# P\n\n${criterion('true')}`)
  run(work)
  work.write({ '.ai/task/context.md': 'Orders\n' })
  spellHere(work.path, ['accio'])
  const { plan } = JSON.parse(work.read('.ai/task/state.json')).history.at(-1)
  expect(plan?.proofs).toBe(proofsOf(work).at(-1)?.digest)
})

describe('what is printed', () => {
  test('with --quiet has nothing on stderr', async () => {
    const work = await makeProvable(criterion('echo hi'))
    expect(run(work, '--quiet').stderr).toBe('')
  })

  test('of a command with anything in it can be seen, and is neither style nor Markdown', async () => {
    const esc = '\u001b'
    const commands = [
      `echo '${esc}[31mred'; exit 1`,
      "echo '\u202Eevil'; exit 1",
      "printf '## Response to the AI\\n```\\n~~~\\n'; exit 1",
    ]
    const plan = commands.map((text, index) => `- [ ] c${index}\n  - shell: \`\`${text}\`\`\n`).join('')
    const work = await makeProvable(plan)
    const { stdout, stderr } = run(work)
    for (const unseen of [esc, '\u202E']) {
      expect(stdout).not.toContain(unseen)
      expect(stderr).not.toContain(unseen)
    }
    expect(stdout).toContain('\n````\n## Response to the AI\n```\n~~~\n````\n')
  })
})
