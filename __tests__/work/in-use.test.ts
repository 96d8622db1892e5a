import { allWork } from '../../src/work/open'
import { makeFolder } from '../support/folder'

test('the six spells are always in use, others if there is some work of theirs', async () => {
  const folders = async (files: Record<string, string>) =>
    (await allWork(makeFolder(files).path)).map(({ folder }) => folder)
  expect(await folders({})).toEqual(['.ai/task'])
  expect(await folders({ '.ai/discovery/a/state.json': '', '.ai/discovery/notes.md': '' })).toEqual([
    '.ai/task',
    '.ai/discovery/a',
  ])
  expect(await folders({ '.ai/collab/sessions/a/state.json': '' })).toEqual(['.ai/task', '.ai/collab/sessions/a'])
  expect(await folders({ '.ai/hope/state.json': '' })).toEqual(['.ai/task', '.ai/hope'])
})

test('no workflow keeps its backups where another does', async () => {
  const files = {
    '.ai/discovery/a/state.json': '',
    '.ai/discovery/b/state.json': '',
    '.ai/collab/sessions/a/state.json': '',
    '.ai/hope/state.json': '',
  }
  const used = (await allWork(makeFolder(files).path)).map(({ flow }) => flow)
  expect(new Set(used.map(({ local }) => local)).size).toBe(used.length)
  expect(used.every(({ local }) => local.startsWith('.ai/.local'))).toBe(true)
})
