import { engineer } from '../../../../src/flows/engineer'
import { engineerNamed } from '../../../../src/flows/engineer/named'
import { type Folder, makeFolder, makeRepository } from '../../../support/folder'
import { spellHere } from '../../../support/packed-program'
import { allowAll } from '../../../support/packed-provable'
import { prove as keepProofOf } from '../../../support/provable-work'
import { commitAll, git } from '../../../support/team-repository'

// The verdict on work that is new since the base: what it is, where it is, and what is asked. Printed as a table.

const places = ['current', 'named', 'archived'] as const
type Place = (typeof places)[number]

const asked = ['any', 'complete', 'proven', 'any --rerun', 'proven --rerun'] as const
type Verdict = 'green' | 'noted' | 'red'

/** What is done to work whose plan is this, and the verdicts on a pull request, or locally against a base. */
interface Row {
  readonly plan: string
  readonly lead: (work: Led) => void | Promise<void>
  readonly verdicts: readonly Verdict[]
}

const withCommand = '# Sum\n\n- [ ] adds\n  - run: `node t.js`\n'
const green5: readonly Verdict[] = ['green', 'green', 'green', 'green', 'green']
const red5: readonly Verdict[] = ['red', 'red', 'red', 'red', 'red']

const rows: Readonly<Record<string, Row>> = {
  'under way, nothing ticked': {
    plan: withCommand,
    lead: () => undefined,
    verdicts: ['green', 'red', 'red', 'green', 'red'],
  },
  'ticked without a proof': { plan: withCommand, lead: (work) => work.tick(), verdicts: red5 },
  'ticked, and its last run failed': {
    plan: withCommand,
    lead: (work) => {
      work.prove()
      work.breaks()
      work.prove(10)
      work.tick()
    },
    verdicts: red5,
  },
  'stale: proven on other files': {
    plan: withCommand,
    lead: (work) => {
      work.prove()
      work.complete()
      work.folder.write({ 'other.js': '// since\n' })
    },
    verdicts: ['noted', 'red', 'red', 'noted', 'noted'],
  },
  'stale, and broken since': {
    plan: withCommand,
    lead: (work) => {
      work.prove()
      work.complete()
      work.breaks()
    },
    verdicts: ['noted', 'red', 'red', 'red', 'red'],
  },
  'done, every command proven': {
    plan: withCommand,
    lead: (work) => {
      work.prove()
      work.complete()
    },
    verdicts: green5,
  },
  'done, claimed only': {
    plan: '# Sum\n\n- [ ] adds\n',
    lead: (work) => {
      work.task()
      work.tick()
      work.complete()
    },
    verdicts: ['green', 'green', 'red', 'green', 'red'],
  },
  'for the developer, ticked and not confirmed': {
    plan: '# Sum\n\n- [ ] reads well\n  - by: developer\n',
    lead: (work) => {
      work.task()
      work.tick()
    },
    verdicts: ['noted', 'red', 'red', 'noted', 'red'],
  },
  'for the developer, confirmed': {
    plan: '# Sum\n\n- [ ] reads well\n  - by: developer\n',
    lead: async (work) => {
      work.task()
      await work.confirm()
      work.tick()
      work.complete()
    },
    verdicts: green5,
  },
  'an override led to the end': {
    plan: withCommand,
    lead: (work) => {
      work.prove()
      work.spell(0, 'override', 'ACHIEVE_COMPLETE', '--reason', 'a test')
    },
    verdicts: ['noted', 'red', 'red', 'red', 'red'],
  },
}

/** Work of the six spells on a branch from main. */
class Led {
  readonly folder: Folder
  private readonly flags: readonly string[]
  private readonly home: string

  constructor(
    readonly place: Place,
    private readonly plan: string,
  ) {
    this.folder = makeRepository({ 'sum.js': 'exports.add = (a, b) => a + b\n', 't.js': sumTest, '.gitignore': '' })
    onBranch(this.folder, 'feat')
    this.home = place === 'named' ? '.ai/work/sum' : '.ai/task'
    this.flags = place === 'named' ? ['--work', 'sum'] : []
  }

  spell(code: number, ...args: string[]): void {
    const ran = spellHere(this.folder.path, [...args, ...this.flags])
    if (ran.exitCode !== code) throw new Error(`spell ${args.join(' ')}: ${ran.exitCode} ${ran.stdout}${ran.stderr}`)
  }
  async begin(): Promise<void> {
    if (this.place === 'named') spellHere(this.folder.path, ['new', 'sum', '--named'])
    else this.spell(0, 'accio')
    this.folder.write({ [`${this.home}/context.md`]: '# Context\n\nSums.\n' })
    this.spell(0, 'accio')
    this.folder.write({ [`${this.home}/plan.md`]: this.plan })
    this.spell(0, 'accio')
    await allowAll(this.folder, this.flow)
  }
  get flow() {
    return this.place === 'named' ? engineerNamed('sum') : engineer
  }
  /** Carries out a task, after which boxes may be ticked. */
  task(): void {
    this.folder.write({ [`${this.home}/task.md`]: '---\ntask_name: sum\n---\n\nAdd.\n' })
    this.spell(0, 'accio')
    this.folder.write({ [`${this.home}/task-results.md`]: 'Done.\n' })
    this.spell(0, 'accio')
  }
  prove(code = 0): void {
    this.spell(code, 'prove', '1')
  }
  tick(): void {
    const path = `${this.home}/plan.md`
    this.folder.write({ [path]: this.folder.read(path).replace('[ ]', '[x]') })
  }
  breaks(): void {
    this.folder.write({ 'sum.js': 'exports.add = (a, b) => a - b\n' })
  }
  complete(): void {
    this.spell(0, 'accio')
  }
  async confirm(): Promise<void> {
    await keepProofOf(this.folder, 1, {}, this.flow)
  }
  archive(): void {
    this.spell(0, 'new', '--yes')
  }
}

/** Commits all as main, and begins a branch from it. */
function onBranch(folder: Folder, branch: string): void {
  commitAll(folder)
  git(folder, 'branch', '-M', 'main')
  git(folder, 'checkout', '-qb', branch)
}

const sumTest = "process.exit(require('./sum.js').add(2, 2) === 4 ? 0 : 1)\n"

/** Where the check runs: on a developer's machine, for a pull request, after its merge, in a merge queue. */
const contexts = ['local', 'request', 'push', 'queue'] as const
type Context = (typeof contexts)[number]

function verdictIn(folder: Folder, context: Context, requirement: string): Verdict {
  const [what = '', again] = requirement.split(' ')
  const main = git(folder, 'rev-parse', 'main').trim()
  const head = git(folder, 'rev-parse', 'HEAD').trim()
  const event = {
    request: { pull_request: { head: { sha: head }, number: 1 } },
    push: { before: main },
    queue: { merge_group: { base_sha: main } },
    local: {},
  }[context]
  const file = `${makeFolder({ 'event.json': JSON.stringify(event) }).path}/event.json`
  const base = context === 'local' || context === 'request' ? ['--base', 'main'] : []
  const args = [...base, '--require', what, ...(again ? ['--rerun', '--allow-commands'] : [])]
  const env = { CI: 'true', GITHUB_EVENT_PATH: file }
  const format = context === 'local' ? 'text' : 'github'
  const { exitCode, stdout, stderr } = spellHere(folder.path, ['check', ...args, '--format', format], { env })
  if (exitCode !== 0 && exitCode !== 10) throw new Error(`${exitCode} ${stdout}${stderr}`)
  if (exitCode === 10) return 'red'
  return /criterion-not-proven|override/.test(stdout) ? 'noted' : 'green'
}

/** Where there is nothing but a merged commit, what is stale can only be noted. */
const expectedIn = (context: Context, name: string, verdicts: readonly Verdict[]): readonly Verdict[] =>
  name.startsWith('stale') && (context === 'push' || context === 'queue')
    ? verdicts.map((verdict, index) => (index < 3 ? 'noted' : verdict))
    : verdicts

const table: string[][] = []
afterAll(() => {
  const lines = [['work', 'place', 'where', ...asked], ...table].map((cells) => `| ${cells.join(' | ')} |`)
  process.stdout.write(`${lines.join('\n')}\n`)
})

describe.each(Object.keys(rows))('%s', (name) => {
  test.each(places)('%s', async (place) => {
    const { plan, lead, verdicts } = rows[name] as Row
    const work = new Led(place, plan)
    await work.begin()
    await lead(work)
    if (place === 'archived') work.archive()
    commitAll(work.folder)
    for (const context of contexts) {
      const found = asked.map((requirement) => verdictIn(work.folder, context, requirement))
      table.push([name, place, context, ...found])
      const expected = expectedIn(context, name, verdicts)
      expect({ context, found }).toEqual({ context, found: expected })
    }
  })
})

test.each(places)('the next, unrelated request is green, whatever work it follows: %s', async (place) => {
  const work = new Led(place, withCommand)
  await work.begin()
  work.prove()
  work.complete()
  if (place === 'archived') work.archive()
  commitAll(work.folder)
  git(work.folder, 'checkout', '-q', 'main')
  git(work.folder, 'merge', '-q', '--squash', 'feat')
  commitAll(work.folder)
  git(work.folder, 'checkout', '-qb', 'docs')
  work.folder.write({ 'sum.js': 'exports.add = (a, b) => b + a\n' })
  commitAll(work.folder)
  for (const context of ['local', 'request'] as const)
    for (const requirement of asked) expect(verdictIn(work.folder, context, requirement)).toBe('green')
})

test('without work, or without `.ai/`, everything is green, and it is said; `--require-work` is red but for listed paths', () => {
  const folder = makeRepository({
    'a.js': '1\n',
    '.ai/spell.json': '{"check": {"withoutWork": ["docs/", "README.md"]}}\n',
  })
  onBranch(folder, 'other')
  folder.write({ 'docs/page.md': 'text\n', 'README.md': 'text\n' })
  commitAll(folder)
  const check = (...args: string[]) => spellHere(folder.path, ['check', '--base', 'main', ...args])
  for (const requirement of ['any', 'complete', 'proven'])
    expect(check('--require', requirement)).toMatchObject({
      exitCode: 0,
      stdout: 'All is in order: no work is new since `main`.\n',
    })
  expect(check('--require-work').exitCode).toBe(0)
  folder.write({ 'a.js': '2\n' })
  commitAll(folder)
  expect(check('--require-work')).toMatchObject({ exitCode: 10, stdout: expect.stringContaining('`work-missing`') })
  folder.remove('.ai')
  commitAll(folder)
  expect(check('--require', 'proven')).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('There is no `.ai/` here'),
  })
})

test('without a base, or without git, only `any` can be asked', async () => {
  const work = new Led('current', withCommand)
  await work.begin()
  work.prove()
  work.complete()
  commitAll(work.folder)
  const check = (requirement: string) => spellHere(work.folder.path, ['check', '--require', requirement, '--json'])
  for (const withGit of [true, false]) {
    if (!withGit) work.folder.remove('.git')
    expect(check('any').exitCode).toBe(0)
    for (const requirement of ['complete', 'proven'])
      expect(JSON.parse(check(requirement).stdout).findings).toMatchObject([{ rule: 'nothing-to-compare' }])
  }
})

test('an archived piece of work is proven again by its name, so that two pieces fit into one request', async () => {
  const work = new Led('current', withCommand)
  await work.begin()
  work.prove()
  work.complete()
  work.archive()
  work.folder.write({ 'other.js': '// the next piece\n' })
  commitAll(work.folder)
  expect(verdictIn(work.folder, 'request', 'proven')).toBe('red')
  const [name = ''] = Object.keys(work.folder.contents()).flatMap(
    (path) => /^\.ai\/archive\/([^/]+)\//.exec(path)?.[1] ?? [],
  )
  const before = work.folder.read(`.ai/archive/${name}/plan.md`)
  expect(spellHere(work.folder.path, ['prove', '--work', name]).exitCode).toBe(0)
  expect(work.folder.read(`.ai/archive/${name}/plan.md`)).toBe(before)
  commitAll(work.folder)
  for (const requirement of asked) expect(verdictIn(work.folder, 'request', requirement)).toBe('green')
})
