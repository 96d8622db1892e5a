import { type CastContext, cast } from '../../src/cast/cast'
import { check } from '../../src/check/check'
import { wordRule } from '../../src/check/word-rule'
import { cleanUp } from '../../src/commands/collab/cleanup'
import { archiveWork } from '../../src/commands/new'
import type { HistoryLine } from '../../src/work/history/history-line'
import { workIn } from '../../src/work/work'
import { engineerNamed } from '../../src/workflows/engineer/named'
import { edgeAt, titleOf } from '../support/casting'
import { bring, complete, item, session as orders, remembering, sessionEdge } from '../support/collab-session'
import { edgeOfPlan, plan, planned, walkTo } from '../support/discovery-plan'
import { archiveWork as archiveTask } from '../support/engineer-acts'
import { type Folder, makeFolder } from '../support/folder'
import { hoped } from '../support/hope-session'
import { inSession, say } from '../support/words'
import { workUnderWay } from '../support/work-under-way'

const words = { accio: 'its name' } as const
const title = (state: string) => state.toUpperCase()

/** What is found of steps, each its word and what it takes back, in the lines after the base's. */
function foundIn(steps: readonly string[], base = 0) {
  const rule = wordRule({ words }, title, 'spell undo')
  for (const [index, step] of steps.entries()) {
    const [word, undone] = step.split(' ')
    const digest = `${index + 1}`
    const line = { transition: 'a → b', trigger: undone ? 'Undo' : 'Accio', digest, word, undoes: undone }
    rule.take(line as HistoryLine, { where: 'history', line: index + 1, index }, index < base)
  }
  return rule.end().unseen.map(({ line, message }) => `${line}: ${message}`)
}

const place = { where: 'history', line: 1, index: 0 }
const named = (line: number, what = 'Accio') =>
  `${line}: ${what}, from “A” to “B”, was by the agent, and spell has seen no word for it.`
const twenty = (first: number) => Array.from({ length: 20 }, (_, index) => named(first + index))

test.each([
  ['no word', [''], 0, []],
  ['seen words', ['said', 'typed', 'granted'], 0, []],
  ['one unseen', ['said', '', 'unseen'], 0, [named(3)]],
  ['20 unseen', Array(20).fill('unseen'), 0, twenty(1)],
  ['21 unseen', Array(21).fill('unseen'), 0, [...twenty(1), '21: One more step was by the agent, from this one on.']],
  [
    'hundreds unseen',
    Array(900).fill('unseen'),
    100,
    [...twenty(101), expect.stringMatching(/: 780 more steps were by the agent, from this one on\.$/)],
  ],
  ['one that the base has', ['unseen', 'said', 'unseen'], 1, [named(3)]],
  ['one taken back with a seen word', ['unseen', 'typed 1'], 0, []],
  ['one taken back without', ['unseen', 'unseen 1'], 0, [named(1), named(2, 'Undo')]],
])('of steps with %s those without a seen word are named', (_, steps, base, expected) => {
  expect(foundIn(steps, base)).toEqual(expected)
})

test('a step is taken back with the command of its workflow', () => {
  const rule = wordRule({ words }, title, 'spell rfc undo --work cache')
  rule.take({ transition: 'a', trigger: 'Accio', word: 'unseen' } as HistoryLine, place, false)
  expect(rule.end().unseen).toEqual([
    expect.objectContaining({ fix: 'spell rfc undo --work cache   # to before this step, then say the word again' }),
  ])
})

test.each([
  { trigger: 'constructor', row: 'constructor' },
  { trigger: 'Freeze', row: 'constructor', via: 5, about: null },
  { trigger: 'New', row: {}, about: [] },
])('an entry that was edited to %j is named by what it has', (edited) => {
  const names: Readonly<Record<string, string>> = {}
  const rule = wordRule({ words: { freeze: (_, rows) => rows.map((row) => names[row])[0] } }, title, 'spell undo')
  rule.take({ transition: 'a', word: 'unseen', ...edited } as unknown as HistoryLine, place, false)
  expect(rule.end().unseen).toEqual([expect.objectContaining({ message: expect.stringContaining('by the agent') })])
})

const workNamed = (name: string, folder: Folder, ctx: CastContext = edgeAt(folder)) =>
  cast(workIn(folder.path, engineerNamed(name), true), 'accio', ctx)

/** One step of other work, for which the developer's word is seen. */
async function seenElsewhere(folder: Folder): Promise<void> {
  const ctx = inSession(folder)
  await say(ctx, { words: { accio: 1 } })
  await workNamed('seen', folder, ctx)
}

/** @returns the words and the lines of what is named as decided by the agent, by file; and all that is found */
async function checked({ path }: Folder, requirement: 'any' | 'word' | 'complete' = 'any') {
  const request = { requirement, noOverrides: false }
  const { noted, findings } = await check(path, {}, new Date(), request, titleOf)
  const unseen = [...noted, ...findings].filter(({ rule }) => rule === 'word-unseen')
  const words = unseen.map(({ where, message }) => {
    expect(message).toMatch(/ was by the agent, and spell has seen no word for it\.$/)
    return `${where.replace(/^\.ai\/|\/history\.jsonl$/g, '')} ${message.replace(/\W.*/, '')}`
  })
  return { words, findings: findings.map(({ rule }) => rule) }
}

const times = (count: number, word: string) => Array<string>(count).fill(word)
const engineer = (folder: string, count: number) => times(count, `${folder} Accio`)
const stopPlan = (folder: Folder) =>
  archiveWork(workIn(folder.path, plan), edgeOfPlan(folder), {
    verb: 'stop',
    from: 'contracts_awaiting_human_review',
    place: () => '.ai/discovery-archive/csv',
    look: '',
  })
async function cleanSession(folder: Folder): Promise<void> {
  await bring(folder, { verb: 'stop' })
  await cleanUp({ work: workIn(folder.path, orders), ctx: sessionEdge(folder) }, 'archive', async () => true)
}
const nearEnd = async (folder: Folder) =>
  folder.write(remembering('workflow-complete', { workItems: [item(1, 'bugfix', 'documented')] }))

type Act = (folder: Folder) => Promise<unknown>
// biome-ignore format: a case is a line
const cases: [what: string, begin: Act, then: Act | undefined, words: readonly string[]][] = [
  ['work of the six spells', (folder) => workUnderWay('engineer', folder), undefined, engineer('task', 4)],
  ['work with a name', (folder) => workNamed('csv', folder), undefined, engineer('work/csv', 1)],
  ['a plan', (folder) => workUnderWay('discovery', folder), undefined,
    ['Approve', 'Approve', 'Approve', 'Approve', 'Replan'].map((word) => `discovery/csv-export ${word}`)],
  ['a session', (folder) => workUnderWay('collab', folder), undefined, ['collab/sessions/orders Settle', 'collab/sessions/orders Freeze']],
  ['the end of a session', nearEnd, (folder) => complete(folder, 'finishing-a-development-branch'), ['collab/sessions/orders Finish']],
  ['a session of hope', (folder) => workUnderWay('hope', folder), undefined, ['hope Yes', 'hope Skip', 'hope Yes']],
  ['archived work', (folder) => workUnderWay('engineer', folder), (folder) => archiveTask(folder),
    [...engineer('archive/export-2026-08-20-1530-00000000', 4), 'archive/export-2026-08-20-1530-00000000 New']],
  ['an archived plan', (folder) => workUnderWay('discovery', folder), stopPlan,
    ['Approve', 'Approve', 'Approve', 'Approve', 'Replan', 'Stop'].map((word) => `discovery-archive/csv ${word}`)],
  ['an archived session', (folder) => workUnderWay('collab', folder), cleanSession,
    ['Settle', 'Freeze', 'Stop'].map((word) => expect.stringMatching(`^collab/archive/.* ${word}$`))],
]

test.each(cases)('of %s each approval without a seen word is named once', async (_, begin, then, words) => {
  const folder = makeFolder()
  await begin(folder)
  await then?.(folder)
  expect((await checked(folder)).words).toEqual([])
  await seenElsewhere(folder)
  const found = await checked(folder)
  expect(found.words).toEqual(words)
  expect(found.findings).not.toContain('word-unseen')
  if (then) return
  const { findings } = await checked(folder, 'word')
  expect(findings.filter((rule) => rule === 'word-unseen')).toHaveLength(words.length)
})

test('where autonomous mode decides, only its choice is named, and what comes after it', async () => {
  const folder = makeFolder()
  await walkTo(folder, 'clarification')
  await planned(folder, 'autonomous', { on: true })
  await planned(folder, 'replan', { from: 'discovery', trigger: 'requirements_changed', changes: 'Two separators' })
  await planned(folder, 'autonomous', { on: false })
  await planned(folder, 'replan', { from: 'discovery', trigger: 'requirements_changed', changes: 'One separator' })
  await seenElsewhere(folder)
  expect((await checked(folder)).words).toEqual(
    ['Approve', 'Autonomous', 'Replan'].map((word) => `discovery/csv-export ${word}`),
  )
})

test('at the lowest engagement of hope only its choice is named', async () => {
  const folder = makeFolder()
  await hoped(folder, { verb: 'start', text: 'CSV', engagement: 'Autonomous' })
  await hoped(folder, { verb: 'cancel' })
  await seenElsewhere(folder)
  expect((await checked(folder)).words).toEqual(['hope Autonomous'])
})
