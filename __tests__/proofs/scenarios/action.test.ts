import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { castIn } from '../../support/casting'
import { type Folder, makeFolder, plainEnv } from '../../support/folder'
import { program } from '../../support/packed-program'
import { provable } from '../../support/packed-provable'
import { describeOnPosix } from '../../support/posix'
import { cloneOf, commitAll, git, planFile, shop, tick } from '../../support/team-repository'

interface Step {
  readonly id: string
  readonly shell: string
  readonly run: string
  readonly 'working-directory': string
  readonly env: Readonly<Record<string, string>>
}
interface Upload {
  readonly uses: string
  readonly if: string
  readonly with: Readonly<Record<string, string | boolean>>
}
interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default: string }>>
  readonly runs: {
    readonly using: string
    readonly steps: readonly [Step, Upload]
  }
}
const action: Action = parse(readFileSync('action.yml', 'utf8'))

interface Given {
  readonly inputs?: Readonly<Record<string, string>>
  readonly event?: object
  readonly env?: Readonly<Record<string, string>>
}

/** Does what a runner does: fills in the inputs, sets its variables, and runs each step in its shell. */
function runAction(workspace: Folder, { inputs = {}, event = {}, env = {} }: Given = {}) {
  const temp = makeFolder({ 'event.json': JSON.stringify(event), 'bin/npx': '#!/bin/sh\necho "npx $*"\n' })
  chmodSync(join(temp.path, 'bin/npx'), 0o755)
  const given = Object.fromEntries(Object.entries(action.inputs).map(([name, input]) => [name, input.default]))
  const values: Readonly<Record<string, string>> = {
    'github.action_path': process.cwd(),
    ...Object.fromEntries(Object.entries({ ...given, ...inputs }).map(([name, value]) => [`inputs.${name}`, value])),
  }
  const fill = (text: string) =>
    text.replace(/\$\{\{ *([\w.-]+) *\}\}/g, (_, name: string) => {
      if (values[name] === undefined) throw new Error(`a runner knows no ${name}`)
      return values[name]
    })
  const [step] = action.runs.steps
  expect(step.shell).toBe('bash')
  const done = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', fill(step.run)], {
    cwd: join(workspace.path, fill(step['working-directory'])),
    encoding: 'utf8',
    env: {
      ...plainEnv,
      PATH: `${join(temp.path, 'bin')}:${process.env.PATH}`,
      CI: 'true',
      GITHUB_ACTIONS: 'true',
      GITHUB_WORKSPACE: workspace.path,
      GITHUB_EVENT_PATH: join(temp.path, 'event.json'),
      GITHUB_STEP_SUMMARY: join(temp.path, 'summary.md'),
      GITHUB_OUTPUT: join(temp.path, 'output'),
      RUNNER_TEMP: temp.path,
      ...Object.fromEntries(Object.entries(step.env).map(([name, value]) => [name, fill(value)])),
      ...env,
    },
  })
  const [stdout, exitCode] = [done.stdout + done.stderr, done.status]
  const output = existsSync(join(temp.path, 'output')) ? temp.read('output') : ''
  const page = output.replace(/^page=(.*)\n$/, '$1')
  const summary = existsSync(join(temp.path, 'summary.md')) ? temp.read('summary.md') : ''
  return { stdout, exitCode, summary, page: existsSync(page) ? readFileSync(page, 'utf8') : '' }
}

/** A checkout of a branch, with the program installed. */
function checkout(folder: Folder, ...options: string[]): Folder {
  const clone = cloneOf(folder, ...options)
  clone.write({ 'node_modules/.bin/spell': `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n` })
  chmodSync(join(clone.path, 'node_modules/.bin/spell'), 0o755)
  return clone
}

test('the action is composite, and takes no token that it is not given', () => {
  expect(action.runs.using).toBe('composite')
  expect(JSON.stringify(action)).not.toMatch(/github\.token|secrets/)
  for (const { description } of Object.values(action.inputs)) expect(description).toMatch(/^[A-Z].+\.$/)
  // An input within a script would be run.
  const [step, upload] = action.runs.steps
  expect(step.run).not.toContain('${{')
  expect(upload.if).toContain("always() && steps.spell.outputs.page != ''")
  expect(upload.with.path).toContain('steps.spell.outputs.page')
})

describeOnPosix('the action', () => {
  test('passes on a pull request with honest work, and tells how it got where it stands', async () => {
    const clone = checkout(await shop())
    const { stdout, exitCode, summary } = runAction(clone, { env: { GITHUB_BASE_REF: 'main' } })
    expect({ stdout, exitCode }).toEqual({
      stdout:
        'All is in order: 11 steps lead from the start to “Task draft”; one archive with 7 steps. It goes on from where origin/main left it.\n',
      exitCode: 0,
    })
    expect(summary).toMatch(/^## spell check\n\nAll is in order/)
    expect(summary).toMatch(/→ Review in progress$/m)
  })

  test('puts a report below what was checked, with its page, whatever the check finds', async () => {
    const folder = await shop('main')
    const honest = runAction(checkout(folder))
    expect(honest).toMatchObject({
      exitCode: 0,
      page: expect.stringMatching(/^<!doctype html>\n<!-- spell report -->/),
    })
    expect(honest.summary).toMatch(/^## spell check\n[\s\S]*\nNot complete: [\s\S]*\n### Acceptance criteria\n/)
    tick(folder, 4)
    await castIn(folder, 'accio')
    commitAll(folder)
    const cheating = runAction(checkout(folder))
    expect(cheating).toMatchObject({ exitCode: 10, summary: expect.stringContaining('### Acceptance criteria') })
    expect(runAction(checkout(folder), { inputs: { report: 'false' } })).toMatchObject({ exitCode: 10, page: '' })
    expect(runAction(checkout(folder), { inputs: { work: 'nothing' } })).toMatchObject({
      exitCode: 10,
      page: '',
      stdout: expect.stringContaining('“nothing”'),
    })
  })

  test('gives its token to the comment on a pull request alone', async () => {
    const clone = await shop()
    const script = '#!/bin/sh\necho "$*: [$REPORT_TOKEN$GH_TOKEN$GH_ENTERPRISE_TOKEN]" >> ran\n'
    clone.write({ 'node_modules/.bin/spell': script })
    chmodSync(join(clone.path, 'node_modules/.bin/spell'), 0o755)
    const ran = (name: string, inputs: Readonly<Record<string, string>>) => {
      clone.remove('ran')
      runAction(clone, { inputs, env: { GITHUB_EVENT_NAME: name } })
      return clone
        .read('ran')
        .trim()
        .split('\n')
        .map((line) => line.replace(/ --html .*html(?=:)/, ' --html'))
    }
    const check = 'check --format github --require any: []'
    expect(ran('pull_request', { token: 'T' })).toEqual([
      check,
      'report --quiet --html: []',
      'report --quiet: []',
      'report --quiet --comment: [TT]',
    ])
    expect(ran('push', { token: 'T' })).not.toContain('report --quiet --comment: [TT]')
    expect(ran('pull_request', {})).toEqual([check, 'report --quiet --html: []', 'report --quiet: []'])
  })

  test('fails on a pull request with a cheat, at its file and line', async () => {
    const folder = await shop('main')
    tick(folder, 4)
    await castIn(folder, 'accio')
    commitAll(folder)
    const { stdout, exitCode, summary } = runAction(checkout(folder), { env: { GITHUB_BASE_REF: 'main' } })
    expect(exitCode).toBe(10)
    expect(stdout).toContain(
      '::error file=.ai/task/history.jsonl,line=4,title=spell check%3A criteria-ticked::4 criteria',
    )
    expect(summary).toContain('| `criteria-ticked` | `.ai/task/history.jsonl:4` | 4 criteria were ticked')
  })

  test('compares a push with what was there before it, and a merge queue with what it goes on from', async () => {
    const folder = await shop('main')
    git(folder, 'checkout', '-q', '--orphan', 'forced')
    folder.remove('.ai')
    commitAll(folder)
    const alone = git(folder, 'rev-parse', 'HEAD').trim()
    git(folder, 'checkout', '-q', '--detach', 'main')
    const before = git(folder, 'rev-parse', 'HEAD').trim()
    folder.remove('.ai')
    commitAll(folder)
    const clone = checkout(folder)
    for (const event of [{ before }, { merge_group: { base_sha: before } }]) {
      expect(runAction(clone, { event })).toMatchObject({
        exitCode: 10,
        stdout: expect.stringContaining('title=spell check%3A history-removed::'),
      })
    }
    expect(runAction(clone, { event: { before: '0'.repeat(40) } })).toMatchObject({ exitCode: 0 })
    expect(runAction(clone, { event: { before: 'f'.repeat(40) } })).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('is not here any more'),
    })
    expect(runAction(clone, { inputs: { base: alone } })).toMatchObject({ exitCode: 2 })
  })

  test('of a clone without the past says what to do about it, where an annotation is looked for', async () => {
    const clone = checkout(await shop(), '--depth=1', '--branch=export')
    const { stdout, exitCode } = runAction(clone, { env: { GITHUB_BASE_REF: 'main' } })
    expect(exitCode).toBe(2)
    expect(stdout).toMatch(/^::error title=spell check::This clone does not have enough .*fetch-depth: 0/)
  })

  test('hands its inputs on as they are', async () => {
    const clone = checkout(await shop())
    const given = { require: 'complete', base: '$(touch ran); "main"', 'no-overrides': 'true' }
    const { stdout, exitCode } = runAction(clone, { inputs: given })
    expect(exitCode).toBe(2)
    expect(stdout).toContain('git knows no commit "$(touch ran); \\"main\\""')
    expect(existsSync(join(clone.path, 'ran'))).toBe(false)
    expect(runAction(clone, { inputs: { ...given, base: 'main' } }).stdout).toContain('work-not-complete')
    expect(runAction(clone, { inputs: { require: 'most' } }).exitCode).toBe(2)
  })

  test('runs the commands of the plan again where the workflow file says so, and never with secrets', async () => {
    const folder = await provable('done', { [planFile]: '- [ ] a\n  - run: `touch /dev/null`\n' })
    folder.write({ [planFile]: '- [x] a\n  - run: `node test.cjs nothing`\n' })
    commitAll(folder)
    const clone = checkout(folder)
    expect(runAction(clone).stdout).not.toContain('rerun-failed')
    const inputs = { rerun: 'true' }
    expect(runAction(clone, { inputs })).toMatchObject({
      exitCode: 10,
      stdout: expect.stringContaining(
        '::error file=.ai/task/plan.md,line=1,title=spell check%3A rerun-failed::Criterion 1 is ticked, but `node test.cjs nothing` does not pass here',
      ),
    })
    const env = { GITHUB_EVENT_NAME: 'pull_request_target' }
    expect(runAction(clone, { inputs, env })).toMatchObject({
      exitCode: 3,
      stdout: expect.stringMatching(/^::error title=spell check::.*`pull_request_target`, which has secrets/m),
    })
  })

  test('runs another version where one is asked for, and its own if none is installed', async () => {
    const clone = checkout(await shop())
    const common = 'check --format github --require any'
    expect(runAction(clone, { inputs: { version: '1.2.3' } }).stdout).toBe(`npx --yes spell-cli@1.2.3 ${common}\n`)
    clone.remove('node_modules')
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
    expect(runAction(clone).stdout).toBe(`npx --yes spell-cli@${version} ${common}\n`)
  })
})

test('what the page about the check shows for a workflow can be read, and uses inputs that there are', () => {
  const page = readFileSync('docs/check.md', 'utf8')
  const [workflow, gitlab] = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text = '']) => parse(text))
  const [, use] = workflow.jobs.check.steps
  expect(Object.keys(use.with).filter((name) => !(name in action.inputs))).toEqual([])
  expect(workflow.jobs.check.steps[0].with).toEqual({ 'fetch-depth': 0 })
  const [line] = gitlab.spell.script
  const run = (env: object) =>
    execFileSync('sh', ['-c', `npx() { printf '%s|' "$@"; }; ${line.replace(/ > .*/, '')}`], {
      env: { PATH: process.env.PATH, ...env },
      encoding: 'utf8',
    })
  expect(run({})).toBe('--yes|spell-cli|check|--format|junit|')
  expect(run({ CI_MERGE_REQUEST_DIFF_BASE_SHA: 'abc' })).toBe('--yes|spell-cli|check|--format|junit|--base|abc|')
})
