import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CastContext, cast } from '../../src/cast/cast'
import { cleanUp } from '../../src/commands/collab/cleanup'
import { archiveWork as archive } from '../../src/commands/new'
import { override } from '../../src/commands/override'
import { undo } from '../../src/commands/undo'
import { filesUnder } from '../../src/disk/read'
import { Failure } from '../../src/text/failure'
import { sessionsHere } from '../../src/word/sessions'
import { idsLeft } from '../../src/word/uses'
import { developerWords } from '../../src/word/words-in-message'
import { archivedLast } from '../../src/work/archives'
import { workIn } from '../../src/work/work'
import { wordFor } from '../../src/workflow/event-words'
import type { Workflow } from '../../src/workflow/flow'
import { wordsOfRows } from '../../src/workflows/collab/flow'
import { allTasks } from '../../src/workflows/collab/tasks'
import { engineerNamed } from '../../src/workflows/engineer/named'
import { spellNames } from '../../src/workflows/engineer/spells'
import { words as answers } from '../../src/workflows/hope/payload'
import { workflows } from '../../src/workflows/registry'
import { standing, texts } from '../support/casting'
import { documentsOfItems } from '../support/collab-documents'
import { session as collab, item, remembering, sessionEdge } from '../support/collab-session'
import { plan as discovery, planTexts, standingAt } from '../support/discovery-plan'
import { archiveWork } from '../support/engineer-acts'
import { type Folder, makeFolder, wholeTree } from '../support/folder'
import { session as hope, hopeTexts, hopingAt } from '../support/hope-session'
import { repository } from '../support/source-files'
import { inSession, say } from '../support/words'

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
const reporting = (name: string) => casting(collab, 'complete-skill', { name, documents })
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
  cleanUp({ work: workIn(path, collab), ctx: spoken(collab, ctx) }, 'archive', async () => true)

const archived: Act = async ({ path }, ctx) =>
  undo((await archivedLast(path, 'engineer', undefined)) ?? workIn(path, beside), ctx)

const beside = engineerNamed('csv')
const planned = { ...standing('GATHER_EDITING'), '.ai/task/plan.md': '# A\n\n- [ ] a\n' }
const csv = Object.fromEntries(Object.entries(planned).map(([path, text]) => [path.replace('task', 'work/csv'), text]))
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
  ['collab stop', remembering('brainstorm-exploring'), casting(collab, 'stop'), 'stop'],
  ['collab cleanup', remembering('cleanup'), cleaning, 'cleanup'],
  // What an answer says is its word; where each leads on is in the table of hope.
  ['hope answer yes', hopingAt('intent.echo_check'), casting(hope, 'answer', { word: 'yes' }), 'yes'],
  ['hope cancel', hopingAt('loop.shape_approval'), casting(hope, 'cancel'), 'cancel'],
  ['hope engage, once it is settled', hopingAt('intent.clarify'), casting(hope, 'engage', { level: 'Guided' }), 'engage'],
  ['hope engage Autonomous', hopingAt('user_need', { engagement: undefined }, { soul: 'soul.ask_engagement' }), casting(hope, 'engage', { level: 'Autonomous' }), 'autonomous'],
  ['hope start, autonomous', {}, casting(hope, 'start', { text: 'CSV', engagement: 'Autonomous' }), 'autonomous'],
  ['undo of an archive', planned, archived, 'undo', (folder, ctx) => archiveWork(folder, ctx)],
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
