import fc from 'fast-check'
import { definition } from '../../../src/workflows/collab'
import { rebuildIn } from '../../../src/workflows/collab/recorded'
import type { Item, Wave } from '../../../src/workflows/collab/session'
import { readTaskGraph } from '../../../src/workflows/collab/task-graph'
import { allTasks, sharedInWaves, toWaves } from '../../../src/workflows/collab/tasks'
import { diagramOf } from '../../../src/workflows/collab/waves'
import { documentsOfItems } from '../../support/collab-documents'
import { bring, graphText, item, session } from '../../support/collab-session'
import { makeFolder } from '../../support/folder'
import { pastOf } from '../../support/past-steps'

const documentsOf = (items: readonly Item[], yaml?: string) => ({
  ...documentsOfItems(items),
  ...(yaml !== undefined && {
    'task-graph.md': graphText(yaml.replaceAll(/\{id: \w(?![^}]*files)/g, '$&, files: [x], run: make')),
  }),
})
const wavesOf = (items: readonly Item[], yaml?: string) => {
  const { tasks, problems } = allTasks(items, documentsOf(items, yaml))
  return problems.length > 0 ? problems : toWaves(tasks).map((wave) => wave.tasks.map(({ id }) => id).join(' '))
}
const designed = (number: number, type: string): Item => item(number, type, 'documented')

// biome-ignore format: one order a line
test.each<[string, readonly Item[], string | undefined, readonly string[]]>([
  ['nothing is assumed of a task: what is set up may come first', [designed(1, 'task'), designed(2, 'code'), designed(3, 'bugfix')], 'tasks: [{id: a}, {id: b, depends-on: [a]}]', ['a item-1 item-3', 'b']],
  ['a task before what needs it', [designed(1, 'task'), designed(2, 'code')], 'tasks: [{id: a}, {id: b, depends-on: [item-1]}]', ['a item-1', 'b']],
  ['a task without an item may be of any code', [designed(1, 'code'), designed(2, 'code'), designed(3, 'bugfix')], 'tasks: [{id: a, item: 1}, {id: b, item: 2}, {id: c}]', ['a b c item-3']],
  ['without a graph', [designed(1, 'bugfix'), designed(2, 'task')], undefined, ['item-1 item-2']],
  ['an item that there is not', [designed(1, 'code')], 'tasks: [{id: a, item: 7}]', ['`task-graph.md`, line 4, task “a”: item: there is no item 7; there are 1']],
])('%s', (_, items, yaml, waves) => {
  expect(wavesOf(items, yaml)).toEqual(waves)
})

test('code items that no task is a part of are named, and tasks of one wave that share a file, whatever they stand for', () => {
  const items = [designed(1, 'code'), designed(2, 'code'), designed(3, 'bugfix')]
  const yaml = 'tasks: [{id: a, item: 1}, {id: b, item: 1, files: [3.js]}, {id: c, item: 1}]'
  const { tasks, problems } = allTasks(items, documentsOf(items, yaml.replace('[3.js]', '[3.js], run: make')))
  expect(problems).toEqual([
    '`task-graph.md`: no task of item 2, “Item 2”, has `run`',
    '`task-graph.md`: no task of item 2, “Item 2”, has `files`',
  ])
  expect(sharedInWaves(toWaves(tasks))).toEqual([
    'In wave 1 a and c name the same file, `x`, and none of them builds on another: let one depend on the other.',
    'In wave 1 b and item-3 name the same file, `3.js`, and none of them builds on another: let one depend on the other.',
  ])
})

test('a bugfix or a task says in its own document what it waits for, and of what there is', () => {
  const items = [designed(1, 'bugfix'), designed(2, 'task')]
  const waiting = (id: string) =>
    allTasks(items, {
      ...documentsOf(items),
      'plan-item-2.md': `---\nfiles: [x]\nrun: make\ndepends-on: [${id}]\n---\n`,
    })
  expect(toWaves(waiting('item-1').tasks).map(({ tasks }) => tasks.map(({ id }) => id))).toEqual([
    ['item-1'],
    ['item-2'],
  ])
  expect(waiting('item-7').problems).toEqual(['task “item-2”: depends-on: there is no task “item-7”; nearest: item-1'])
  expect(waiting('item-2').problems).toMatchObject([expect.stringContaining('in a circle')])
})

const rebuild = rebuildIn(definition)

test('without its beginning a history gives nothing, and it says so', async () => {
  const folder = makeFolder()
  await bring(folder, { verb: 'start' })
  for (const title of ['Add it', 'Fix it']) await bring(folder, { verb: 'add', title })
  const [, , ...past] = pastOf(folder, session)
  expect(rebuild({ probe: {}, past })).toMatchObject({ state: 'gather-goals', lost: ['all work items', 'the tasks'] })
})

const task = (id: string, status: 'pending' | 'in_progress' | 'completed' | 'failed', ...dependsOn: string[]) => ({
  id,
  status,
  dependsOn,
})
const wave = (id: string, ...tasks: Wave['tasks'][number][]): Wave => ({ id, status: 'pending', tasks })

test('a wave for each wave, an arrow for each dependency, a color for each status', () => {
  const waves = [
    wave('batch-1', task('parse-header', 'completed'), task('b', 'failed')),
    wave('batch-2', task('c', 'in_progress', 'parse-header', 'b'), task('d', 'pending')),
  ]
  expect(diagramOf(waves)).toBe(`graph TD
  subgraph wave_1["Wave 1"]
    t1_parse_header["parse-header"]
    t2_b["b"]
  end
  subgraph wave_2["Wave 2"]
    t3_c["c"]
    t4_d["d"]
  end
  t1_parse_header --> t3_c
  t2_b --> t3_c
  style t1_parse_header fill:#c8e6c9,stroke:#2e7d32
  style t2_b fill:#ffcdd2,stroke:#c62828
  style t3_c fill:#fff9c4,stroke:#f9a825
  style t4_d fill:#e0e0e0,stroke:#9e9e9e
`)
})

test('without waves one node says so', () => {
  expect(diagramOf([])).toBe('graph TD\n  none["No tasks yet"]\n')
  expect(diagramOf([wave('batch-1')])).toBe(diagramOf([]))
})

test('names that become alike stay apart, and none is a word of the language', () => {
  const drawn = diagramOf([
    wave(
      'batch-1',
      task('a-b', 'pending'),
      task('a_b', 'pending'),
      task('end', 'pending'),
      task('class', 'pending'),
      task('x"#', 'pending', 'a_b'),
    ),
  ])
  expect(drawn).toContain(
    '    t1_a_b["a-b"]\n    t2_a_b["a_b"]\n    t3_end["end"]\n    t4_class["class"]\n    t5_x__["x#34;#35;"]\n',
  )
  expect(drawn).toContain('  t2_a_b --> t5_x__\n')
})

const read = (yaml: string, others?: readonly string[]) => readTaskGraph(graphText(yaml), others)
const planned = (id: string, dependsOn: readonly string[] = [], files: readonly string[] = []) => ({
  id,
  dependsOn,
  ...(files.length > 0 && { files }),
})

describe('a task graph', () => {
  test.each([
    ['lists inline', 'tasks:\n  - {id: a, files: [x.ts, y.ts], depends-on: []}\n  - {id: b, depends-on: [a]}'],
    ['anchors', 'tasks:\n  - id: a\n    files: &both [x.ts, y.ts]\n  - id: b\n    files: []\n    depends-on: [a]'],
  ])('may have %s', (_, yaml) => {
    expect(read(yaml)).toEqual({ tasks: [planned('a', [], ['x.ts', 'y.ts']), planned('b', ['a'])], problems: [] })
  })

  test('is in the first block of YAML, whatever stands before', () => {
    const text = `# Tasks\n\n\`\`\`js\ntasks()\n\`\`\`\n\n~~~markdown\n${graphText('tasks: [{id: inner}]')}~~~\n\n${graphText('tasks: [{id: a}]')}\n${graphText('tasks: [{id: later}]')}`
    expect(readTaskGraph(text).tasks).toEqual([planned('a')])
  })

  test('may have Windows line endings, and numbers for ids', () => {
    expect(
      readTaskGraph(graphText('tasks:\n  - id: 1\n  - id: 2\n    depends-on: [1]').replace(/\n/g, '\r\n')).tasks,
    ).toEqual([planned('1'), planned('2', ['1'])])
  })
})

describe('the command of a task', () => {
  test('is kept with the task in its wave', () => {
    const { tasks, problems } = read('tasks: [{id: a, run: npm test -- header}, {id: b}]')
    expect(problems).toEqual([])
    expect(toWaves(tasks)[0]?.tasks).toEqual([
      { id: 'a', status: 'pending', dependsOn: [], run: 'npm test -- header' },
      { id: 'b', status: 'pending', dependsOn: [] },
    ])
  })

  test.each(['[npm, test]', '""', '7', '"a`b"', '"a\\nb"', `"${'x'.repeat(501)}"`])('is not %s', (run) => {
    expect(read(`tasks: [{id: a, run: ${run}}]`).problems).toEqual([
      'line 4, task “a”: run: must be a command in one line, without backticks, of at most 500 characters',
    ])
  })
})

describe('what is wrong is named with its place:', () => {
  // biome-ignore format: one mistake a line
  test.each([
    ['no block',             '# Nothing here\n',                        ['there is no fenced yaml block']],
    ['no tasks',             graphText('steps: []'),                    ['line 4: there is no list "tasks"']],
    ['nothing in it',        graphText(''),                             ['line 4: there is no list "tasks"']],
    ['an empty list',        graphText('tasks: []'),                    ['line 4: "tasks" must be a list with at least one task']],
    ['no id',                graphText('tasks:\n  - files: []'),        ['line 5: id: is missing; every task needs one']],
    ['an id with backticks', graphText('tasks:\n  - id: "a`b"'),        ['line 5: id: must be a short text in one line, without backticks']],
    ['a doubled id',         graphText('tasks: [{id: a}, {id: a}]'),    ['line 4, task “a”: id: “a” is also that of the task in line 4']],
    ['a task as text',       graphText('tasks:\n  - a'),                ['line 5: a task must have an id, files, a description']],
    ['files as text',        graphText('tasks: [{id: a, files: x}]'),   ['line 4, task “a”: files: must be a list of texts']],
    ['an unknown dependency, never nearest to the task itself', graphText('tasks: [{id: a}, {id: checkout, depends-on: [chekout]}]'), ['line 4, task “checkout”: depends-on: there is no task “chekout”; nearest: a']],
    ['red that is none',     graphText('tasks: [{id: a, red: last}]'),  ['line 4, task “a”: red: can only be `first`, or `no`']],
  ])('%s', (_, text, problems) => {
    expect(readTaskGraph(text).problems).toEqual(problems)
  })

  test.each([
    ['tasks: {', /^line 4: is not YAML: /],
    ['tasks:\n  - id: a\n   files: []', /^line 6: is not YAML: /],
  ])('bad YAML: %j', (yaml, expected) => {
    expect(read(yaml).problems[0]).toMatch(expected)
  })

  test('all of it at once', () => {
    expect(read('tasks:\n  - id: a\n    depends-on: [x]\n  - id: a\n  - files: 3').problems).toHaveLength(4)
  })

  test('more than a user would write', () => {
    expect(readTaskGraph('x'.repeat(300_000)).problems).toEqual(['it has more than 256 KB'])
    const many = Array.from({ length: 501 }, (_, index) => `{id: t${index}}`)
    expect(read(`tasks: [${many}]`).problems).toEqual(['tasks: there are more than 500'])
  })

  test('a bomb of names that stand for others goes off nowhere', () => {
    const levels = Array.from({ length: 20 }, (_, index) => `l${index + 1}: &l${index + 1} [*l${index}, *l${index}]`)
    expect(read(`l0: &l0 [x]\n${levels.join('\n')}\ntasks: [{id: a, files: *l20}]`).problems).toEqual([
      expect.stringMatching(/task “a”: files: must be a list of texts$/),
    ])
  })

  test('whatever the text: it is read, or something is wrong with it', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const { tasks, problems } = read(text)
        expect(tasks.length > 0 || problems.length > 0).toBe(true)
      }),
    )
  })
})

/** Tasks in any order, each on some of those before it in another order. */
const anyTasks = fc
  .array(fc.array(fc.nat({ max: 11 }), { maxLength: 4 }), { minLength: 1, maxLength: 12 })
  .chain((needs) => {
    const tasks = needs.map((on, index) =>
      planned(
        `t${index}`,
        [...new Set(on.filter((other) => other < index))].map((other) => `t${other}`),
      ),
    )
    return fc.shuffledSubarray(tasks, { minLength: tasks.length })
  })

describe('waves', () => {
  test('have every task once, each after all on which it builds and no later than it must', () => {
    fc.assert(
      fc.property(anyTasks, (tasks) => {
        const waves = toWaves(tasks)
        const place = new Map(waves.flatMap((wave, index) => wave.tasks.map(({ id }) => [id, index] as const)))
        expect(waves.flatMap((wave) => wave.tasks)).toHaveLength(tasks.length)
        for (const { id, dependsOn } of tasks)
          expect(place.get(id)).toBe(Math.max(-1, ...dependsOn.map((other) => place.get(other) ?? Number.NaN)) + 1)
        expect(waves.map(({ id, status }) => [id, status])).toEqual(
          waves.map((_, index) => [`batch-${index + 1}`, 'pending']),
        )
      }),
    )
  })

  test('keep the order of the graph', () => {
    expect(
      toWaves([planned('z'), planned('a'), planned('m', ['z'])]).map(({ tasks }) => tasks.map(({ id }) => id)),
    ).toEqual([['z', 'a'], ['m']])
  })

  test('keep what was done when they are built again; what has failed, or has another command, is done again', () => {
    const tasks = [planned('a'), planned('b'), planned('c', ['a'])]
    const before = toWaves(tasks).map((wave) => ({
      ...wave,
      tasks: wave.tasks.map((one) => ({
        ...one,
        status: one.id === 'b' ? ('failed' as const) : ('completed' as const),
      })),
    }))
    expect(toWaves(tasks, before).map(({ status, tasks: all }) => [status, ...all.map((one) => one.status)])).toEqual([
      ['pending', 'completed', 'pending'],
      ['completed', 'completed'],
    ])
    const [again] = toWaves([{ ...planned('a'), run: 'node --check a.js' }], before)
    expect(again).toMatchObject({ status: 'pending', tasks: [{ status: 'pending' }] })
  })

  test('know the tasks of whole items by their documents, and a bugfix is seen to fail first', () => {
    const items = [
      { number: 4, title: 'Docker', type: 'task', status: 'documented' },
      { number: 5, title: 'Crash', type: 'bugfix', status: 'documented' },
    ] as const
    const documents = {
      'task-graph.md': graphText('tasks: [{id: a, depends-on: [item-4]}]'),
      'plan-item-4.md': '---\nfiles: [Dockerfile]\nrun: docker build .\n---\n# Plan\n',
      'root-cause-item-5.md': '---\nfiles: [a.js]\ntests: [a.test.js]\nrun: npm test\n---\n',
    }
    expect(allTasks(items, documents)).toEqual({
      tasks: [
        planned('a', ['item-4']),
        { ...planned('item-4', [], ['Dockerfile']), description: 'Docker', run: 'docker build .', item: 4 },
        {
          ...planned('item-5', [], ['a.js']),
          tests: ['a.test.js'],
          description: 'Crash',
          run: 'npm test',
          red: true,
          item: 5,
        },
      ],
      problems: [],
    })
    const cannotFail = { ...documents, 'root-cause-item-5.md': '---\nfiles: [a.md]\nrun: npm test\nred: no\n---\n' }
    expect(allTasks(items, cannotFail).tasks.at(-1)).toMatchObject({ red: false })
  })

  test.each([
    ['is not there', undefined],
    ['has no `run` and no `files` in its front matter', '# Plan\n'],
    ['has no `files` in its front matter', '---\nrun: make\n---\n'],
    ['has in its front matter runs: is not read; the key is run', '---\nfiles: [a]\nruns: make\n---\n'],
    ['has in its front matter files: must be a list of texts', '---\nfiles: a\nrun: make\n---\n'],
  ])('lack what the document of an item lacks: it %s', (fault, text) => {
    const items = [{ number: 4, title: 'Docker', type: 'task', status: 'documented' }] as const
    const documents = text === undefined ? {} : { 'plan-item-4.md': text }
    expect(allTasks(items, documents).problems).toEqual([`\`plan-item-4.md\` ${fault}`])
  })

  test.each([
    ['`task-graph.md` is not there, with the tasks of item 1', undefined],
    ['`task-graph.md`: no task of item 1, “Export”, has `run`', 'tasks: [{id: a, files: [a.js]}]'],
    ['`task-graph.md`: no task of item 1, “Export”, has `files`', 'tasks: [{id: a, run: make}]'],
  ])('lack what the graph lacks of a code item: %s', (problem, yaml) => {
    const items = [{ number: 1, title: 'Export', type: 'code', status: 'documented' }] as const
    expect(allTasks(items, yaml === undefined ? {} : { 'task-graph.md': graphText(yaml) }).problems).toEqual([problem])
  })
})
