import { criteriaRule } from '../../src/check/criteria-rule'
import { piecesIn } from '../../src/check/pieces'
import { historyPath } from '../../src/work/history/history-line'
import { criteriaDigest } from '../../src/work/history/known-criteria'
import type { Workflow } from '../../src/workflow/flow'
import { engineer } from '../../src/workflows/engineer'
import { standing } from '../support/casting'
import { plan, planned, walkTo } from '../support/discovery-plan'
import { examine } from '../support/doctoring'
import { type Folder, makeFolder, makeRepository } from '../support/folder'
import { commitAll } from '../support/git'
import { brief, hoped, session, shape } from '../support/hope-session'

interface Work {
  readonly workflow: Workflow
  readonly begin: (folder: Folder) => Promise<unknown>
  readonly look: (folder: Folder) => Promise<{ readonly warnings: readonly string[] }>
  readonly artifact: string
  /** A step that changes nothing of what was handed in. */
  readonly step: (folder: Folder) => Promise<{ readonly warnings: readonly string[] }>
}
const works: Readonly<Record<string, Work>> = {
  discovery: {
    workflow: plan,
    begin: (folder) => walkTo(folder, 'clarification'),
    look: (folder) => planned(folder, 'status'),
    artifact: `${plan.folder}/artifacts/context_discovery_artifact.json`,
    step: (folder) => planned(folder, 'autonomous', { on: true }),
  },
  hope: {
    workflow: session,
    begin: async (folder) => {
      await hoped(folder, { verb: 'start', text: 'Add CSV', engagement: 'Collaborative' })
      await hoped(folder, { verb: 'score', total: 9 })
      await hoped(folder, { verb: 'submit', artifact: brief })
      await hoped(folder, { verb: 'submit', artifact: shape })
    },
    look: (folder) => hoped(folder, { verb: 'status' }),
    artifact: `${session.folder}/round-1/shape.md`,
    step: (folder) => hoped(folder, { verb: 'consult', mode: 'panel', query: 'which way?' }),
  },
}

const foundBy = ({ path: root }: Folder, workflow: Workflow) => examine({ root, workflow, env: {}, now: new Date() })

describe.each(Object.entries(works))('what was handed in to %s', (_, { workflow, begin, look, artifact, step }) => {
  test('is as it was, and nothing is said', async () => {
    const folder = makeFolder()
    await begin(folder)
    expect(await foundBy(folder, workflow)).toEqual([])
    expect(JSON.stringify((await look(folder)).warnings)).not.toContain('handed in')
    folder.write({ [artifact]: folder.read(artifact).replaceAll('\n', '\r\n') })
    expect(await foundBy(folder, workflow)).toEqual([])
  })

  test('and was changed since is named, with the command that brings it back; a look and the next step warn of it', async () => {
    const folder = makeRepository()
    await begin(folder)
    commitAll(folder)
    const was = folder.read(artifact)
    folder.write({ [artifact]: `${was}\n` })
    const [found, ...others] = await foundBy(folder, workflow)
    expect({ found, others }).toMatchObject({
      found: {
        code: 'artifact-changed',
        where: artifact,
        message: expect.stringContaining(`${artifact} was changed after it was handed in (`),
        fix: expect.stringMatching(/ && git show [0-9a-f]{12}:\.\/.* > /),
      },
      others: [],
    })
    const told = `${artifact} was changed after it was handed in. Run \`spell doctor\`.`
    expect((await look(folder)).warnings).toContain(told)
    expect((await step(folder)).warnings).toContain(told)
    expect(folder.read(artifact)).toBe(`${was}\n`)
  })

  test('and is gone is named, with the command that brings it back', async () => {
    const folder = makeRepository()
    await begin(folder)
    commitAll(folder)
    folder.remove(artifact)
    expect(await foundBy(folder, workflow)).toMatchObject([
      {
        code: 'file-missing',
        where: artifact,
        fix: expect.stringMatching(/^test ! -e \S+ && git (?:restore --source=HEAD --|show) /),
      },
    ])
  })

  test('long ago is known from the history, not only from the lines that the state still has', async () => {
    const folder = makeFolder()
    await begin(folder)
    const path = `${workflow.folder}/state.json`
    const { history, ...document } = JSON.parse(folder.read(path))
    folder.write({ [path]: JSON.stringify({ ...document, history: history.slice(-1) }) })
    folder.write({ [artifact]: `${folder.read(artifact)}\n` })
    expect(folder.read(historyPath(workflow)).trimEnd().split('\n').length).toBeGreaterThan(1)
    expect((await look(folder)).warnings).toContain(
      `${artifact} was changed after it was handed in. Run \`spell doctor\`.`,
    )
  })
})

const places = {
  plan: 'GATHER_EDITING',
  draft: 'ACHIEVE_TASK_DRAFTING',
  task: 'ACHIEVE_TASK_EXECUTED',
  end: 'ACHIEVE_COMPLETE',
} as const
type Place = keyof typeof places
type Step = `${Place} → ${Place}${'' | ' by a word said' | ' by a word unseen' | ' by another word'}: ${string}`

/**
 * What is said about steps such as `plan → draft: x one, - two`; what an item of their plans says, and then its command, stand
 * for what they are known by. A criterion that has the command `shown` is proven.
 */
function told(hasCommands: boolean, steps: readonly Step[]): string[] {
  const rule = criteriaRule(engineer, (_, commands) => hasCommands && commands === 'shown')
  let state = ''
  for (const [index, step] of steps.entries()) {
    const [, from, to, word, plan = ''] = /^(\w+) → (\w+)(?: by a(?:nother)? word( \w+)?)?: (.*)$/.exec(step) ?? []
    const items = plan.split(', ')
    const [texts = [], commands = []] = [0, 1].map((part) => items.map((item) => item.slice(2).split(': ')[part] ?? ''))
    const ticked = items.map((item) => item.charAt(0)).join('')
    const open = items.filter((item) => item.startsWith('-')).length
    const counted = { digest: String(index), criteria: items.length, open, texts, ticked }
    const said = { ...counted, ...(hasCommands && { commands }) }
    state = places[to as Place]
    const criteria =
      word === undefined ? '0123456789abcdef' : criteriaDigest({ texts, commands: hasCommands ? commands : [] })
    const line = {
      timestamp: '',
      ...(step.includes('word') && { word: word?.trim() ?? 'said', agreed: { criteria } }),
      transition: `${places[from as Place]} → ${state}`,
      trigger: 'Accio',
      plan: said,
    } as const
    rule.take(line as never, undefined, { where: 'history', line: index + 1, index }, false)
  }
  return rule.end(state, undefined, steps.length).map(({ code: name, message }) => `${name}: ${message}`)
}

const unmet = (number: number) =>
  `criteria-ticked: One criterion was ticked before this, but no task or review was finished that could have met it: number ${number}.`
const bothUnmet =
  'criteria-ticked: 2 criteria were ticked before this, but no task or review was finished that could have met them: number 1; number 2.'
const unagreed = (done: string, number: number) =>
  `criteria-changed: ${done} before this, outside planning, and the developer has not agreed to it: number ${number}.`
const dropped = (number: number) => unagreed('One criterion was taken out of the plan', number)
const reworded = unagreed('One criterion was reworded', 2)
const changed = unagreed('The commands of one criterion were changed', 1)

const begun: Step = 'plan → draft: - one, - two, - three'
const more: Step = 'draft → draft: - one, - two, - three, - four'
const loses: Step = 'draft → draft: - one, - two'
const leftTask: readonly Step[] = [begun, 'draft → task: - one, - two, - three', 'task → draft: x one, x two, - three']
const ticked: readonly Step[] = [begun, 'draft → plan: x one, - two, - three']

// biome-ignore format: a case is a line
test.each<[what: string, steps: readonly Step[], ...told: string[]]>([
  ['what was ticked in a task that was never finished is not told before the work is complete', leftTask],
  ['and is told once then', [...leftTask, 'draft → end: x one, x two, - three'], bothUnmet],
  ['a criterion may be reworded while planning', [begun, 'draft → plan: - one, - two, - three', 'plan → draft: - one, - TWO, - three']],
  ['a criterion with other words elsewhere is reworded', [begun, 'draft → task: - one, - TWO, - three'], reworded],
  ['and stays so', [begun, 'draft → task: - one, - TWO, - three', 'task → draft: - one, - TWO, - three'], reworded],
  ['until the old words put it right', [begun, 'draft → task: - one, - TWO, - three', 'task → draft: - one, - two, - three']],
  ['planning does not put it right afterwards', [begun, 'draft → task: - one, - TWO, - three', 'task → plan: - one, - TWO, - three', 'plan → draft: - one, - TWO, - three'], reworded],
  ['nor does a word that was not seen', [begun, 'draft → task by a word unseen: - one, - TWO, - three'], reworded],
  ['nor one that agrees to other criteria', [begun, 'draft → task by another word: - one, - TWO, - three'], reworded],
  ['the word that agrees to the criteria as they are puts it right', [begun, 'draft → task by a word said: - one, - TWO, - three']],
  ['also later', [begun, loses, 'draft → task by a word said: - one, - two']],
  ['but not what is changed after it', [begun, 'draft → task by a word said: - one, - two', 'task → draft: - one, - TWO'], reworded],
  ['nor a tick', [begun, 'draft → plan by a word said: x one, - two, - three'], unmet(1)],
  ['what was agreed to may not go again as if it had never come', [begun, 'draft → draft by a word said: - one, - two, - three, - four', begun.replace('plan', 'draft') as Step], dropped(4)],
  ['a criterion may come outside planning', [begun, more]],
  ['and go again', [begun, more, 'draft → draft: - one, - two, - three']],
  ['but not once it has been through planning', [begun, more, 'draft → plan: - one, - two, - three, - four', 'plan → draft: - one, - two, - three, - four', 'draft → draft: - one, - two, - three'], dropped(4)],
  ['a tick is told', ticked, unmet(1)],
  ['a tick stays with its criterion, whatever that is called', [...ticked, 'plan → draft: - two, x ONE, - three'], unmet(2)],
  ['a tick may be taken back', [...ticked, 'plan → draft: - one, - two, - three']],
  ['a tick that moves is one of the other criterion', [...ticked, 'plan → draft: - one, x two, - three'], unmet(2)],
  ['what was dropped is told', [begun, loses], dropped(3)],
  ['what was dropped is given back by the same criterion', [begun, loses, 'draft → draft: - one, - two, - three']],
  ['and not by an unticked one', [begun, loses, 'draft → plan: - one, x two', 'plan → draft: - one, - two'], dropped(3)],
])('%s', (_, steps, ...expected) => {
  expect(told(false, steps)).toEqual(expected)
})

const start: Step = 'plan → draft: - one: a, - two: b'
const proven = (command: string): readonly Step[] => [
  `plan → draft: - one: ${command}`,
  `draft → task: x one: ${command}`,
  `task → draft: x one: ${command}`,
  `draft → end: x one: ${command}`,
]

// biome-ignore format: a case is a line
test.each<[what: string, steps: readonly Step[], ...told: unknown[]]>([
  ['may be changed while planning', [start, 'draft → plan: - one: a, - two: b', 'plan → draft: - one: c, - two: b']],
  ['may not be changed elsewhere', [start, 'draft → task: - one: c, - two: b'], changed],
  ['nor taken out', [start, 'draft → task: - one, - two: b'], changed],
  ['are agreed to by a word, as others are', [start, 'draft → task by a word said: - one: c, - two: b']],
  ['until the old ones put it right', [start, 'draft → task: - one: c, - two: b', 'task → draft: - one: a, - two: b']],
  ['also after others', [start, 'draft → task: - one: c, - two: b', 'task → draft: - one: d, - two: b', 'draft → task: - one: a, - two: b']],
  ['that a criterion gets outside planning are told, too', ['plan → draft: - one, - two: b', 'draft → task: - one: c, - two: b'], changed],
  ['of a criterion that came outside planning may change', [start, 'draft → task: - one: a, - two: b, - more: x', 'task → draft: - one: a, - two: b, - more: y']],
  ['that were proven account for a tick, also without a finished task', proven('shown')],
  ['that were not account for none', proven('a'), expect.stringMatching(/^criteria-ticked: /)],
])('commands %s', (_, steps, ...expected) => {
  expect(told(true, steps)).toEqual(expected)
})

const names = async (files: Readonly<Record<string, string>>) =>
  (await piecesIn(makeFolder(files).path)).map(({ folder, isArchived }) => [folder, isArchived])

test('the work of the six spells is a piece from the very start', async () => {
  expect(await names({})).toEqual([['.ai/task', false]])
})

test('so is what has been begun of other workflows, and what is in the archive', async () => {
  expect(
    await names({
      ...standing('GATHER_EDITING'),
      '.ai/archive/orders-2026-08-20-1530-0a1b2c3d/history.jsonl': '',
      '.ai/archive/notes.md': '',
      '.ai/discovery/export/state.json': '{}',
      '.ai/discovery/notes/idea.md': '',
    }),
  ).toEqual([
    ['.ai/archive/orders-2026-08-20-1530-0a1b2c3d', true],
    ['.ai/task', false],
    ['.ai/discovery/export', false],
  ])
})
