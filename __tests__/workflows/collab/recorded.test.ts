import { definition } from '../../../src/workflows/collab'
import { rebuildIn } from '../../../src/workflows/collab/recorded'
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

test('without its beginning a history gives nothing, and it says so', async () => {
  const folder = await begun('Add it', 'Fix it')
  const [, , ...past] = pastIn(folder)
  expect(rebuild({ probe: {}, past })).toMatchObject({ state: 'gather-goals', lost: ['all work items', 'the tasks'] })
})
