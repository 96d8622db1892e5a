import { cleanUp } from '../../src/commands/collab/cleanup'
import { writeDiagram } from '../../src/commands/collab/session'
import { isFolder } from '../../src/disk/read'
import { Failure } from '../../src/text/failure'
import { workIn } from '../../src/work/work'
import { diagramPath } from '../../src/workflows/collab/documents'
import { rows } from '../../src/workflows/collab/table'
import {
  bring,
  complete,
  contextIn,
  design,
  graph,
  graphText,
  item,
  remembering,
  session,
  sessionEdge,
  statePath,
  wave,
} from '../support/collab-session'
import { type Act, everyCrashPoint, everyRefusal, expectTold, refusals, withoutTouching } from '../support/crash-points'
import { examine } from '../support/doctoring'
import { type Folder, makeFolder } from '../support/folder'

const code = { workItems: [item(1, 'code')], currentItem: 1 }
const documented = { workItems: [item(1, 'task', 'documented')] }
const running = {
  ...documented,
  phase: 'implementation',
  waves: [wave(1, 'in_progress', ['a', 'in_progress'])],
  currentWave: 0,
}

const ended = { ...running, waves: [wave(1, 'in_progress', ['a', 'completed'])] }

/** Every kind of step that a session makes. */
// biome-ignore format: one step a line
const steps: Readonly<Record<string, readonly [files: Record<string, string>, act: Act]>> = {
  'a session that begins': [{}, (folder) => bring(folder, { verb: 'start' })],
  'an item that is added': [remembering('gather-goals', code), (folder) => bring(folder, { verb: 'add', title: 'Fix it' })],
  'a type that changes': [remembering('gather-goals', code), (folder) => bring(folder, { verb: 'classify', number: 1, type: 'task' })],
  'a title that changes': [remembering('gather-goals', code), (folder) => bring(folder, { verb: 'rename', number: 1, title: 'Export orders' })],
  'an item at hand that is removed': [remembering('clear-rd2', code), (folder) => bring(folder, { verb: 'remove', number: 1 })],
  'a skill that is reported': [remembering('brainstorm-exploring', code), (folder) => complete(folder, 'brainstorming-exploring', 'Ask Kim.')],
  'a skill that was done once more': [remembering('clear-bs3', code), (folder) => complete(folder, 'brainstorming-exploring')],
  'goals that are gathered once more': [remembering('clear-bs3', code), (folder) => complete(folder, 'gather-session-goals')],
  'items that come from the design': [{ ...remembering('gather-goals'), [design]: '## Work Items\n### Item 2: Two\n**Type:** task\nWhat is wanted of it.\n' }, (folder) => complete(folder, 'gather-session-goals')],
  'waves that are built': [{ ...remembering('ready-to-implement', documented), [graph]: graphText('tasks: [{id: a}, {id: b, depends-on: [a]}]')}, (folder) => complete(folder, 'ready-to-implement')],
  'a task that is reported': [remembering('execute-batch', running), (folder) => bring(folder, { verb: 'task', id: 'a', status: 'failed' })],
  'a wave that is closed': [remembering('execute-batch', ended), (folder) => complete(folder, 'executing-plans')],
}

const look: Act = (folder) => bring(folder, { verb: 'status' })
const seen = async (folder: Folder) => JSON.stringify(await look(folder))

describe('wherever its process dies and whatever the disk refuses, a step happens as a whole or not at all', () => {
  test.each(Object.entries(steps))('%s', async (_, [files, act]) => {
    const untouchedFolder = makeFolder(files)
    const before = await seen(untouchedFolder)
    await act(untouchedFolder)
    const after = await seen(untouchedFolder)
    expect(after).not.toBe(before)

    const check = async (folder: Folder) => {
      const now = await withoutTouching(() => seen(folder))
      expect([before, after]).toContain(now)
      if (now === before) await act(folder)
      // The next process finishes what was begun.
      else await bring(folder, { verb: 'cleanup', choice: 'keep' }).catch(() => {})
      expect(await seen(folder)).toBe(after)
      const at = new Date('2026-08-20T15:30:00Z')
      const found = await examine({ root: folder.path, workflow: session, env: {}, now: at })
      const usual = ['history-behind', 'leftovers', 'step-unfinished', 'lock-stale', 'history-torn']
      expect(found.filter(({ code: kind }) => !usual.includes(kind))).toEqual([])
    }
    const begin = () => makeFolder(files)
    let points = await everyCrashPoint(begin, act, check)
    for (const lasting of [false, true])
      points += await everyRefusal(begin, act, { codes: refusals, lasting }, async (folder, outcome) => {
        expectTold(outcome)
        const isHalf = lasting && outcome instanceof Failure && outcome.message.includes('half done')
        expect(await seen(folder)).toBe(outcome instanceof Failure && !isHalf ? before : after)
      })
    expect(points).toBeGreaterThan(20)
  })
})

test('the steps above are of every row that changes a session in its own way', () => {
  const updates = new Set(rows.flatMap((row) => row.updates ?? []))
  // biome-ignore format: in one paragraph
  expect([...updates].filter((name) => !name.startsWith('in ')).sort()).toEqual([
    'add item', 'add to the note', 'begin', 'begin wave', 'build waves', 'classify item', 'complete wave', 'documented',
    'import items', 'keep the note', 'remove item', 'rename item', 'report task', 'select item', 'set the item aside',
    'show tasks', 'take item',
  ])
})

describe('the documents of a session', () => {
  const files = {
    ...remembering('cleanup', { ...documented, phase: 'complete' }),
    [design]: '# Orders\n',
    [graph]: graphText('tasks: [{id: a}]'),
    [diagramPath('orders')]: 'graph TD\n',
  }
  const begin = () => makeFolder(files)
  const archive: Act = (folder) =>
    cleanUp({ work: workIn(folder.path, session), ctx: sessionEdge(folder) }, 'archive', async () => true)
  const papers = (folder: Folder) => {
    const places = new Map<string, string[]>()
    for (const path of Object.keys(folder.contents('docs'))) {
      const [, , place = '', ...rest] = path.split('/')
      places.set(place, [...(places.get(place) ?? []), rest.join('/')])
    }
    return [...places.values()]
  }
  const whole = ['diagrams/task-execution.mmd', 'documents/design.md', 'documents/task-graph.md']

  test('are archived whole wherever the process dies, and are never gone before they are', async () => {
    const points = await everyCrashPoint(begin, archive, async (folder) => {
      for (const place of papers(folder)) expect(place).toEqual(whole)
      // Its proof is never gone: it lies where the session was, or in the archive, whole.
      const record = (name: string) => Object.keys(folder.contents('.ai/collab')).filter((path) => path.endsWith(name))
      expect(record('/state.json').length).toBeGreaterThan(0)
      if (!isFolder(folder.path, session.folder)) {
        expect(record('/history.jsonl')).toHaveLength(1)
        return expect(papers(folder)).toEqual([whole])
      }
      expect(folder.read(design)).toBe('# Orders\n')
      await archive(folder)
      expect(record('/history.jsonl')).toEqual([expect.stringContaining('.ai/collab/archive/orders-')])
      expect(isFolder(folder.path, session.folder)).toBe(false)
      for (const place of papers(folder)) expect(place).toEqual(whole)
      expect(papers(folder).length).toBeGreaterThan(0)
    })
    expect(points).toBeGreaterThan(30)
  })

  test('stay where they are where the disk refuses the copy', async () => {
    await everyRefusal(begin, archive, { codes: ['ENOSPC'], lasting: true }, async (folder, outcome) => {
      if (isFolder(folder.path, session.folder)) expect(folder.read(graph)).toBe(files[graph])
      else expect(papers(folder)).toEqual([whole])
      if (outcome instanceof Failure) expect(outcome.exitCode).toBe(1)
    })
  })
})

test('a diagram that cannot be drawn is a warning, and what was drawn before is never cut off', async () => {
  const old = 'graph TD\n  old["old"]\n'
  const files = { ...remembering('execute-batch', running), [diagramPath('orders')]: old }
  const draw: Act = async (folder) =>
    writeDiagram(
      { work: workIn(folder.path, session), ctx: sessionEdge(folder) },
      await bring(folder, { verb: 'status' }),
    )
  const begin = () => makeFolder(files)
  await everyCrashPoint(begin, draw, async (folder) => {
    expect([old, expect.stringContaining('Wave 1')]).toContainEqual(folder.read(diagramPath('orders')))
    await draw(folder)
    expect(folder.read(diagramPath('orders'))).toContain('Wave 1')
  })
  await everyRefusal(begin, draw, { codes: refusals, lasting: false }, async (folder, outcome) => {
    expect(outcome).not.toBeInstanceOf(Error)
    expect(contextIn(folder)).toEqual(JSON.parse(files[statePath] ?? '').context)
  })
})
