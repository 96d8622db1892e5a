import { undo } from '../../../src/commands/undo'
import { workIn } from '../../../src/work/work'
import { flow, isRouter } from '../../../src/workflows/collab/flow'
import { bring, complete, item, remembering, session, sessionEdge, wave } from '../../support/collab-session'
import { makeFolder } from '../../support/folder'

const context = {
  workItems: [item(1, 'code', 'documented'), item(2, 'task')],
  waves: [wave(1, 'in_progress', ['a', 'completed'], ['b', 'pending'])],
}

test('every session that is not over can be stopped, and the stop be taken back', async () => {
  for (const { id } of flow.filter((state) => !isRouter(state) && state.id !== 'done')) {
    const folder = makeFolder(remembering(id, context))
    const stop = await bring(folder, { verb: 'stop', said: 'Later.' })
    expect(stop).toMatchObject({ ok: true, to: 'stopped', completed: true, next_skill: null })
    await undo(workIn(folder.path, session), sessionEdge(folder))
    expect(await bring(folder, { verb: 'status' })).toMatchObject({ state: id, completed: false })
  }
})

test('a stopped session says what is left and how it goes on, and takes nothing more', async () => {
  const folder = makeFolder(remembering('execute-batch', context))
  await bring(folder, { verb: 'stop' })
  const { developer } = await bring(folder, { verb: 'status' })
  expect(developer).toContain('was stopped. Left:\n\n- Item 1, to be built: Item 1\n- Item 2, to be designed: Item 2')
  expect(developer).toContain('`spell accio --from orders`')
  for (const answer of [
    await bring(folder, { verb: 'add', title: 'Add it' }),
    await bring(folder, { verb: 'task', id: 'b', status: 'completed' }),
    await bring(folder, { verb: 'stop' }),
  ])
    expect(answer).toMatchObject({ ok: false, row: 'B.done', to: 'stopped' })
  expect(await complete(folder, 'executing-plans')).toMatchObject({ ok: true, row: 'done', next_skill: null })
})
