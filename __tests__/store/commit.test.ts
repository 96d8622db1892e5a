import { linkSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { type Change, commit } from '../../src/store/commit'
import { failing } from '../support/failing'
import { makeFolder } from '../support/folder'

describe('commit', () => {
  test('makes changes in their order, and the folders that they need', () => {
    const folder = makeFolder({ '.ai/task/task.md': 'old', '.ai/task/history.jsonl': '{"a":1}\n' })
    commit(folder.path, [
      { do: 'move', from: '.ai/task/task.md', to: '.ai/task/tasks/first/task.md' },
      { do: 'create', path: '.ai/task/task.md', text: 'new' },
      { do: 'append', path: '.ai/task/history.jsonl', line: '{"a":2}' },
      { do: 'append', path: '.ai/other/history.jsonl', line: '{"a":1}' },
      { do: 'replace', path: '.ai/task/state.json', text: '{}\n' },
    ])
    expect(folder.contents()).toEqual({
      '.ai/other/history.jsonl': '{"a":1}\n',
      '.ai/task/history.jsonl': '{"a":1}\n{"a":2}\n',
      '.ai/task/state.json': '{}\n',
      '.ai/task/task.md': 'new',
      '.ai/task/tasks/first/task.md': 'old',
    })
  })

  test('no changes touch nothing', () => {
    const folder = makeFolder()
    commit(folder.path, [])
    expect(folder.contents('.')).toEqual({})
  })

  test('a folder moves with everything in it', () => {
    const folder = makeFolder({ '.ai/task/plan.md': 'plan', '.ai/task/tasks/first/task.md': 'task' })
    commit(folder.path, [{ do: 'move', from: '.ai/task', to: '.ai/archive/export' }])
    expect(folder.contents()).toEqual({
      '.ai/archive/export/plan.md': 'plan',
      '.ai/archive/export/tasks/first/task.md': 'task',
    })
  })

  test('create never overwrites', async () => {
    const folder = makeFolder({ 'plan.md': 'mine' })
    const failure = await failing(() => commit(folder.path, [{ do: 'create', path: 'plan.md', text: 'template' }]))
    expect(failure).toMatchObject({ exitCode: 1, code: 'in-the-way', message: expect.stringContaining('plan.md') })
    expect(folder.contents('.')).toEqual({ './plan.md': 'mine' })
  })

  test('create never writes through a link', async () => {
    const folder = makeFolder()
    symlinkSync(join(folder.path, 'elsewhere.md'), join(folder.path, 'plan.md'))
    await failing(() => commit(folder.path, [{ do: 'create', path: 'plan.md', text: 'template' }]))
    expect(() => folder.read('elsewhere.md')).toThrow('ENOENT')
  })

  test('replace puts a whole new file in place of the old one, which stays whole for whoever reads it', () => {
    const folder = makeFolder({ 'state.json': 'old' })
    // A second name for the old file shows what a reader sees who had it open.
    linkSync(join(folder.path, 'state.json'), join(folder.path, 'reader'))
    commit(folder.path, [{ do: 'replace', path: 'state.json', text: 'new' }])
    expect(folder.contents('.')).toEqual({ './reader': 'old', './state.json': 'new' })
  })

  test('a replace that fails leaves nothing behind', async () => {
    const folder = makeFolder({ 'state.json/file': 'mine' })
    const failure = await failing(() => commit(folder.path, [{ do: 'replace', path: 'state.json', text: 'new' }]))
    expect(failure).toMatchObject({ exitCode: 1, message: expect.stringContaining('state.json') })
    expect(folder.contents('.')).toEqual({ './state.json/file': 'mine' })
  })

  test.each<[string, Change, string]>([
    ['a new file', { do: 'create', path: 'file/plan.md', text: '' }, 'Cannot write file/plan.md'],
    ['a line', { do: 'append', path: 'file/history.jsonl', line: '' }, 'Cannot write file/history.jsonl'],
    ['a state', { do: 'replace', path: 'file/state.json', text: '' }, 'Cannot write file/state.json'],
    ['a move', { do: 'move', from: 'plan.md', to: 'file/plan.md' }, 'Cannot move plan.md'],
    ['a move onto a file', { do: 'move', from: 'file', to: 'plan.md' }, 'Cannot move file'],
    ['a move of nothing', { do: 'move', from: 'missing.md', to: 'folder/plan.md' }, 'Cannot move missing.md'],
  ])('%s that the disk refuses is named; the changes after it are not made', async (_, change, message) => {
    const folder = makeFolder({ file: 'in the way', 'plan.md': 'mine' })
    const after: Change = { do: 'create', path: 'after.md', text: '' }
    const failure = await failing(() => commit(folder.path, [change, after]))
    expect(failure).toMatchObject({ exitCode: 1, message: expect.stringContaining(message) })
    expect(folder.contents('.')).toEqual({ './file': 'in the way', './plan.md': 'mine' })
  })
})
