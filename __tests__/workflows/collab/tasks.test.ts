import fc from 'fast-check'
import { definition } from '../../../src/workflows/collab'
import { rebuildIn } from '../../../src/workflows/collab/recorded'
import type { Item, Wave } from '../../../src/workflows/collab/session'
import { allTasks, sharedInWaves, toWaves } from '../../../src/workflows/collab/tasks'
import { diagramOf } from '../../../src/workflows/collab/waves'
import { documentsOfItems } from '../../support/collab-documents'
import { bring, contextIn, graphText, item, remembering, session } from '../../support/collab-session'
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
const designed = (number: number, type: string, ...after: number[]): Item => ({
  ...item(number, type, 'documented'),
  ...(after.length > 0 && { after }),
})

// biome-ignore format: one order a line
test.each<[string, readonly Item[], string | undefined, readonly string[]]>([
  ['nothing is assumed of a task: what is set up may come first', [designed(1, 'task'), designed(2, 'code'), designed(3, 'bugfix')], 'tasks: [{id: a}, {id: b, depends-on: [a]}]', ['a item-1 item-3', 'b']],
  ['a task before what needs it', [designed(1, 'task'), designed(2, 'code')], 'tasks: [{id: a}, {id: b, depends-on: [item-1]}]', ['a item-1', 'b']],
  ['a task after a task', [designed(1, 'code'), designed(2, 'task'), designed(3, 'task', 2)], 'tasks: [{id: a}]', ['a item-2', 'item-3']],
  ['a bugfix after code', [designed(1, 'code'), designed(2, 'bugfix', 1)], 'tasks: [{id: a}, {id: b, depends-on: [a]}]', ['a', 'b', 'item-2']],
  ['code after a bugfix', [designed(1, 'bugfix'), designed(2, 'code', 1)], 'tasks: [{id: a}]', ['item-1', 'a']],
  ['code after code, by the items of their tasks', [designed(1, 'code'), designed(2, 'code', 1)], 'tasks: [{id: b, item: 2}, {id: a, item: 1}, {id: c, item: item-1}]', ['a c', 'b']],
  ['a task without an item may be of any code', [designed(1, 'code'), designed(2, 'code'), designed(3, 'bugfix', 1)], 'tasks: [{id: a, item: 1}, {id: b, item: 2}, {id: c}]', ['a b c', 'item-3']],
  ['without a graph', [designed(1, 'bugfix'), designed(2, 'task', 1)], undefined, ['item-1', 'item-2']],
  ['a circle of graph and items', [designed(1, 'bugfix', 2), designed(2, 'code')], 'tasks: [{id: a, depends-on: [item-1]}]', ['tasks: build on each other in a circle, a → item-1 → a, as the items are ordered (--after)']],
  ['an item that there is not', [designed(1, 'code')], 'tasks: [{id: a, item: 7}]', ['`task-graph.md`, line 4, task “a”: item: there is no item 7; there are 1']],
])('%s', (_, items, yaml, waves) => {
  expect(wavesOf(items, yaml)).toEqual(waves)
})

test('whatever the order of the items, every task has its wave', () => {
  const types = fc.constantFrom('task', 'bugfix')
  fc.assert(
    fc.property(fc.array(fc.tuple(types, fc.nat({ max: 9 })), { minLength: 1, maxLength: 6 }), (drawn) => {
      const items = drawn.map(([type, after], index) =>
        designed(index + 1, type, ...(after > 0 && after <= index ? [after] : [])),
      )
      const { tasks, problems } = allTasks(items, documentsOf(items))
      expect(problems).toEqual([])
      expect(toWaves(tasks).flatMap((wave) => wave.tasks)).toHaveLength(items.length)
    }),
  )
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

test('an item is added after others, which have to be there; it waits for none that is removed', async () => {
  const folder = makeFolder(
    remembering('gather-goals', { workItems: [item(1, 'code'), item(2, 'code')], lastNumber: 2 }),
  )
  const added = await bring(folder, { verb: 'add', title: 'Publish it', after: [1, 2] })
  expect(added.developer).toContain('Added item 3, task, to be designed, after 1, 2: Publish it')
  await expect(bring(folder, { verb: 'add', title: 'Bump it', after: [9] })).rejects.toMatchObject({
    exitCode: 2,
    details: ['item 9: there is none; there are 1, 2, 3'],
  })
  await bring(folder, { verb: 'remove', number: 2 })
  expect(contextIn(folder).workItems.at(-1)).toMatchObject({ number: 3, after: [1] })
})

test('an item gets another title, and stays what it is', async () => {
  const folder = makeFolder(remembering('brainstorm-designing', { workItems: [item(1, 'code')], currentItem: 1 }))
  expect(await bring(folder, { verb: 'rename', number: 1, title: 'Export' })).toMatchObject({
    to: 'brainstorm-designing',
  })
  expect(contextIn(folder).workItems).toMatchObject([{ number: 1, title: 'Export', type: 'code', status: 'pending' }])
  expect(await bring(folder, { verb: 'rename', number: 1, title: 'Export' })).toMatchObject({ row: 'rename.same' })
  await expect(bring(folder, { verb: 'rename', number: 1, title: '' })).rejects.toMatchObject({ code: 'invalid-title' })
  await expect(bring(folder, { verb: 'rename', number: 5, title: 'x' })).rejects.toMatchObject({ code: 'unknown-item' })
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
