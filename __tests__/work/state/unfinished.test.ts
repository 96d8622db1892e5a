import { castIn } from '../../support/casting'
import { dieBefore } from '../../support/crash-points'
import { type Folder, makeFolder } from '../../support/folder'

const begun = async (): Promise<Folder> => {
  const folder = makeFolder()
  await castIn(folder, 'accio')
  return folder
}

const told = async (folder: Folder) => {
  const { from, spells, developer } = await castIn(folder, 'lumos')
  return { from, spells, developer }
}

test('a look at a step that was stopped sees the files that it is about to create, with their texts', async () => {
  const [whole, stopped] = [await begun(), await begun()]
  await castIn(whole, 'accio')
  // The first one keeps the state before.
  await dieBefore(stopped, (folder) => castIn(folder, 'accio'), 'linkOrCopy', 2)
  expect(stopped.contents()).not.toHaveProperty(['.ai/task/plan.md'])
  expect(await told(stopped)).toEqual(await told(whole))
})
