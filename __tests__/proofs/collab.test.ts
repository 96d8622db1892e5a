import { cleanUp } from '../../src/commands/collab/cleanup'
import { writeDiagram } from '../../src/commands/collab/session'
import { isFolder } from '../../src/disk/read'
import { Failure } from '../../src/text/failure'
import { workIn } from '../../src/work/work'
import { diagramPath } from '../../src/workflows/collab/documents'
import {
  bring,
  contextIn,
  design,
  documented,
  graph,
  graphText,
  remembering,
  running,
  session,
  sessionEdge,
  statePath,
} from '../support/collab-session'
import { type Act, everyCrashPoint, everyRefusal, refusals } from '../support/crash-points'
import { type Folder, makeFolder } from '../support/folder'

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
