import { place, placed, prepare } from '../../src/disk/put-in-place'
import { operationsOf } from '../support/crash-points'
import { makeFolder } from '../support/folder'

// A power loss keeps what was synced: a write syncs its file, and a name is there for sure once its folder is synced.
test('what is prepared is on the disk before its mark, the mark before a file changes, and it goes first', async () => {
  const folder = makeFolder({ '.ai/task/old.md': 'old', '.ai/task/plan.md': 'mine' })
  const puts = [{ path: '.ai/task/plan.md', bytes: Buffer.from('theirs') }]
  const operations = await operationsOf(folder, async ({ path }) => {
    prepare(path, { puts, removes: ['.ai/task/old.md'], note: 1 })
    expect(place(path)).toBe(1)
    placed(path)
  })
  expect(operations.map((operation) => operation.replaceAll('/.ai/.local/settling', '…'))).toEqual([
    'makeFolder …/new',
    'makeFolder …/old',
    'write …/new/0',
    'sync …/new',
    'write …/plan.json.part',
    'replace …/plan.json.part …/plan.json',
    'sync …',
    'move /.ai/task/old.md …/old/0',
    'makeFolder /.ai/task',
    'replace …/new/0 /.ai/task/plan.md',
    'sync /.ai/task',
    'remove …/plan.json',
    'remove …/old/0',
    'removeFolder …/new',
    'removeFolder …/old',
    'removeFolder …',
  ])
})
