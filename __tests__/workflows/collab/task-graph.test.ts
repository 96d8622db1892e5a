import fc from 'fast-check'
import { readTaskGraph } from '../../../src/workflows/collab/task-graph'
import { allTasks, toWaves } from '../../../src/workflows/collab/tasks'
import { graphText } from '../../support/collab-session'

const read = (yaml: string, others?: readonly string[]) => readTaskGraph(graphText(yaml), others)
const task = (id: string, dependsOn: readonly string[] = [], files: readonly string[] = []) => ({
  id,
  dependsOn,
  ...(files.length > 0 && { files }),
})

describe('a task graph', () => {
  test.each([
    ['lists inline', 'tasks:\n  - {id: a, files: [x.ts, y.ts], depends-on: []}\n  - {id: b, depends-on: [a]}'],
    ['anchors', 'tasks:\n  - id: a\n    files: &both [x.ts, y.ts]\n  - id: b\n    files: []\n    depends-on: [a]'],
  ])('may have %s', (_, yaml) => {
    expect(read(yaml)).toEqual({ tasks: [task('a', [], ['x.ts', 'y.ts']), task('b', ['a'])], problems: [] })
  })

  test('is in the first block of YAML, whatever stands before', () => {
    const text = `# Tasks\n\n\`\`\`js\ntasks()\n\`\`\`\n\n~~~markdown\n${graphText('tasks: [{id: inner}]')}~~~\n\n${graphText('tasks: [{id: a}]')}\n${graphText('tasks: [{id: later}]')}`
    expect(readTaskGraph(text).tasks).toEqual([task('a')])
  })

  test('may have Windows line endings, and numbers for ids', () => {
    expect(
      readTaskGraph(graphText('tasks:\n  - id: 1\n  - id: 2\n    depends-on: [1]').replace(/\n/g, '\r\n')).tasks,
    ).toEqual([task('1'), task('2', ['1'])])
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
      task(
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
    expect(toWaves([task('z'), task('a'), task('m', ['z'])]).map(({ tasks }) => tasks.map(({ id }) => id))).toEqual([
      ['z', 'a'],
      ['m'],
    ])
  })

  test('keep what was done when they are built again; what has failed, or has another command, is done again', () => {
    const tasks = [task('a'), task('b'), task('c', ['a'])]
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
    const [again] = toWaves([{ ...task('a'), run: 'node --check a.js' }], before)
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
        task('a', ['item-4']),
        { ...task('item-4', [], ['Dockerfile']), description: 'Docker', run: 'docker build .', item: 4 },
        {
          ...task('item-5', [], ['a.js']),
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
