import { createHash } from 'node:crypto'
import { cast } from '../../src/cast/cast'
import { isAvailable } from '../../src/engine/definition'
import { formOf as formIn } from '../../src/text/markdown/form'
import { workIn } from '../../src/work/work'
import type { Workflow } from '../../src/workflow/flow'
import { engineer } from '../../src/workflows/engineer'
import { file } from '../../src/workflows/engineer/files'
import type { Spell, State } from '../../src/workflows/engineer/states'
import { castIn, edgeAt, standing, texts } from '../support/casting'
import { plain } from '../support/fifth-workflow'
import { makeFolder, untouched } from '../support/folder'
import { failing } from '../support/posix'
import { allAtNight, isNightly } from '../support/proving'
import { contextOf, type Reached, reached, reachedWithFew, reachedWithMany, worldOf } from '../support/row-worlds'
import { lamps } from '../support/sample-machines'

const stateFile = '.ai/task/state.json'
const historyFile = '.ai/task/history.jsonl'
const stamp = '2026-08-20-1530'

/** Work that stands in a state, with these files beside it. */
const folderIn = (state: State, files: Readonly<Record<string, string>> = {}) =>
  makeFolder({ ...standing(state), ...files })

const plan = (...boxes: readonly string[]) => ({ [file.plan]: `# Plan\n\n${boxes.join('\n')}\n` })
const openPlan = plan('- [ ] It works')

/** Which files a row archives where, and which it creates then. */
const effects: Readonly<Record<string, { archives?: string; moves?: readonly string[]; creates?: readonly string[] }>> =
  (() => {
    const taskFiles = [file.task, file.results]
    const reviewFiles = [file.comments, file.reviewTask, file.reviewResults]
    const archivesTask = { archives: 'tasks/task-<name>', moves: taskFiles, creates: [file.task] }
    const archivesReview = { archives: 'pr-reviews/pr-review', moves: reviewFiles }
    const discardsReview = { archives: 'pr-reviews/discarded', moves: reviewFiles, creates: [file.comments] }
    const creates = (...files: readonly string[]) => ({ creates: files })
    return {
      GC1: creates(file.context, file.planGuide, file.taskGuide),
      GC2a: creates(file.plan),
      GC2b: creates(file.plan),
      G2: creates(file.task),
      R1: creates(file.task),
      R5a: creates(file.comments),
      R5b: creates(file.comments),
      P1: creates(file.reviewTask),
      R6a: creates(file.reviewTask),
      R9: creates(file.context),
      A2: archivesTask,
      A2c: archivesTask,
      R2: archivesTask,
      R3: { ...archivesTask, archives: 'tasks/incomplete-<name>', moves: [file.task] },
      P3: archivesReview,
      P4a: archivesReview,
      P4b: { ...archivesReview, creates: [file.task] },
      P4c: archivesReview,
      P4e: archivesReview,
      G5: discardsReview,
      A5a: discardsReview,
      A5b: discardsReview,
      C1: discardsReview,
      C2: discardsReview,
    }
  })()

/** What the specification says about the files after a step, beside the state and the history. */
function expectedOf({ row }: Reached, before: Readonly<Record<string, string>>) {
  const { archives = '', moves = [], creates = [] } = effects[row.id] ?? {}
  const name = before[file.task] === undefined ? 'untitled' : 'header-row'
  const folder = `.ai/task/${archives.replace('<name>', name)}-${stamp}`
  const moved = moves
    .filter((path) => before[path] !== undefined)
    .map((path) => ({ from: path, to: path.replace('.ai/task', folder) }))
  const files = Object.fromEntries(
    Object.entries(before).map(([path, text]) => [moved.find(({ from }) => from === path)?.to ?? path, text]),
  )
  const kept = creates.filter((path) => files[path] !== undefined)
  const created = creates.filter((path) => files[path] === undefined)
  for (const path of created) files[path] = texts.files.get(path) ?? 'no template'
  return { files, report: { created, kept, moved } }
}

function withoutRecord(contents: Readonly<Record<string, string>>) {
  const { [stateFile]: _, [historyFile]: __, ...rest } = contents
  return rest
}

const digestOf = (text = '') => createHash('sha256').update(text).digest('hex')

/** How the history describes files: with the digest of what they held. */
const withDigests = <T extends object>(files: readonly T[], textOf: (file: T) => string | undefined) =>
  files.length === 0 ? undefined : files.map((each) => ({ ...each, digest: digestOf(textOf(each)) }))

/** How the history describes the plan. */
function planOf({ facts }: Reached, text: string | undefined) {
  if (text === undefined) return undefined
  const boxes = [...text.matchAll(/^- \[([ x])\] (.+)$/gm)]
  const texts = boxes.map(([, , said]) => digestOf(said).slice(0, 16))
  const ticked = boxes.map(([, box]) => (box === 'x' ? 'x' : '-')).join('')
  const said = boxes.map(([, , words]) => words)
  return { digest: digestOf(text), criteria: facts.criteria, open: facts.openCriteria, texts, said, ticked }
}

/** Where the review began that is in progress after a step: remembered until it ends. */
function rememberedAfter({ from, facts }: Reached, to: string): object {
  const lacking: Partial<Record<State, State>> = {
    ERROR_TASK_MISSING: 'ACHIEVE_TASK_DRAFTING',
    ERROR_TASK_RESULTS_MISSING: 'ACHIEVE_TASK_EXECUTED',
  }
  const inReview = (state: string) => /_[GA]$/.test(state)
  if (!inReview(from) && inReview(to)) return { review_from: lacking[from] ?? from }
  return inReview(from) && !inReview(to) ? {} : contextOf(facts)
}

/** Every row in every one of its states, with the usual files, as many as can be, and as few. */
const everyReached = reached.map((usual, index): [string, readonly Reached[]] => [
  `${usual.row.id} from ${usual.from}`,
  (isNightly ? [usual, reachedWithMany[index], reachedWithFew[index]] : [usual]).filter((world) => world !== undefined),
])

describe('every row', () => {
  test.each(everyReached)('%s does to files what the specification says, and no more', async (_, worlds) => {
    for (const world of worlds) {
      const folder = makeFolder(worldOf(world))
      const expected = expectedOf(world, withoutRecord(folder.contents()))
      const answer = await castIn(folder, world.row.on)
      expect(answer).toMatchObject({ row: world.row.id, from: world.from })
      expect(answer.files).toEqual(expected.report)
      expect(withoutRecord(folder.contents())).toEqual(expected.files)
    }
  })

  const cases = allAtNight(everyReached)
  test.each(cases)('%s writes a line of history when the state changes, and only then', async (_, worlds) => {
    for (const world of worlds) {
      const { row, from } = world
      const folder = makeFolder(worldOf(world))
      const before = folder.contents()
      const { to, files } = await castIn(folder, row.on)
      if (to === from) {
        expect([folder.contents()[stateFile], folder.contents()[historyFile]]).toEqual([before[stateFile], undefined])
        continue
      }
      const trigger = row.on.charAt(0).toUpperCase() + row.on.slice(1)
      const line = { timestamp: '2026-08-20T15:30:00Z', transition: `${from} → ${to}`, trigger, row: row.id }
      const written = JSON.parse(folder.read(historyFile))
      expect(written).toMatchObject({ ...line, number: 1 })
      const { layout, table } = written
      expect(JSON.parse(folder.read(stateFile))).toEqual({
        current_state: to,
        layout,
        table,
        context: rememberedAfter(world, to),
        history: [written],
      })
      expect(written.plan).toEqual(planOf(world, before[file.plan]))
      const moved = withDigests(files.moved, ({ from }) => before[from])
      const formOf = ({ from }: { from: string }) => digestOf(formIn(before[from] ?? ''))
      expect(written.moved).toEqual(moved?.map((each) => ({ ...each, form: formOf(each) })))
      expect(written.created).toEqual(
        withDigests(
          files.created.map((path) => ({ path })),
          ({ path }) => texts.files.get(path),
        ),
      )
    }
  })

  const quiet = everyReached.filter(
    ([, [world]]) => world && (!isAvailable(world.row.kind) || world.row.kind === 'stay'),
  )
  test.each(allAtNight(quiet))('%s leaves the disk untouched', async (_, worlds) => {
    for (const world of worlds) {
      const folder = makeFolder(worldOf(world))
      await untouched(folder, () => castIn(folder, world.row.on, 'A note changes nothing of it.'))
    }
  })
})

const others = ['lumos', 'expecto', 'reparo', 'reverto', 'finite'] as const
test.each(others)('an empty folder stays empty where %s is cast', async (spell) => {
  const folder = makeFolder()
  const { from } = await untouched(folder, () => castIn(folder, spell))
  expect(from).toBe('GATHER_NEEDS_CONTEXT')
})

describe('files', () => {
  test('that are there are kept as they are, and the answer says so', async () => {
    const mine = { [file.context]: 'mine', [file.planGuide]: '', [file.taskGuide]: '\uFEFFour guide\r\n' }
    const folder = makeFolder(mine)
    const { files, developer } = await castIn(folder, 'accio')
    expect(folder.contents()).toMatchObject(mine)
    expect(files).toEqual({ created: [], kept: [file.context, file.planGuide, file.taskGuide], moved: [] })
    expect(developer).toContain('Kept `.ai/task/context.md`, `.ai/plan-guide.md`, `.ai/task-guide.md`.')
  })

  // biome-ignore format: a case is a line
  test.each<[string, Spell, State, Readonly<Record<string, string>>, string]>([
    ['a finished task', 'accio', 'ACHIEVE_TASK_EXECUTED', { ...openPlan, [file.results]: 'x' }, 'tasks/task-untitled'],
    ['an unfinished task', 'accio', 'ERROR_TASK_RESULTS_MISSING', { [file.task]: 'x' }, 'tasks/incomplete-untitled'],
    ['an applied review', 'accio', 'PR_APPLIED_PENDING_ARCHIVE_G', { [file.reviewResults]: 'x' }, 'pr-reviews/pr-review'],
    ['a discarded review', 'reparo', 'PR_CONFIRM_RESTART_TASK_A', { [file.comments]: 'x' }, 'pr-reviews/discarded'],
  ])('%s never lands on an older archive', async (_, spell, state, files, archive) => {
    const taken = { [`.ai/task/${archive}-${stamp}/old`]: 'old', [`.ai/task/${archive}-${stamp}-2`]: 'a file' }
    const folder = folderIn(state, { ...files, ...taken })
    const answer = await castIn(folder, spell)
    const [moved] = answer.files.moved
    expect(moved?.to.startsWith(`.ai/task/${archive}-${stamp}-3/`)).toBe(true)
    expect(folder.contents()).toMatchObject({ ...taken, [moved?.to ?? '']: 'x' })
  })

  test('a file where the archives belong is an error, and it and the task are left alone', async () => {
    const work = { ...openPlan, [file.task]: 'task', [file.results]: 'results', '.ai/task/tasks': 'a file' }
    const folder = folderIn('ACHIEVE_TASK_EXECUTED', work)
    expect(await untouched(folder, () => failing(() => castIn(folder, 'accio')))).toMatchObject({ exitCode: 1 })
  })

  test.each(Object.values(file))('a folder in the place of %s is an error that names it', async (path) => {
    const folder = makeFolder({ [`${path}/file`]: '' })
    const failure = await untouched(folder, () => failing(() => castIn(folder, 'accio')))
    expect(failure).toMatchObject({ exitCode: 1, code: 'not-a-file', message: expect.stringContaining(path) })
  })

  test('the name of an archive is safe, whatever the task calls itself', async () => {
    const folder = folderIn('ACHIEVE_TASK_EXECUTED', {
      ...openPlan,
      [file.task]: '---\ntask_name: ../../../etc/passwd\n---\n',
      [file.results]: 'Done.',
    })
    const answer = await castIn(folder, 'accio')
    expect(answer.files.moved.map(({ to }) => to)).toEqual([
      `.ai/task/tasks/task-etc-passwd-${stamp}/task.md`,
      `.ai/task/tasks/task-etc-passwd-${stamp}/task-results.md`,
    ])
    expect(answer.warnings).toEqual([
      'The task_name of task.md is not a plain name (letters, digits, hyphens); it is archived as "etc-passwd".',
    ])
  })
})

describe('the answer to the agent', () => {
  test.each<[string, Spell, State, string]>([
    ['G4', 'accio', 'GATHER_EDITING', file.task],
    ['A2', 'accio', 'ACHIEVE_TASK_EXECUTED', file.results],
    ['A2c', 'accio', 'ACHIEVE_TASK_EXECUTED', file.results],
    ['R2', 'accio', 'ERROR_TASK_RESULTS_MISSING', file.results],
    ['P3', 'accio', 'PR_APPLIED_PENDING_ARCHIVE_G', file.reviewResults],
    ['P4b', 'accio', 'PR_APPLIED_PENDING_ARCHIVE_A', file.reviewResults],
    ['P4e', 'accio', 'PR_APPLIED_PENDING_ARCHIVE_A', file.reviewResults],
  ])('has the text of a file in it (%s)', async (row, spell, from, path) => {
    const world = reached.find((candidate) => candidate.row.id === row && candidate.from === from)
    const folder = makeFolder({ ...(world && worldOf(world)), [path]: 'The text.\n```\nwith a fence' })
    const { ai, files } = await castIn(folder, spell)
    const now = files.moved.find((moved) => moved.from === path)?.to ?? path
    expect(ai).toContain(`### Text of \`${now}\`\n\n\`\`\`\`markdown\nThe text.\n\`\`\`\nwith a fence\n\`\`\`\`\n`)
  })

  const context = 'https://acme.atlassian.net/browse/A-1 and <https://acme.atlassian.net/browse/A-2>'
  test.each<[string, State, string]>([
    ['E1b', 'GATHER_EDITING_CONTEXT', file.context],
    ['E2', 'GATHER_EDITING', file.plan],
  ])('lists only the links that are new, and nothing is written (%s)', async (row, state, path) => {
    const folder = folderIn(state, {
      [path]: context,
      [file.atlassianRefs]: 'https://acme.atlassian.net/browse/A-1\r\n',
    })
    const answer = await untouched(folder, () => castIn(folder, 'expecto'))
    expect(answer).toMatchObject({ row, outcome: 'stayed', to: state })
    expect(answer.ai).toContain('### Links to Fetch\n\n```\nhttps://acme.atlassian.net/browse/A-2\n```\n')
  })

  test('lists links to hosts of the settings, too', async () => {
    const folder = folderIn('GATHER_EDITING_CONTEXT', {
      [file.context]: 'https://jira.example.com/A-1 https://acme.atlassian.net/A-2 https://other.example.com/A-3',
      '.ai/spell.json': '{ "atlassian": { "hosts": ["jira.example.com"] } }',
    })
    const { ai } = await castIn(folder, 'expecto')
    expect(ai).toContain('```\nhttps://jira.example.com/A-1\nhttps://acme.atlassian.net/A-2\n```')
  })

  test.each<[string, State, string, Readonly<Record<string, string>>]>([
    ['A1', 'ACHIEVE_TASK_DRAFTING', file.task, openPlan],
    ['P2', 'PR_REVIEW_TASK_DRAFT_G', file.reviewTask, {}],
    ['P2', 'PR_REVIEW_TASK_DRAFT_A', file.reviewTask, {}],
  ])('refuses to begin a task that is still its template (%s)', async (row, state, path, more) => {
    const template = texts.files.get(path) ?? ''
    const castWith = (text: string) => castIn(folderIn(state, { ...more, [path]: text }), 'accio')
    const refused = { row: `${row}t`, to: state, outcome: 'blocked' }
    expect(await castWith(template)).toMatchObject(refused)
    expect(await castWith(template.replaceAll('\n', '\r\n'))).toMatchObject(refused)
    expect((await castWith(template)).developer).toContain(`\`${path}\` is still its template.`)
    for (const text of [`${template}More.`, '', '# By hand\n']) expect(await castWith(text)).toMatchObject({ row })
  })

  test.each<[string, State, string, Readonly<Record<string, string>>]>([
    ['GC2b', 'GATHER_EDITING_CONTEXT', file.context, {}],
    ['P1', 'PR_GATHERING_COMMENTS_G', file.comments, {}],
    ['R6a', 'ERROR_REVIEW_TASK_MISSING_G', file.comments, {}],
  ])('warns if a step goes on with an untouched template (%s)', async (row, state, path, more) => {
    const template = texts.files.get(path) ?? ''
    const castWith = (text: string) => castIn(folderIn(state, { ...more, [path]: text }), 'accio')
    const warned = { row, warnings: [`${path} is still the template: tell the agent what belongs in it.`] }
    expect(await castWith(template)).toMatchObject(warned)
    expect(await castWith(template.replaceAll('\n', '\r\n'))).toMatchObject(warned)
    expect(await castWith(`${template}More.`)).toMatchObject({ row, warnings: [] })
    expect((await castWith(template)).developer).toContain(
      `\n\n- ${path} is still the template: tell the agent what belongs in it.\n\n###`,
    )
  })

  test.each<[State, string]>([
    ['ACHIEVE_TASK_EXECUTED', file.results],
    ['PR_APPLIED_PENDING_ARCHIVE_A', file.reviewResults],
  ])('warns if results that are archived are blank, and takes an empty file for none (%s)', async (state, path) => {
    const castWith = (text: string) => castIn(folderIn(state, { ...openPlan, [path]: text }), 'accio')
    expect(await castWith(' \n')).toMatchObject({ warnings: [`${path} is empty.`] })
    expect(await castWith('')).toMatchObject({ outcome: 'missing', warnings: [] })
    expect(await castWith('Done.\n')).toMatchObject({ warnings: [] })
  })
})

describe('state.json', () => {
  test.each([
    ['is broken', { [stateFile]: '{"current_state": "GATHER_ED' }],
    ['is a folder', { [`${stateFile}/file`]: '' }],
  ])('that %s stops every spell, and nothing is written', async (_, broken) => {
    const folder = makeFolder({ ...broken, ...openPlan })
    for (const spell of engineer.definition.events) {
      const failure = await untouched(folder, () => failing(() => castIn(folder, spell as Spell)))
      expect(failure).toMatchObject({ exitCode: 5, code: 'state-unreadable' })
    }
  })
})

describe('a note', () => {
  const warning = 'The note was not kept, because nothing changed.'

  test('is kept in the line of the history', async () => {
    const note = 'Because “it”\nis "late" 🌙'
    const folder = folderIn('GATHER_EDITING', openPlan)
    expect((await castIn(folder, 'accio', note)).warnings).toEqual([])
    expect(JSON.parse(folder.read(stateFile)).history).toMatchObject([{ row: 'G2', note }])
    expect(JSON.parse(folder.read(historyFile))).toMatchObject({ row: 'G2', note })
  })

  test.each<[string, Spell, Readonly<Record<string, string>>]>([
    ['blocked', 'reverto', {}],
    ['a no-op', 'accio', plan()],
    ['looking', 'lumos', {}],
    ['staying', 'expecto', plan('https://acme.atlassian.net/x')],
  ])('is not kept where the cast is %s, and the answer says so', async (_, spell, files) => {
    const folder = folderIn('GATHER_EDITING', files)
    const { warnings, developer } = await untouched(folder, () => castIn(folder, spell, 'Go.'))
    expect(warnings).toEqual([warning])
    expect(developer).toContain(`- ${warning}\n`)
  })

  test('that is empty is none', async () => {
    const folder = folderIn('GATHER_EDITING', openPlan)
    expect((await castIn(folder, 'reverto', '')).warnings).toEqual([])
    await castIn(folder, 'accio', '')
    expect(Object.keys(JSON.parse(folder.read(historyFile)))).not.toContain('note')
  })

  test('may have 2,000 characters, counted as people do', async () => {
    const folder = makeFolder()
    await castIn(folder, 'accio', '🌙'.repeat(2000))
    expect(JSON.parse(folder.read(historyFile)).note).toBe('🌙'.repeat(2000))
  })
})

test('what can be done next is asked of where regions stand after the step', async () => {
  const wet: Workflow = {
    definition: lamps as Workflow['definition'],
    entry: engineer.entry,
    folder: '.ai/lamps',
    local: '.ai/.local/lamps',
    words: {},
    look: 'choose',
    turn: () => ({ who: 'agent', does: 'working' }),
    probes: {},
    facts: (_, __, ___, ____, state) => ({ strong: false, wet: state?.includes('red.broken') ?? false }),
    ...plain,
  }
  const itsTexts = { ...texts, words: { ...texts.words, name: '{{event}}', short: '{{event}}' } }
  const folder = makeFolder()
  const { to, spells } = await cast(workIn(folder.path, wet), 'press', { ...edgeAt(folder), texts: itsTexts })
  expect(to).toBe('red.broken + blue.bright')
  expect(spells.find(({ name }) => name === 'press')).toMatchObject({ available: true, to: 'red.dark + blue.bright' })
})

test('the rows that were tried are printed for a trace', async () => {
  const traced: (readonly string[])[] = []
  const folder = folderIn('GATHER_EDITING', openPlan)
  await cast(workIn(folder.path, engineer), 'accio', { ...edgeAt(folder), trace: (rows) => traced.push(rows) })
  expect(traced).toEqual([['G2b', 'G4', 'G2']])
})

test('what another process has done between the look and the lock counts', async () => {
  const folder = makeFolder({ ...standing('GATHER_EDITING'), '.ai/task/plan.md': '# Plan\n\n- [ ] one\n' })
  const rows: string[][] = []
  const trace = (tried: readonly string[]) => {
    rows.push([...tried])
    folder.write(standing('GATHER_NEEDS_CONTEXT'))
  }
  const { row, files } = await cast(workIn(folder.path, engineer), 'accio', { ...edgeAt(folder), trace })
  expect(rows.map((tried) => tried.at(-1))).toEqual(['G2'])
  expect({ row, created: files.created }).toEqual({
    row: 'GC1',
    created: ['.ai/task/context.md', '.ai/plan-guide.md', '.ai/task-guide.md'],
  })
})
