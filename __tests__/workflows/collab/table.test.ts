import { flow, isRouter, type State, skills } from '../../../src/workflows/collab/flow'
import { rows } from '../../../src/workflows/collab/table'
import { batch, bring, complete, contextIn, graph, graphText, item, remembering } from '../../support/collab-session'
import { makeFolder } from '../../support/folder'

/** The table of specs/collab.md §4, written down a second time and cast line by line. */

const code = { workItems: [item(1, 'code')], currentItem: 1 }
const task = { workItems: [item(1, 'task')], currentItem: 1 }
const bugfix = { workItems: [item(1, 'bugfix')], currentItem: 1 }
const documented = { workItems: [item(1, 'code', 'documented')], currentItem: 1 }
const built = { ...documented, batches: [batch(1, 'pending', ['a', 'pending'])] }
const running = { ...documented, batches: [batch(1, 'in_progress', ['a', 'pending'])], currentBatch: 0 }
const over = { ...documented, batches: [batch(1, 'completed', ['a', 'completed'])], currentBatch: 1 }

// biome-ignore format: the specification's lines
const lines: readonly (readonly [row: number, state: State, skill: string, context: object, via: readonly string[], next: State])[] = [
  [1,  'collab-start',           'collab-start',              {},         [],                                  'gather-goals'],
  [2,  'gather-goals',           'gather-session-goals',      code,       [],                                  'clear-pre-item'],
  [3,  'clear-pre-item',         'collab-clear',              code,       ['T4.code'],                         'brainstorm-exploring'],
  [4,  'clear-pre-item',         'collab-clear',              task,       ['T4.task'],                         'brainstorm-exploring'],
  [4,  'clear-pre-item',         'collab-clear',              bugfix,     ['T4.bugfix'],                       'systematic-debugging'],
  [4,  'clear-pre-item',         'collab-clear',              documented, ['T4.none'],                         'ready-to-implement'],
  [5,  'brainstorm-exploring',   'brainstorming-exploring',   code,       [],                                  'clear-bs1'],
  [6,  'clear-bs1',              'collab-clear',              code,       [],                                  'brainstorm-clarifying'],
  [7,  'brainstorm-clarifying',  'brainstorming-clarifying',  code,       [],                                  'clear-bs2'],
  [8,  'clear-bs2',              'collab-clear',              code,       [],                                  'brainstorm-designing'],
  [9,  'brainstorm-designing',   'brainstorming-designing',   code,       [],                                  'clear-bs3'],
  [10, 'clear-bs3',              'collab-clear',              code,       [],                                  'brainstorm-validating'],
  [11, 'brainstorm-validating',  'brainstorming-validating',  code,       ['T12.code'],                        'clear-pre-rough'],
  [12, 'brainstorm-validating',  'brainstorming-validating',  task,       ['T12.task'],                        'task-planning'],
  [13, 'clear-pre-rough',        'collab-clear',              code,       [],                                  'rough-draft-interface'],
  [14, 'rough-draft-interface',  'rough-draft-interface',     code,       [],                                  'clear-rd1'],
  [15, 'clear-rd1',              'collab-clear',              code,       [],                                  'rough-draft-pseudocode'],
  [16, 'rough-draft-pseudocode', 'rough-draft-pseudocode',    code,       [],                                  'clear-rd2'],
  [17, 'clear-rd2',              'collab-clear',              code,       [],                                  'rough-draft-skeleton'],
  [18, 'rough-draft-skeleton',   'rough-draft-skeleton',      code,       [],                                  'clear-rd3'],
  [19, 'clear-rd3',              'collab-clear',              code,       [],                                  'build-task-graph'],
  [20, 'build-task-graph',       'build-task-graph',          code,       [],                                  'clear-rd4'],
  [21, 'clear-rd4',              'collab-clear',              code,       [],                                  'rough-draft-handoff'],
  [22, 'rough-draft-handoff',    'rough-draft-handoff',       code,       [],                                  'clear-post-item'],
  [23, 'task-planning',          'task-planning',             task,       [],                                  'clear-post-item'],
  [24, 'systematic-debugging',   'systematic-debugging',      bugfix,     [],                                  'clear-post-item'],
  [25, 'clear-post-item',        'collab-clear',              documented, ['T4.none'],                         'ready-to-implement'],
  [26, 'ready-to-implement',     'ready-to-implement',        bugfix,     ['T4.bugfix'],                       'systematic-debugging'],
  [26, 'ready-to-implement',     'ready-to-implement',        documented, [],                                  'clear-pre-execute'],
  [27, 'clear-pre-execute',      'collab-clear',              built,      ['T28.more'],                        'execute-batch'],
  [28, 'clear-pre-execute',      'collab-clear',              over,       ['T28.none'],                        'workflow-complete'],
  [29, 'execute-batch',          'executing-plans',           running,    ['T30'],                             'clear-post-batch'],
  [31, 'clear-post-batch',       'collab-clear',              built,      ['T28.more'],                        'execute-batch'],
  [31, 'clear-post-batch',       'collab-clear',              over,       ['T28.none'],                        'workflow-complete'],
  [32, 'workflow-complete',      'finishing-a-development-branch', over,  [],                                  'cleanup'],
  [33, 'cleanup',                'collab-cleanup',            over,       [],                                  'done'],
]

test.each(lines)('line %i: in %s, %s', async (row, state, skill, context, via, next) => {
  const folder = makeFolder(remembering(state, context))
  const answer = await complete(folder, skill)

  expect(answer).toMatchObject({ ok: true, outcome: 'advanced', from: state, to: next, state: next })
  const past = JSON.parse(folder.read('.ai/collab/sessions/orders/state.json')).history.at(-1)
  expect(past).toMatchObject({ trigger: 'Complete-skill', transition: `${state} → ${next}`, about: { skill } })
  expect(past.via ?? []).toEqual(via)
  expect([past.row, ...via].some((id: string) => new RegExp(`^T${row}(\\.|$)`).test(id))).toBe(true)
  const { skill: named = null, display } = flow.find(({ id }) => id === next) ?? { display: '' }
  expect(answer).toMatchObject({
    next_skill: named,
    action: next.startsWith('clear-') ? 'clear' : 'none',
    display,
    completed: next === 'done',
  })
})

test('line 34: the end is the end, whatever is reported', async () => {
  const folder = makeFolder(remembering('done'))
  const before = folder.contents()
  for (const name of [...skills, 'abracadabra']) {
    expect(await complete(folder, name)).toMatchObject({ ok: true, next_skill: null, completed: true, to: 'done' })
  }
  expect(folder.contents()).toEqual(before)
})

describe('the table', () => {
  test('has 34 states: 17 with a skill of their own, 12 to clear the context, 4 routers, 1 end', () => {
    const own = flow.filter(({ skill }) => skill !== null && skill !== 'collab-clear')
    const clears = flow.filter(({ skill }) => skill === 'collab-clear')
    const ends = flow.filter(({ transitions }) => transitions.length === 0)
    expect([flow.length, own.length, clears.length, flow.filter(isRouter).length, ends.length]).toEqual([
      34, 17, 12, 4, 1,
    ])
    expect(skills).toHaveLength(18)
    expect(new Set(flow.map(({ id }) => id)).size).toBe(34)
  })

  test('has 38 transitions of the source and one repair', () => {
    expect(flow.reduce((count, { transitions }) => count + transitions.length, 0)).toBe(38 + 1)
    const ids = new Set(rows.map(({ id }) => id).filter((id) => /^T\d/.test(id)))
    expect(ids.size).toBe(38 + 1)
  })

  test('is tried above with each of its lines', () => {
    const tried = new Set(lines.map(([row]) => row))
    // Routers are lines of those who come by them; the end has a test of its own.
    expect(flow.map((_, index) => index + 1).filter((row) => !tried.has(row))).toEqual([30, 34])
  })
})

describe('what leaving a state does', () => {
  test('the item is documented when its design ends', async () => {
    for (const [state, skill, type] of [
      ['rough-draft-handoff', 'rough-draft-handoff', 'code'],
      ['task-planning', 'task-planning', 'task'],
      ['systematic-debugging', 'systematic-debugging', 'bugfix'],
    ]) {
      const folder = makeFolder(
        remembering(`${state}`, { workItems: [item(1, `${type}`), item(2, 'code')], currentItem: 1 }),
      )
      await complete(folder, `${skill}`)
      expect(contextIn(folder).workItems.map(({ status }) => status)).toEqual(['documented', 'pending'])
    }
  })

  test('a graph that does not parse is warned of when it has been made', async () => {
    const folder = makeFolder({ ...remembering('build-task-graph', code), [graph]: graphText('tasks: {') })
    const { warnings, to } = await complete(folder, 'build-task-graph')
    expect(to).toBe('clear-rd4')
    expect(warnings).toEqual([expect.stringMatching(/task-graph\.md: line \d+: is not YAML: .*\.$/)])
  })

  test('a batch that is closed has all of its tasks completed, and those that nobody reported are named', async () => {
    const batches = [
      batch(1, 'in_progress', ['a', 'completed'], ['b', 'in_progress']),
      batch(2, 'pending', ['c', 'pending']),
    ]
    const folder = makeFolder(remembering('execute-batch', { ...documented, batches, currentBatch: 0 }))
    const { warnings, params } = await complete(folder, 'executing-plans')
    expect(warnings).toEqual(['Not reported, and counted as completed: b.'])
    expect(params).toEqual({ item_number: 1, batch_index: 1 })
    expect(contextIn(folder)).toMatchObject({
      currentBatch: 1,
      batches: [
        { status: 'completed', tasks: [{ status: 'completed' }, { status: 'completed' }] },
        { status: 'pending' },
      ],
    })
  })

  test('the history tells which tasks a batch had', async () => {
    const folder = makeFolder(remembering('execute-batch', running))
    await complete(folder, 'executing-plans')
    const { history } = JSON.parse(folder.read('.ai/collab/sessions/orders/state.json'))
    expect(history.at(-1)).toMatchObject({ via: ['T30'], about: { batch: 'batch-1', tasks: ['a'] } })
  })
})

describe('what a session remembers', () => {
  test('clears and routers keep the phase that they came from', async () => {
    const folder = makeFolder(remembering('rough-draft-interface', { ...code, phase: 'rough-draft/interface' }))
    expect((await complete(folder, 'rough-draft-interface')).phase).toBe('rough-draft/interface')
    expect((await complete(folder, 'collab-clear')).phase).toBe('rough-draft/pseudocode')
  })

  test('a note lives through the pause and ends with the next skill', async () => {
    const folder = makeFolder(remembering('brainstorm-exploring', code))
    await complete(folder, 'brainstorming-exploring', 'Ask Kim about quotes.')
    expect(contextIn(folder).note).toBe('Ask Kim about quotes.')
    const resumed = await bring(folder, { verb: 'resume' })
    expect(resumed.ai).toContain('Ask Kim about quotes.')
    await complete(folder, 'collab-clear')
    expect(contextIn(folder).note).toBe('Ask Kim about quotes.')
    await complete(folder, 'brainstorming-clarifying')
    expect(contextIn(folder).note).toBeUndefined()
  })
})
