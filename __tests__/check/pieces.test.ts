import { piecesIn } from '../../src/check/pieces'
import { standing } from '../support/casting'
import { makeFolder } from '../support/folder'

const names = async (files: Readonly<Record<string, string>>) =>
  (await piecesIn(makeFolder(files).path)).map(({ folder, isArchived }) => [folder, isArchived])

test('the work of the six spells is a piece from the very start', async () => {
  expect(await names({})).toEqual([['.ai/task', false]])
})

test('so is what has been begun of other workflows, and what is in the archive', async () => {
  expect(
    await names({
      ...standing('GATHER_EDITING'),
      '.ai/archive/orders-2026-08-20-1530-0a1b2c3d/history.jsonl': '',
      '.ai/archive/notes.md': '',
      '.ai/discovery/export/state.json': '{}',
      '.ai/discovery/notes/idea.md': '',
    }),
  ).toEqual([
    ['.ai/archive/orders-2026-08-20-1530-0a1b2c3d', true],
    ['.ai/task', false],
    ['.ai/discovery/export', false],
  ])
})
