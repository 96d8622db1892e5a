import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { type CastContext, cast } from '../../src/cast/cast'
import { cleanUp } from '../../src/commands/collab/cleanup'
import { archiveWork as archive } from '../../src/commands/new'
import { override } from '../../src/commands/override'
import { undo } from '../../src/commands/undo'
import { backupNumber, backupsPath } from '../../src/disk/local'
import { filesUnder } from '../../src/disk/read'
import { Failure } from '../../src/text/failure'
import { sessionsHere } from '../../src/word/sessions'
import { idsLeft } from '../../src/word/uses'
import { developerWords } from '../../src/word/words-in-message'
import { archivedLast } from '../../src/work/archives'
import { statePath } from '../../src/work/history/history-line'
import { workIn } from '../../src/work/work'
import { wordFor } from '../../src/workflow/event-words'
import type { Workflow } from '../../src/workflow/flow'
import { definition as collab } from '../../src/workflows/collab'
import { getSkillForState, skills, wordsOfRows } from '../../src/workflows/collab/flow'
import type { CollabPayload as Brought } from '../../src/workflows/collab/payload'
import { rebuildIn as rebuildSession } from '../../src/workflows/collab/recorded'
import { allTasks } from '../../src/workflows/collab/tasks'
import { definition } from '../../src/workflows/discovery'
import { artifactKey, type Phase, type PlanPayload, phases, reviewerIn } from '../../src/workflows/discovery/plan'
import { rebuildIn } from '../../src/workflows/discovery/rebuild'
import { engineerNamed } from '../../src/workflows/engineer/named'
import { spellNames } from '../../src/workflows/engineer/spells'
import { words as answers } from '../../src/workflows/hope/payload'
import { workflows } from '../../src/workflows/registry'
import { standing, texts } from '../support/casting'
import { documentsOfItems } from '../support/collab-documents'
import {
  bring,
  design,
  graph,
  graphText,
  item,
  remembering,
  session,
  sessionEdge,
  statePath as sessionFile,
} from '../support/collab-session'
import {
  artifacts,
  begun,
  plan as discovery,
  edgeOfPlan,
  notReady,
  plan,
  planned,
  planTexts,
  saved,
  settledIn,
  simple,
  standingAt,
} from '../support/discovery-plan'
import { repair } from '../support/doctoring'
import { archiveWork } from '../support/engineer-acts'
import { type Folder, makeFolder, wholeTree } from '../support/folder'
import { session as hope, hopeTexts, hopingAt } from '../support/hope-session'
import { pastOf } from '../support/past-steps'
import { isNightly } from '../support/proving'
import { withSureShare } from '../support/random'
import { repository } from '../support/source-files'
import { inSession, say } from '../support/words'

/** Whatever is done, taken back, broken and repaired: what a user has said is in files that git keeps. */

const isDone = async (doing: Promise<{ readonly ok: boolean }>): Promise<boolean> => {
  try {
    return (await doing).ok
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
}

/** Damages the state, and loses the newest backups; of all of them where that is none, as in a clone. */
const breakIn = (folder: Folder, workflow: Workflow, newest: number) => {
  const backups = filesUnder(folder.path, backupsPath(workflow)).sort((a, b) => backupNumber(b) - backupNumber(a))
  folder.remove(...(newest === 0 ? ['.ai/.local'] : backups.slice(0, newest)))
  folder.write({ [statePath(workflow)]: '{' })
}

/** What all files that git keeps say, but for the broken ones that a repair has set aside. */
const keptIn = (folder: Folder): string =>
  Object.entries(folder.contents())
    .filter(([path]) => !path.includes('/broken-'))
    .map(([, text]) => text)
    .join('\n')

/** What changes the way that a plan takes, now and then. */
const odd: Partial<Record<Phase, object>> = { discovery: simple, validation: notReady }
const again = { trigger: 'new_discovery', preserve: ['discovery'] }

// biome-ignore format: in one paragraph
const acts = [
  'submit', 'submit', 'approve', 'approve', 'approve', 'revise', 'replan', 'autonomous', 'undo', 'break',
] as const

test('no word and no artifact of a plan is lost outside of `.ai/.local`, and its state is as it was, as the history tells it', async () => {
  const rebuild = rebuildIn(definition, plan.folder, 'csv-export')
  const from = fc.constantFrom(...phases)
  const repaired = new Set<string>()
  await withSureShare(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...acts), from), { minLength: 8, maxLength: 40 }),
      async (walk) => {
        const folder = makeFolder()
        const said = ['csv-export', 'CSV export', 'Orders leave as CSV', 'A header row']
        // Artifacts can be taken back with their step.
        const handed: string[] = []
        await planned(folder, 'start', { ...begun, autonomous: walk.length % 2 === 0 })
        for (const [index, [act, phase]] of walk.entries()) {
          const word = `word-${index}-word`
          if (act === 'break') {
            const before = saved(folder)
            breakIn(folder, plan, phases.indexOf(phase))
            await repair(plan, edgeOfPlan(folder))
            expect(saved(folder)).toEqual(before)
            repaired.add(before.state)
            continue
          }
          const context = saved(folder).plan
          if (act === 'undo') {
            const isBack = await isDone(undo(workIn(folder.path, plan), edgeOfPlan(folder)))
            if (!('task' in saved(folder).plan)) await planned(folder, 'start', begun)
            const now = saved(folder).plan
            const had = artifactKey[context.phase]
            if (isBack && now.phase === context.phase && had in context.context_store && !(had in now.context_store))
              handed.pop()
            continue
          }
          const brought: Record<typeof act, PlanPayload> = {
            submit: {
              text: JSON.stringify({ ...artifacts[context.phase as Phase], ...odd[phase], said: word }),
              settled: settledIn(folder),
            },
            approve: { as: reviewerIn(saved(folder).state) ?? 'ai' },
            revise: { feedback: [word] },
            replan: { ...again, from: phase, changes: word, invalidate: [`${word}-no-more`], force: index % 2 === 0 },
            autonomous: { on: !context.autonomous_mode },
          }
          if (!(await isDone(planned(folder, act, brought[act])))) continue
          if (act === 'submit') handed.push(word)
          if (act === 'revise') said.push(word)
          if (act === 'replan') said.push(word, `${word}-no-more`)
        }
        const { state, plan: context } = saved(folder)
        const probe = Object.fromEntries(Object.entries(folder.contents()).filter(([path]) => path in plan.probes))
        const whole = { state, context, isReplayed: true, lost: [], missing: [] }
        expect(rebuild({ probe, past: pastOf(folder, plan) })).toEqual(whole)
        const kept = keptIn(folder)
        expect([...said, ...handed].filter((word) => !kept.includes(word))).toEqual([])
        folder.remove('.')
      },
    ),
    isNightly ? 30 : 4,
    () => expect(repaired.size).toBeGreaterThan(isNightly ? 4 : 0),
  )
})

test('no title and no note of a session is lost outside of `.ai/.local`, and its state is as it was, as the history tells it', async () => {
  // biome-ignore format: in one paragraph
  const verbs = [
    'next', 'next', 'next', 'next', 'next', 'next', 'next', 'next', 'any', 'add', 'classify', 'remove', 'task',
    'task', 'task', 'undo', 'break',
  ] as const
  const rebuild = rebuildSession(collab)
  const types = ['bugfix', 'code'] as const
  const statuses = ['in_progress', 'completed', 'failed', 'completed'] as const
  const number = fc.integer({ min: 1, max: 4 })
  const [repaired, seen] = [new Set<string>(), new Set<string>()]
  await withSureShare(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...verbs), number), { minLength: 10, maxLength: 70 }),
      async (walk) => {
        const folder = makeFolder()
        const titles = walk.length % 2 === 0 ? ['Fix the first', 'Set up the job'] : []
        const said = [...titles]
        folder.write({ [graph]: graphText('tasks: [{id: a}, {id: b, depends-on: [a]}]') })
        await bring(folder, { verb: 'start' })
        for (const title of titles) await bring(folder, { verb: 'add', title })
        if (titles.length === 0) folder.write({ [design]: '## Work Items\n### Item 2: Two\n**Type:** bugfix\n' })
        for (const [index, [act, which]] of walk.entries()) {
          const word = `word-${index}-word`
          const before = JSON.parse(folder.read(sessionFile))
          // From then on the design has what an honest agent writes.
          if (before.context.workItems?.length) folder.remove(design)
          if (act === 'break') {
            breakIn(folder, session, which - 1)
            await repair(session, sessionEdge(folder))
            const { current_state, context } = JSON.parse(folder.read(sessionFile))
            const times = { lastActivity: expect.any(String) }
            expect({ current_state, context }).toEqual({
              current_state: before.current_state,
              context: { ...before.context, ...times },
            })
            repaired.add(current_state)
            continue
          }
          if (act === 'undo') {
            await isDone(undo(workIn(folder.path, session), sessionEdge(folder)))
            const { context } = JSON.parse(folder.read(sessionFile))
            if (!('workItems' in context)) await bring(folder, { verb: 'start' })
            continue
          }
          const name = getSkillForState(before.current_state) ?? 'collab-clear'
          const task = before.context.waves?.[before.context.currentWave ?? 0]?.tasks[which - 1]?.id ?? 'none'
          const brought: Record<typeof act, Brought> = {
            next: { verb: 'complete-skill', name },
            any: { verb: 'complete-skill', name: skills[index % skills.length] ?? '' },
            add: { verb: 'add', title: `Fix ${word}` },
            classify: { verb: 'classify', number: which, type: types[which - 1] ?? 'task' },
            remove: { verb: 'remove', number: which },
            task: { verb: 'task', id: task, status: statuses[which - 1] ?? 'failed' },
          }
          const { outcome } = await bring(
            folder,
            brought[act],
            act === 'next' || act === 'any' ? word : undefined,
          ).catch((error: unknown) => {
            if (error instanceof Failure) return { outcome: 'refused' }
            throw error
          })
          const isNews =
            ['advanced', 'stayed'].includes(outcome) &&
            JSON.stringify(before) !== JSON.stringify(JSON.parse(folder.read(sessionFile)))
          if (isNews && ['next', 'any', 'add'].includes(act)) said.push(word)
        }
        const { current_state, context } = JSON.parse(folder.read(sessionFile))
        seen.add(current_state)
        const past = pastOf(folder, session)
        const middle = past.length >> 1
        const whole = { state: current_state, context, isReplayed: true }
        expect(rebuild({ probe: {}, past })).toEqual(whole)
        const base = {
          state: past[middle]?.from ?? '',
          context: rebuild({ probe: {}, past: past.slice(0, middle) }).context,
        }
        // What the document of tasks says meanwhile changes nothing.
        if (middle > 0) expect(rebuild({ probe: {}, past: past.slice(middle), base })).toEqual(whole)
        const kept = keptIn(folder)
        expect(said.filter((word) => !kept.includes(word))).toEqual([])
        folder.remove('.')
      },
    ),
    isNightly ? 30 : 4,
    () => expect([repaired.size > (isNightly ? 3 : 0), seen.size > (isNightly ? 4 : 1)]).toEqual([true, true]),
  )
})

const git = { '.git/HEAD': 'ref: refs/heads/main\n' }
const required = { '.ai/spell.json': '{"word":"required"}' }
const at = '2026-08-20T15:30:00.000Z'

type Act = (folder: Folder, ctx: CastContext) => Promise<unknown>
type Files = Readonly<Record<string, string>>
/** What a developer decides, after a first act. */
type Decision = [what: string, files: Files, act: Act, word: string, first?: Act]

const compiled = { engineer: texts, discovery: planTexts, collab: sessionEdge(makeFolder()).texts, hope: hopeTexts }
const spoken = (flow: Workflow, ctx: CastContext) => ({
  ...ctx,
  texts: compiled[flow.definition.name as keyof typeof compiled],
})
const casting =
  (flow: Workflow, verb: string, payload: object = {}): Act =>
  (folder, ctx) =>
    cast(workIn(folder.path, flow), verb, spoken(flow, ctx), undefined, { verb, ...payload, at })
const documents = documentsOfItems([{ number: 1, title: 'Item 1' }])
const reporting = (name: string) => casting(session, 'complete-skill', { name, documents })
const frozen = { workItems: [item(1, 'bugfix', 'documented')], tasks: allTasks([item(1, 'bugfix')], documents).tasks }
const undoing =
  (flow: Workflow): Act =>
  (folder, ctx) =>
    undo(workIn(folder.path, flow), spoken(flow, ctx))
const stopping: Act = ({ path }, ctx) => {
  const from = 'clarification'
  return archive(workIn(path, discovery), ctx, {
    verb: 'stop',
    from,
    place: (id) => `.ai/archive/plan-${id}`,
    look: '',
  })
}
const cleaning: Act = ({ path }, ctx) =>
  cleanUp({ work: workIn(path, session), ctx: spoken(session, ctx) }, 'archive', async () => true)

const archived: Act = async ({ path }, ctx) =>
  undo((await archivedLast(path, 'engineer', undefined)) ?? workIn(path, beside), ctx)

const beside = engineerNamed('csv')
const planning = { ...standing('GATHER_EDITING'), '.ai/task/plan.md': '# A\n\n- [ ] a\n' }
const csv = Object.fromEntries(Object.entries(planning).map(([path, text]) => [path.replace('task', 'work/csv'), text]))
const moved = { from: 'contracts', trigger: 'requirements_changed', changes: 'Two separators' }

// biome-ignore format: a case is a line
const decisions: Decision[] = [
  ['discovery approve', standingAt('discovery_awaiting_human_review'), casting(discovery, 'approve', { as: 'human' }), 'approve'],
  ['discovery replan', standingAt('validation'), casting(discovery, 'replan', moved), 'replan'],
  ['discovery autonomous', standingAt('clarification'), casting(discovery, 'autonomous', { on: true }), 'autonomous'],
  ['discovery start, autonomous', {}, casting(discovery, 'start', { task: 'csv-export', title: 'CSV', goal: 'CSV', criteria: ['a'], autonomous: true }), 'autonomous'],
  ['discovery stop', standingAt('clarification'), stopping, 'stop'],
  ['discovery undo', standingAt('clarification'), undoing(discovery), 'undo', casting(discovery, 'autonomous', { on: true })],
  ['collab, the list', remembering('gather-goals', { workItems: [item(1, 'bugfix')] }), reporting('gather-session-goals'), 'settle'],
  ['collab, the order', remembering('ready-to-implement', frozen), reporting('ready-to-implement'), 'freeze'],
  ['collab, the end', remembering('workflow-complete', { workItems: [item(1, 'bugfix', 'documented')] }), reporting('finishing-a-development-branch'), 'finish'],
  ['collab, its documents', remembering('cleanup'), reporting('collab-cleanup'), 'cleanup'],
  ['collab stop', remembering('brainstorm-exploring'), casting(session, 'stop'), 'stop'],
  ['collab cleanup', remembering('cleanup'), cleaning, 'cleanup'],
  // What an answer says is its word; where each leads on is in the table of hope.
  ['hope answer yes', hopingAt('intent.echo_check'), casting(hope, 'answer', { word: 'yes' }), 'yes'],
  ['hope cancel', hopingAt('loop.shape_approval'), casting(hope, 'cancel'), 'cancel'],
  ['hope engage, once it is settled', hopingAt('intent.clarify'), casting(hope, 'engage', { level: 'Guided' }), 'engage'],
  ['hope engage Autonomous', hopingAt('user_need', { engagement: undefined }, { soul: 'soul.ask_engagement' }), casting(hope, 'engage', { level: 'Autonomous' }), 'autonomous'],
  ['hope start, autonomous', {}, casting(hope, 'start', { text: 'CSV', engagement: 'Autonomous' }), 'autonomous'],
  ['undo of an archive', planning, archived, 'undo', (folder, ctx) => archiveWork(folder, ctx)],
  ['accio in work with a name', csv, casting(beside, 'accio'), 'accio'],
  ['undo in work with a name', csv, undoing(beside), 'undo', casting(beside, 'accio')],
  ['override in work with a name', csv, ({ path }, ctx) => override(workIn(path, beside), ctx, 'ACHIEVE_COMPLETE', 'Kim insists.'), 'override'],
]

test.each<Decision>(decisions)(
  '%s changes no byte without its word, and uses it up',
  async (_, files, act, word, ...[first]) => {
    const folder = makeFolder({ ...files, ...git })
    const state = makeFolder().path
    const ctx = inSession(folder, 'one', state)
    await first?.(folder, ctx)
    folder.write(required)
    await say(ctx, { words: { [word === 'accio' ? 'finite' : 'accio']: 3 } })
    const all = () => [wholeTree(folder.path), wholeTree(state)]
    const before = all()
    const outcome = await act(folder, ctx).catch((error) => error)
    expect(outcome instanceof Failure && [outcome.code, outcome.exitCode]).toEqual(['no-word', 3])
    expect(all()).toEqual(before)
    await say(ctx, { words: { [word]: 1 } })
    await act(folder, ctx)
    expect(all()[0]).not.toEqual(before[0])
    const session = sessionsHere(folder.path, ctx.env).all['claude:one']
    expect(session && idsLeft(session, word)).toEqual([])
  },
)

test('a freeze that was said before a new order was shown does not freeze that order', async () => {
  const folder = makeFolder({ ...remembering('ready-to-implement', { ...frozen, tasks: [] }), ...git, ...required })
  const ctx = inSession(folder)
  const later = (seconds: number) => ({ ...ctx, now: new Date(ctx.now.getTime() + seconds * 1000) })
  await say(ctx, { words: { freeze: 1 } })
  const act = reporting('ready-to-implement')
  expect(await act(folder, later(1))).toMatchObject({ row: 'order' })
  await expect(act(folder, later(2))).rejects.toMatchObject({ code: 'no-word' })
  await say(later(3), { words: { freeze: 1 } })
  expect(await act(folder, later(4))).toMatchObject({ row: 'T26.none' })
})

test('what the agent decides takes no word', async () => {
  const folder = makeFolder({ ...standingAt('clarification_awaiting_ai_review'), ...git, ...required })
  const findings = { R1: 'Each answer was looked at.' }
  await casting(discovery, 'approve', { as: 'ai', findings })(folder, inSession(folder))
  expect(folder.read('.ai/discovery/csv-export/state.json')).toContain('clarification_awaiting_human_review')
})

test('a message can say every word that a workflow asks for, and no other', async () => {
  const payloads = [
    {},
    { choice: 'delete' },
    { autonomous: true, on: true, as: 'human' },
    ...answers.map((word) => ({ word })),
  ]
  const rows = ['', 'S6.again', ...Object.keys(wordsOfRows)]
  // The words of a repository's workflow are read from it; that work goes by today's is no word of it.
  const asked = new Set<string | undefined>(['upgrade'])
  for (const { load } of workflows) {
    const { words } = (await load()).open('csv-export')
    for (const event of Object.keys(words))
      for (const payload of payloads) for (const row of rows) asked.add(wordFor(words, event, payload, [row]))
  }
  for (const path of filesUnder(repository, 'src')) {
    const text = readFileSync(join(repository, path), 'utf8')
    for (const [, verb] of text.matchAll(/(?:withWord\(\{ word:|archiveWork\(\w+, ctx, \{\s+verb:) '([a-z]+)'/g))
      asked.add(verb)
  }
  const others = [...asked].filter((word) => word !== undefined && !spellNames.some((spell) => spell === word))
  expect(others.sort()).toEqual([...developerWords, 'undefined'].sort())
})
