import { plan, walkTo } from '../support/discovery-plan'
import { makeFolder } from '../support/folder'

test('a line names the rows that followed the one that answered, also a single one', async () => {
  const folder = makeFolder()
  await walkTo(folder, 'contracts')
  const lines = folder.read(`${plan.folder}/history.jsonl`).trim().split('\n')
  const followed = lines.map((line) => JSON.parse(line).via?.length)
  expect(followed).toContain(1)
})
