import { walkTo } from '../../support/discovery-plan'
import { type Folder, folderBelow, makeFolder, makeRepository } from '../../support/folder'
import { commitAll, git } from '../../support/git'
import {
  type Claim,
  led,
  ownFile,
  ownText,
  type Piece,
  type Place,
  pieceIn,
  places,
  program,
  type Stage,
  type WorkflowName,
  workflows,
  wrong,
} from '../../support/packed-led'
import { jsonHere, spellHere } from '../../support/packed-program'
import { allAtNight, isNightly } from '../../support/proving'

// The verdict on work that is new since the base: what it is, of which workflow, where it is, and what is asked.

const asked = ['any', 'complete', 'proven', 'any --rerun', 'proven --rerun'] as const
type Verdict = 'green' | 'noted' | 'red'

/** What is done to work that was led so far, and the verdicts on a pull request, or locally against a base. */
interface Row {
  readonly from: Stage
  readonly claim?: Claim
  readonly lead?: (piece: Piece) => void | Promise<void>
  readonly verdicts: readonly Verdict[]
  /** Why a workflow has no such work. */
  readonly not?: Partial<Record<WorkflowName, string>>
  /** Whether it is over, so that every workflow may archive it. */
  readonly isOver?: true
}

const green5: readonly Verdict[] = ['green', 'green', 'green', 'green', 'green']
const red5: readonly Verdict[] = ['red', 'red', 'red', 'red', 'red']
const refused = 'its claim is refused without a run'
const ofPlans = 'only a plan has boxes that the developer confirms'
const givesUp = 'what ends before its end was given up'

const rows: Readonly<Record<string, Row>> = {
  'under way, nothing ticked': { from: 'begun', verdicts: ['green', 'red', 'red', 'green', 'red'] },
  'ticked without a proof': {
    from: 'begun',
    lead: (piece) => void piece.claim(),
    verdicts: red5,
    not: { hope: refused, collab: refused },
  },
  'ticked, and its last run failed': {
    from: 'claimed',
    lead(piece) {
      piece.breaks()
      piece.prove(10)
      if (piece.flow.plan) piece.claim()
    },
    verdicts: red5,
  },
  'stale: proven on other files': {
    from: 'done',
    lead: ({ folder }) => folder.write({ 'other.js': '// since\n' }),
    verdicts: ['noted', 'red', 'red', 'noted', 'noted'],
    isOver: true,
  },
  'stale, and broken since': {
    from: 'done',
    lead: (piece) => piece.breaks(),
    verdicts: ['noted', 'red', 'red', 'red', 'red'],
    isOver: true,
  },
  'done, every command proven': { from: 'done', verdicts: green5, isOver: true },
  'done, claimed only': {
    from: 'worked',
    claim: 'none',
    lead: (piece) => piece.end(),
    verdicts: ['green', 'green', 'red', 'green', 'red'],
    isOver: true,
    not: { collab: 'each of its items has a command' },
  },
  'for the developer, ticked and not confirmed': {
    from: 'worked',
    claim: 'developer',
    lead: (piece) => void piece.claim(),
    verdicts: ['noted', 'red', 'red', 'noted', 'red'],
    not: { hope: ofPlans, collab: ofPlans },
  },
  'for the developer, confirmed': {
    from: 'worked',
    claim: 'developer',
    async lead(piece) {
      await piece.confirm('sum.js')
      piece.end()
    },
    verdicts: green5,
    not: { hope: ofPlans, collab: ofPlans },
  },
  'stale: for the developer, confirmed, and changed since': {
    from: 'worked',
    claim: 'developer',
    async lead(piece) {
      await piece.confirm('sum.js')
      piece.end()
      piece.breaks()
    },
    verdicts: ['noted', 'red', 'red', 'noted', 'red'],
    not: { hope: ofPlans, collab: ofPlans },
  },
  'an override led to the end': {
    from: 'proven',
    lead: (piece) => piece.do('doctor', '--set', 'ACHIEVE_COMPLETE', '--because', 'a test'),
    verdicts: ['noted', 'red', 'red', 'red', 'red'],
    not: { hope: 'it has no override', collab: 'it has no override', own: 'its states have other names' },
  },
  'set to the end by hand, and taken over by the doctor': {
    from: 'proven',
    lead({ folder, home }) {
      const state = `${home}/state.json`
      folder.write({
        [state]: folder.read(state).replace(/("current_state": )"[A-Z_]+"/, '$1"ACHIEVE_COMPLETE"'),
      })
      expect(spellHere(folder.path, ['doctor', '--fix']).exitCode).toBe(0)
    },
    verdicts: ['noted', 'red', 'red', 'red', 'red'],
    not: {
      hope: 'the doctor restores its state',
      collab: 'the doctor restores its state',
      own: 'the doctor restores its state',
    },
  },
  'archived before its end': {
    from: 'begun',
    lead: (piece) => piece.do('new', '--yes'),
    verdicts: ['green', 'red', 'red', 'green', 'red'],
    not: { hope: givesUp, collab: givesUp, own: 'it has no other end' },
  },
  'given up': {
    from: 'begun',
    lead: (piece) => piece.do(piece.flow.definition.name, piece.flow.definition.name === 'hope' ? 'cancel' : 'stop'),
    verdicts: ['green', 'green', 'green', 'green', 'green'],
    not: { engineer: 'it has no such end', own: 'it has no other end' },
  },
}

/** Where a workflow may have it: hope has one session, whose rounds follow each other. */
const placesOf = (workflow: WorkflowName, { isOver }: Row): readonly Place[] =>
  places.filter((place) =>
    workflow === 'engineer'
      ? true
      : place === 'archived'
        ? isOver === true && workflow !== 'own'
        : workflow === 'collab' || place === (workflow === 'own' ? 'named' : 'current'),
  )

/** Commits all as main, and begins a branch from it. */
function onBranch(folder: Folder, branch: string): void {
  commitAll(folder)
  git(folder, 'branch', '-M', 'main')
  git(folder, 'checkout', '-qb', branch)
}

/** Where the check runs: on a developer's machine, for a pull request, after its merge, in a merge queue; the same on GitLab. */
const contexts = ['local', 'request', 'push', 'queue', 'gitlab request', 'gitlab push', 'gitlab train'] as const
type Context = (typeof contexts)[number]

/** What a check is asked, and where: the others are the same for every workflow, and wherever it is run, which the night tries. */
const checksOf = (workflow: WorkflowName, place: Place): readonly (readonly [Context, readonly string[]])[] =>
  contexts
    .filter((context) => isNightly || isPlain(workflow, place) || context === 'request' || context === 'push')
    .map((context) => [context, isNightly || context === 'request' ? asked : withoutRuns])
const isPlain = (workflow: WorkflowName, place: Place) => workflow === 'engineer' && place === 'current'
const withoutRuns = asked.filter((requirement) => !requirement.endsWith('--rerun'))

/** What GitLab says of its pipelines. */
const gitLab = (main = '', head = ''): Readonly<Record<string, Readonly<Record<string, string>>>> => {
  const ofRequest = {
    GITLAB_CI: 'true',
    CI_PIPELINE_SOURCE: 'merge_request_event',
    CI_MERGE_REQUEST_DIFF_BASE_SHA: main,
  }
  return {
    'gitlab request': { ...ofRequest, CI_COMMIT_SHA: head },
    'gitlab train': {
      ...ofRequest,
      CI_MERGE_REQUEST_EVENT_TYPE: 'merge_train',
      CI_MERGE_REQUEST_TARGET_BRANCH_SHA: main,
    },
    'gitlab push': { GITLAB_CI: 'true', CI_PIPELINE_SOURCE: 'push', CI_COMMIT_BEFORE_SHA: main },
  }
}

function verdictsIn(folder: Folder, context: Context, requirements: readonly string[] = asked): Verdict[] {
  const [main, head] = git(folder, 'rev-parse', 'main', 'HEAD').split('\n')
  const event = {
    request: { pull_request: { head: { sha: head }, number: 1 } },
    push: { before: main },
    queue: { merge_group: { base_sha: main } },
  }[context as string]
  const file = `${makeFolder({ 'event.json': JSON.stringify(event ?? {}) }).path}/event.json`
  const base = context === 'local' || context === 'request' ? ['--base', 'main'] : []
  const env = { CI: 'true', GITHUB_EVENT_PATH: file, ...gitLab(main, head)[context as string] }
  const format = event ? 'github' : 'text'
  return requirements.map((requirement) => {
    const [what = '', again] = requirement.split(' ')
    const args = [...base, '--require', what, ...(again ? ['--rerun', '--allow-commands'] : [])]
    const { exitCode, stdout, stderr } = spellHere(folder.path, ['check', ...args, '--format', format], { env })
    if (exitCode !== 0 && exitCode !== 10) throw new Error(`${exitCode} ${stdout}${stderr}`)
    if (exitCode === 10) return 'red'
    return /criterion-not-proven|override|adopted/.test(stdout) ? 'noted' : 'green'
  })
}

/** Answers to a command that was printed as a fix, and does not fit. */
const deadEnds = ['usage', 'no-commands', 'no-plan', 'has-command', 'unknown-number', 'unknown-work', 'unknown-command']

const codeOf = ({ folder }: Piece, args: readonly string[]): string => jsonHere(folder, ...args).code ?? ''

interface Told {
  readonly rule: string
  readonly where: string
  readonly message: string
  readonly fix: string
}
/** What speaks against `proven`. */
const findingsIn = ({ path }: Folder): readonly Told[] =>
  JSON.parse(spellHere(path, ['check', '--base', 'main', '--require', 'proven', '--json']).stdout).findings

/** The commands that are printed for that, as words. */
function fixesIn(folder: Folder): string[][] {
  const fixes = findingsIn(folder).map(({ fix }) => fix)
  const commands = fixes.filter((fix) => fix.startsWith('spell ')).map((fix) => fix.split('   #')[0]?.slice(6) ?? '')
  return [...new Set(commands)].map((command) => command.split(' '))
}

/** Where there is nothing but a merged commit, what is stale can only be noted, unless its command runs again. */
const expectedIn = (context: Context, name: string, verdicts: readonly Verdict[]): readonly Verdict[] =>
  name.startsWith('stale') && /push|queue|train/.test(context)
    ? verdicts.map((verdict, index) => (index < 3 || name.includes('confirmed') ? 'noted' : verdict))
    : verdicts

const cells = workflows.flatMap((workflow) =>
  Object.entries(rows).flatMap(([name, row]) =>
    row.not?.[workflow] ? [] : placesOf(workflow, row).map((place) => [workflow, name, place] as const),
  ),
)
test.each(cells)('%s: %s: %s', async (workflow, name, place) => {
  const { from, claim, lead, ...row } = rows[name] as Row
  const piece = await led(workflow, from, place, claim)
  await lead?.(piece)
  // The documents of a session, which its archive copies, are other files.
  if (workflow === 'collab' && place === 'archived' && name === 'done, every command proven') {
    const { stdout } = piece.spell('collab', 'cleanup', 'archive')
    piece.do(...(/`spell (prove --work \S+)`/.exec(stdout)?.[1] ?? '').split(' '))
  } else if (place === 'archived' && name !== 'archived before its end') await piece.archive()
  commitAll(piece.folder)
  for (const [context, requirements] of checksOf(workflow, place)) {
    const found = verdictsIn(piece.folder, context, requirements)
    const expected = expectedIn(context, name, row.verdicts).slice(0, requirements.length)
    expect({ context, found }).toEqual({ context, found: expected })
  }
  for (const args of fixesIn(piece.folder))
    expect([args, deadEnds.includes(codeOf(piece, args))]).toEqual([args, false])
})

const ends = cells.filter(([, name]) => name === 'done, every command proven')
test.each(ends)(
  'the next, unrelated request is green, whatever work it follows: %s: %s: %s',
  async (workflow, _, place) => {
    const piece = await led(workflow, 'done', place)
    const { folder } = piece
    if (place === 'archived') await piece.archive()
    commitAll(folder)
    git(folder, 'checkout', '-q', 'main')
    git(folder, 'merge', '-q', '--squash', 'feat')
    commitAll(folder)
    git(folder, 'checkout', '-qb', 'docs')
    folder.write({ 'sum.js': 'exports.add = (a, b) => b + a\n' })
    commitAll(folder)
    for (const context of ['local', 'request'] as const) expect(verdictsIn(folder, context)).toEqual(green5)
  },
)

test('without work everything is green, and it is said; `--require-work` is red but for listed paths', () => {
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
})

test('without a base, or without git, only `any` can be asked', async () => {
  const work = await led('engineer', 'done')
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
  const work = await led('engineer', 'done')
  await work.archive()
  work.folder.write({ 'other.js': '// the next piece\n' })
  commitAll(work.folder)
  expect(verdictsIn(work.folder, 'request', ['proven'])).toEqual(['red'])
  const [name = ''] = Object.keys(work.folder.contents()).flatMap(
    (path) => /^\.ai\/archive\/([^/]+)\//.exec(path)?.[1] ?? [],
  )
  const before = work.folder.read(`.ai/archive/${name}/plan.md`)
  expect(spellHere(work.folder.path, ['prove', '--work', name]).exitCode).toBe(0)
  expect(work.folder.read(`.ai/archive/${name}/plan.md`)).toBe(before)
  commitAll(work.folder)
  expect(verdictsIn(work.folder, 'request')).toEqual(green5)
})

test('a round of hope that has ended is proven again by a later one with its command', async () => {
  const piece = await led('hope', 'done')
  piece.folder.write({ 'other.js': '// the next round\n' })
  piece.begin()
  for (const verdict of ['red', 'green'] as const) {
    commitAll(piece.folder)
    expect(verdictsIn(piece.folder, 'request', ['proven'])).toEqual([verdict])
    if (verdict === 'green') break
    piece.work()
    piece.prove()
    piece.end()
  }
  expect(piece.isOver).toBe(true)
})

test('a small round of hope that names no limit is proven as a whole', async () => {
  const folder = makeRepository(program)
  onBranch(folder, 'feat')
  const piece = pieceIn(folder, 'hope')
  piece.do('hope', 'start', 'Add\nDONE: adds (verify: node t.js)', '--points', '1')
  expect(piece.spell('hope', 'status').stdout).toContain('- must not change anything that the request does not name')
  piece.work()
  await piece.allow()
  piece.prove()
  const { stdout } = piece.spell('hope', 'wave', '--done', 'do')
  expect(stdout).toContain('Checks: 1 done.')
  piece.finish()
  commitAll(folder)
  expect(verdictsIn(folder, 'request')).toEqual(green5)
})

const onServers = contexts.filter((context) => context !== 'local')

/** Work of a row in each of the folders. */
const rowsOfFolders = [
  'done, every command proven',
  'stale, and broken since',
  'done, claimed only',
  'under way, nothing ticked',
]
const inFolders = (['engineer', 'own'] as const).flatMap((workflow) =>
  rowsOfFolders.flatMap((one) => [
    [workflow, { '.': one }] as const,
    [workflow, { api: one }] as const,
    ...rowsOfFolders.map((other) => [workflow, { '.': one, api: other }] as const),
  ]),
)
/** What is broken in one folder makes what is proven in another stale. */
const amongOthers = (name: string, others: readonly string[]): readonly Verdict[] => {
  const isBeside = name === 'done, every command proven' && others.some((other) => other.startsWith('stale'))
  return rows[isBeside ? 'stale: proven on other files' : name]?.verdicts ?? []
}
const worst = (all: readonly (readonly Verdict[])[]): readonly Verdict[] =>
  asked.map(
    (_, index) => (['red', 'noted'] as const).find((one) => all.some((found) => found[index] === one)) ?? 'green',
  )

describe.each([true, false])('with work of a folder in the base: %s', (isInBase) => {
  test.each(allAtNight(inFolders))(
    'the worst verdict wins, from the top and from inside: %s: %j',
    async (workflow, works) => {
      const top = makeRepository({ 'README.md': '# Shop\n' })
      const led = Object.entries(works).map(([at, name]) => {
        const { claim, ...row } = rows[name] as Row
        const folder = folderBelow(top, at)
        folder.write({ ...program, [ownFile]: ownText() })
        return { name, row, folder, piece: pieceIn(folder, workflow), claim }
      })
      if (!isInBase) onBranch(top, 'feat')
      for (const { piece, claim } of led) piece.begin(claim)
      if (isInBase) onBranch(top, 'feat')
      for (const { piece, row } of led) {
        await piece.allow()
        if (row.from === 'begun') continue
        piece.work()
        if (row.from === 'done') piece.prove()
      }
      for (const { piece, row } of led) if (row.from === 'done') piece.end()
      for (const { piece, row } of led) await row.lead?.(piece)
      commitAll(top)
      const judged = led.map(({ name, folder }, index) => {
        const others = led.filter((_, other) => other !== index).map((one) => one.name)
        // Work of the base that has not gone on is not new.
        const isNew = !isInBase || name !== 'under way, nothing ticked'
        return { folder, name, verdicts: isNew ? amongOthers(name, others) : green5 }
      })
      for (const context of isNightly ? onServers : (['request', 'push'] as const)) {
        const expected = judged.map(({ name, verdicts }) =>
          expectedIn(context, verdicts[0] === 'noted' ? 'stale' : name, verdicts),
        )
        expect({ context, found: verdictsIn(top, context) }).toEqual({ context, found: worst(expected) })
        for (const [index, { folder }] of judged.entries())
          if (folder.path !== top.path && context !== 'gitlab push')
            expect({ context, inside: verdictsIn(folder, context) }).toEqual({ context, inside: expected[index] })
      }
    },
  )
})

test('a verified plan of discovery is claimed until work begins with it, which is judged itself', async () => {
  const always = '{"proof": {"always": ["node t.js"], "required": true}}\n'
  const folder = makeRepository({ ...program, '.ai/spell.json': always })
  onBranch(folder, 'feat')
  await walkTo(folder, 'verified')
  commitAll(folder)
  expect(verdictsIn(folder, 'request')).toEqual(['green', 'green', 'red', 'green', 'red'])
  const { fix } = findingsIn(folder)[0] ?? {}
  expect(fix).toBe('spell accio --from csv-export')
  folder.write({ 'sum.js': wrong })
  commitAll(folder)
  expect(verdictsIn(folder, 'request')).toEqual(['green', 'green', 'red', 'red', 'red'])
  expect(spellHere(folder.path, ['accio', '--from', 'csv-export']).exitCode).toBe(0)
  for (const isArchived of [false, true]) {
    if (isArchived) expect(spellHere(folder.path, ['discovery', 'stop', '--task', 'csv-export']).exitCode).toBe(0)
    commitAll(folder)
    expect(findingsIn(folder)).toMatchObject([{ rule: 'work-not-complete', where: '.ai/task/state.json' }])
  }
})

test('a verified plan with a criterion that has no command is named, if the settings ask for one', async () => {
  const folder = makeRepository({ '.ai/spell.json': '{"proof": {"required": true}}\n' })
  onBranch(folder, 'feat')
  await walkTo(folder, 'verified', { implementation_plan: { subtasks: [{ subtask_id: 'ST-1', title: 'Header row' }] } })
  commitAll(folder)
  expect(verdictsIn(folder, 'request')).toEqual(red5)
  expect(findingsIn(folder)).toMatchObject([{ rule: 'criterion-not-proven' }, { rule: 'criterion-without-command' }])
})

test.each(['hope', 'collab'] as const)(
  'what %s gave up claims nothing, and is no work where some is required',
  async (workflow) => {
    const piece = await led(workflow, 'begun')
    piece.do(workflow, workflow === 'hope' ? 'cancel' : 'stop')
    commitAll(piece.folder)
    expect(findingsIn(piece.folder)).toEqual([])
    const args = ['check', '--base', 'main', '--require-work', '--json']
    expect(JSON.parse(spellHere(piece.folder.path, args).stdout).findings).toMatchObject([
      { rule: 'work-missing', message: expect.stringContaining('was given up or only planned') },
    ])
    expect(spellHere(piece.folder.path, ['report']).stdout).toContain('Given up')
  },
)

test('work in a folder below is run again from the top, and its fix names the folder', async () => {
  const { folder } = await led('engineer', 'done')
  folder.write(
    Object.fromEntries(Object.entries(folder.contents()).map(([path, text]) => [`packages/api/${path}`, text])),
  )
  folder.write({ 'packages/api/sum.js': wrong, 'packages/api/t.js': program['t.js'] ?? '' })
  commitAll(folder)
  const args = ['--base', 'main', '--require', 'proven', '--rerun', '--allow-commands', '--json']
  const { stdout, exitCode } = spellHere(folder.path, ['check', ...args], { env: { CI: 'true' } })
  const { findings, pieces } = JSON.parse(stdout)
  expect(pieces).toContainEqual(expect.objectContaining({ folder: 'packages/api/.ai/task', isNew: true }))
  const fix = 'cd packages/api/ && spell prove 1'
  const found = { rule: 'rerun-failed', where: 'packages/api/.ai/task/plan.md', fix }
  expect({ exitCode, findings }).toMatchObject({
    exitCode: 10,
    findings: expect.arrayContaining([expect.objectContaining(found)]),
  })
})
