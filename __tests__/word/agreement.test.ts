import { cast } from '../../src/cast/cast'
import { checkPiece } from '../../src/check/check-piece'
import { consentsOf, keepConsent } from '../../src/proof/consent/consent'
import { agree } from '../../src/word/agreement'
import { changesSince, shownBy } from '../../src/word/changes'
import { proposalOf } from '../../src/word/proposal'
import type { ShownWork } from '../../src/word/sessions'
import { agreedIn } from '../../src/work/history/agreed'
import { openNew } from '../../src/work/own/own-entry'
import { standard } from '../../src/work/settings/settings'
import { workIn } from '../../src/work/work'
import { engineer } from '../../src/workflows/engineer'
import { readWorkflow } from '../../src/workflows/own/read-workflow'
import { castIn, linesOf, titleOf, work } from '../support/casting'
import { copyOf, type Folder, madeOnce, makeFolder, makeRepository } from '../support/folder'
import { commitAll, git, gitInTurn } from '../support/git'
import { planPath } from '../support/provable-work'
import { inSession, say } from '../support/words'

const workAt = ({ path }: Folder) => workIn(path, engineer)
const planWith = (...commands: readonly string[]) =>
  `# Export\n\n- [ ] It is exported\n${commands.map((text) => `  - run: \`${text}\`\n`).join('')}`

/** A developer at a clone, who sees what is new and then says a word. */
class Developer {
  readonly env = { XDG_STATE_HOME: makeFolder().path }
  constructor(
    readonly folder: Folder,
    readonly began = new Date(Date.now() - 60_000),
  ) {}

  async reads() {
    const now = await proposalOf(workAt(this.folder), this.env)
    return { now, news: changesSince(agreedIn(workAt(this.folder).saved.history, engineer), now) }
  }

  async sees(): Promise<ShownWork> {
    const { now, news } = await this.reads()
    const shown = news && shownBy(news, now)
    if (!shown) throw new Error('nothing is new')
    return shown
  }

  agrees = (shown: ShownWork) =>
    agree(workAt(this.folder), { env: this.env, now: new Date(), began: this.began }, shown)

  async allowed(): Promise<string[]> {
    const { commands } = await proposalOf(workAt(this.folder), this.env)
    return commands.flatMap(({ command, allowed }) => (allowed === 'work' ? [command.text] : []))
  }
}

test('what the developer has refused no later word allows, only another answer to the same question', async () => {
  const folder = makeRepository({ 'package.json': '{"scripts":{"test":"node --test"}}' })
  await castIn(folder, 'accio')
  typed(folder)
  const kim = new Developer(folder)
  const shown = await kim.sees()
  const answer = async (said: 'no' | 'work') => {
    const work = workAt(folder)
    const { commands } = await proposalOf(work, kim.env)
    await keepConsent(consentsOf(work, [], kim.env), commands, said, new Date())
  }
  await answer('no')
  await kim.agrees(shown)
  expect(await kim.allowed()).toEqual([])
  // Nothing that is shown later says that an Accio would let it run.
  expect((await kim.reads()).news?.commands).toEqual([])
  await answer('work')
  expect(await kim.allowed()).toEqual(['npm test'])
})

/** A clone with a plan that nobody has written yet. */
const begun = madeOnce(async () => {
  const folder = makeRepository({ 'package.json': '{"scripts":{"test":"node --test"}}' })
  await castIn(folder, 'accio')
  commitAll(folder)
  return folder
})

/** Another clone in which another user has committed a plan. */
function elsewhere(folder: Folder, plan = planWith('npm test'), ...before: readonly string[][]): Folder {
  const other = copyOf(folder)
  if (before.length > 0) gitInTurn(other, ...before)
  // Of the same parent, files and second, git makes the same commit.
  other.write({ [planPath]: plan, 'other.txt': '' })
  commitAll(other)
  return other
}

const typed = (folder: Folder) => folder.write({ [planPath]: planWith('npm test') })
const fetched = (folder: Folder, ...plan: string[]) =>
  git(folder, 'fetch', '-q', elsewhere(folder, ...plan).path, 'HEAD')
const intoOther = (folder: Folder, ...plan: string[]) => {
  fetched(folder, ...plan)
  git(folder, 'update-ref', 'refs/remotes/origin/other', 'FETCH_HEAD')
}

// biome-ignore format: a case is a line
test.each<[what: string, act: (folder: Folder) => unknown, isAllowed: boolean]>([
  ['typed here', typed, true],
  ['committed here', (folder) => [typed(folder), commitAll(folder)], true],
  ['amended here', (folder) => [typed(folder), commitAll(folder), gitInTurn(folder, ['commit', '-q', '--amend', '-m', 'b'])], true],
  ['committed here, and merged with what others did', (folder) => {
    gitInTurn(folder, ['checkout', '-q', '-b', 'mine'])
    typed(folder)
    commitAll(folder)
    git(folder, 'fetch', '-q', elsewhere(folder, '', ['reset', '-q', '--hard', 'HEAD~1']).path, 'HEAD')
    git(folder, 'merge', '-q', '-s', 'ours', 'FETCH_HEAD')
  }, true],
  ['pulled', (folder) => git(folder, 'pull', '-q', '--ff-only', elsewhere(folder).path, 'HEAD'), false],
  ['pulled, and amended here', (folder) => {
    git(folder, 'pull', '-q', '--ff-only', elsewhere(folder).path, 'HEAD')
    gitInTurn(folder, ['update-ref', '-d', 'FETCH_HEAD'], ['commit', '-q', '--amend', '-m', 'mine'])
  }, false],
  ['merged', (folder) => {
    folder.write({ 'mine.txt': '' })
    const other = elsewhere(folder)
    commitAll(folder)
    git(folder, 'pull', '-q', '--no-rebase', '--no-edit', other.path, 'HEAD')
  }, false],
  ['in a merge alone, which was made elsewhere', (folder) => {
    const other = copyOf(folder)
    gitInTurn(other, ['checkout', '-q', '-b', 'b'], ['commit', '-q', '--allow-empty', '-m', 'b'], ['checkout', '-q', '-'], ['commit', '-q', '--allow-empty', '-m', 'a'], ['merge', '-q', '--no-commit', '--no-ff', 'b'])
    typed(other)
    commitAll(other)
    git(folder, 'fetch', '-q', other.path, 'HEAD:refs/remotes/origin/b')
    git(folder, 'checkout', '-q', 'origin/b', '--', planPath)
  }, false],
  ['picked', (folder) => [intoOther(folder), git(folder, 'cherry-pick', 'origin/other')], false],
  ['checked out from another branch', (folder) => [intoOther(folder), git(folder, 'checkout', '-q', 'origin/other', '--', planPath)], false],
  ['checked out, and committed here', (folder) => [intoOther(folder), git(folder, 'checkout', '-q', 'origin/other', '--', planPath), commitAll(folder)], false],
  ['written as a commit without a branch has it', (folder) => [fetched(folder), typed(folder)], false],
  ['written as others have said it in prose', (folder) => [intoOther(folder, 'Run npm\n  test later\n'), typed(folder)], false],
  ['written as others have hidden it from a search', (folder) => [intoOther(folder, '- [ ] a\n  - run: `npm\n    test`\n'), typed(folder)], false],
])('of a command that was %s', async (_, act, isAllowed) => {
  const folder = await begun()
  await act(folder)
  const developer = new Developer(folder)
  const agreed = await developer.agrees(await developer.sees())
  expect({ allowed: await developer.allowed(), agreed }).toEqual({
    allowed: isAllowed ? ['npm test'] : [],
    agreed: { criteria: expect.stringMatching(/^[0-9a-f]{16}$/), ...(isAllowed && { commands: 1 }) },
  })
})

test('what was committed here before the session is none of it', async () => {
  const folder = makeRepository()
  await castIn(folder, 'accio')
  typed(folder)
  commitAll(folder)
  const developer = new Developer(folder, new Date(Date.now() + 60_000))
  await developer.agrees(await developer.sees())
  expect(await developer.allowed()).toEqual([])
})

test('without git everything was typed here; what was swapped before the word is not allowed', async () => {
  const folder = makeFolder()
  await castIn(folder, 'accio')
  folder.write({ [planPath]: planWith('npm test', 'true') })
  const developer = new Developer(folder)
  const shown = await developer.sees()
  folder.write({ [planPath]: planWith('true', 'rm -r src') })
  expect(await developer.agrees(shown)).toEqual({ commands: 1 })
  expect(await developer.allowed()).toEqual(['true'])
})

/** The codes of what a check finds, with what it advises. */
async function found(folder: Folder): Promise<[code: string, fix: string | undefined][]> {
  const checking = {
    work: workAt(folder),
    now: new Date(),
    env: {},
    title: (state: string) => titleOf(engineer, state),
    settings: standard,
  }
  const { findings } = await checkPiece({ ...checking, request: {} } as never)
  return findings.map(({ code, fix }) => [code, fix?.split('  ')[0]])
}

/** Rewords a criterion in a task, and finishes that. @returns what the Accio says */
async function reworded(box: string): Promise<{ folder: Folder; read: string }> {
  const folder = await work(makeFolder())
  const plan = folder.read(planPath).replaceAll('[ ]', box)
  folder.write({ [planPath]: plan.replace('a header row', 'two header rows'), '.ai/task/task-results.md': 'Done.\n' })
  return { folder, read: (await castIn(folder, 'accio')).developer }
}

/** The developer sees what is new, and says Accio, which leads on. */
async function accioAgreed(folder: Folder) {
  folder.write({ '.ai/task/task.md': '# Task\n\nMore.\n' })
  const ctx = inSession(folder)
  await say(ctx, {})
  const { shown, developer: read } = await cast(workAt(folder), 'lumos', ctx)
  await say(ctx, { words: { accio: 1 } })
  const { warnings } = await cast(workAt(folder), 'accio', ctx)
  return { warnings, shown, read, line: JSON.parse(linesOf(folder).at(-1) ?? '') }
}

test('a criterion that was reworded in a task is a finding, until the Accio that it advises agrees to it', async () => {
  const { folder, read: told } = await reworded('[ ]')
  expect(told).toContain('Not agreed to:\n\n1. it has two header rows\n')
  expect(await found(folder)).toEqual([['criteria-changed', 'spell lumos']])
  expect((await new Developer(folder).reads()).news?.reworded).toEqual(['it has two header rows'])
  const { shown, read, line, ...rest } = await accioAgreed(folder)
  expect(shown).toMatchObject({ reworded: ['it has two header rows'] })
  expect(read).toContain(
    '1. it has two header rows · reworded\n   - “it has a header row” → “it has two header rows” (you agreed to the old one)\n',
  )
  expect(read).toMatch(/You: look at criterion 1\. \*\*Accio\*\* agrees to the change\.$/)
  expect(rest.warnings).toEqual([])
  expect(line).toMatchObject({ word: 'said', agreed: { criteria: expect.stringMatching(/^[0-9a-f]{16}$/) } })
  expect(await found(folder)).toEqual([])
})

test('in complete work the way there is Finite', async () => {
  const { folder } = await reworded('[x]')
  expect((await castIn(folder, 'accio')).to).toBe('ACHIEVE_COMPLETE')
  expect(await found(folder)).toEqual([['criteria-changed', 'spell finite']])
  await castIn(folder, 'finite')
  folder.write({ [planPath]: `${folder.read(planPath)}- [ ] it is quick\n` })
  await accioAgreed(folder)
  expect(await found(folder)).toEqual([])
})

const acts = ['look', 'change', 'say'] as const
const orders = acts.flatMap((a) => acts.flatMap((b) => acts.flatMap((c) => acts.map((d) => [a, b, c, d]))))
const versions = ['- [ ] a\n', '- [ ] b\n']

test('in whatever order, a word agrees to the plan that was shown last before it was said, if it is still that', async () => {
  const base = makeRepository()
  await castIn(base, 'accio', 'accio')
  const agrees = await Promise.all(
    orders.map(async (order) => {
      const folder = copyOf(base)
      const ctx = inSession(folder)
      const at = (second: number) => ({ ...ctx, now: new Date(ctx.now.getTime() + second * 1_000) })
      let version = 0
      let shown: number | undefined
      let seen: number | undefined
      folder.write({ [planPath]: versions[version] ?? '' })
      await say(at(0), {})
      for (const [index, act] of order.entries()) {
        if (act === 'change') {
          version = 1 - version
          folder.write({ [planPath]: versions[version] ?? '' })
        } else if (act === 'look') {
          await cast(workAt(folder), 'lumos', at(index + 1))
          shown = version
        } else {
          await say(at(index + 1), { words: { accio: 1 } })
          seen = shown
        }
      }
      if (!order.includes('say')) return true
      await cast(workAt(folder), 'accio', at(9))
      const { criteria } = JSON.parse(linesOf(folder).at(-1) ?? '').agreed ?? {}
      return (criteria !== undefined) === (seen === version) || order.join(' ')
    }),
  )
  expect(agrees.filter((each) => each !== true)).toEqual([])
})

/** In a workflow of the repository only a word whose step says so agrees to what was shown. */

const text = `
workflow: build
about: From a plan to its end
start: planning
words: { next: go on, revise: keep it and begin again, drop: give it up }
files: { plan: plan.md }
counts: { rounds: { most: 3 } }
states:
  planning: { phase: planning, title: Plan, agent: "Write {plan}.", developer: "Look." }
  doing: { phase: task, title: Doing, agent: "Do {plan}.", developer: "Look." }
  ended: { phase: complete, title: Ended, goal: true, developer: "Look." }
steps:
  - { id: A, from: planning, word: next, by: developer, when: { count: open, in: plan, least: 1 }, to: doing, agrees: true }
  - { id: B, from: planning, word: revise, by: developer, when: { count: rounds, most: 2 }, do: [ { add: rounds } ] }
  - { id: E, from: doing, word: next, when: proven, to: ended }
  - { id: C, from: doing, word: revise, by: developer, to: planning }
  - { id: D, from: [planning, doing], word: drop, by: developer, to: ended }
`
const { file, faults } = readWorkflow(text)
if (!file) throw new Error(faults[0]?.message)
const flow = openNew({ file, beside: { states: {}, templates: {} } }, 'cache')
const ownPlan = '.ai/work/cache/plan.md'
const plan = '- [ ] It is quick\n  - run: `node --version`\n'

async function planned() {
  const folder = makeRepository()
  const ctx = { ...inSession(folder), ...flow.answers }
  const says = async (word: string) => {
    await say(ctx, { words: { [word]: 1 } })
    return cast(workIn(folder.path, flow), word, ctx)
  }
  const look = async () => (await cast(workIn(folder.path, flow), 'status', ctx)).developer
  await cast(workIn(folder.path, flow), 'begin', ctx, undefined, { definition: flow.kept?.digest })
  await say(ctx, {})
  folder.write({ [ownPlan]: plan })
  const agreed = () => JSON.parse(folder.read('.ai/work/cache/history.jsonl').trim().split('\n').at(-1) ?? '').agreed
  return { folder, says, look, agreed }
}

test.each([
  ['next', { criteria: expect.any(String), commands: 1 }],
  ['revise', undefined],
  ['drop', undefined],
])('%s agrees to what was shown: %p', async (word, expected) => {
  const { says, look, agreed } = await planned()
  expect(await look()).toContain('Your next **next** lets this command run')
  await says(word)
  expect(agreed()).toEqual(expected)
})

test('where no word agrees, no answer says that one lets a command run', async () => {
  const { folder, says, look } = await planned()
  await look()
  await says('next')
  folder.write({ [ownPlan]: `${plan}- [ ] It is small\n  - run: \`node --help\`\n` })
  const shown = await look()
  expect(shown).toContain('2. It is small · new')
  expect(shown).not.toContain('lets this command')
  expect(shown).toMatch(/You: run `spell allow` for 1 command\.$/)
})
