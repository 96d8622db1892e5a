import { definition } from '../../../src/flows/collab'
import { rebuildIn } from '../../../src/flows/collab/rebuild'
import { bring, session } from '../../support/collab-session'
import { type Folder, makeFolder } from '../../support/folder'
import { pastOf } from '../../support/past-steps'

const rebuild = rebuildIn(definition)

const pastIn = (folder: Folder) => pastOf(folder, session)

async function begun(...titles: readonly string[]): Promise<Folder> {
  const folder = makeFolder()
  await bring(folder, { verb: 'start' })
  for (const title of titles) await bring(folder, { verb: 'add', title })
  return folder
}

test('without a history all items are lost, and it says so', () => {
  expect(rebuild({ probe: {}, past: [] })).toMatchObject({
    state: 'gather-goals',
    lost: ['all work items', 'the tasks'],
  })
})

test('without its beginning a history gives the items that the rest names, and no number is used again', async () => {
  const folder = await begun('Add it', 'Fix it', 'Set it up')
  await bring(folder, { verb: 'classify', number: 3, type: 'task' })
  const [, , ...past] = pastIn(folder)
  const { state, context, lost } = rebuild({ probe: {}, past })
  expect({ state, lost }).toEqual({
    state: 'gather-goals',
    lost: ['earlier work items', 'what was designed', 'the tasks'],
  })
  expect(context).toMatchObject({
    lastNumber: 3,
    workItems: [
      { number: 2, title: 'Fix it' },
      { number: 3, title: 'Set it up', type: 'task' },
    ],
  })
})
