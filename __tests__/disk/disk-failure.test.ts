import { diskFailure, onDisk } from '../../src/disk/disk-failure'

const of = (code: string, path: string) => diskFailure('write', path, Object.assign(new Error('raw'), { code }))

test.each([
  ['EACCES', '.ai/task/state.json', 'permission-denied', 'ls -la .ai/task'],
  ['EACCES', '.ai/discovery/csv-export/state.json', 'permission-denied', 'ls -la .ai/discovery/csv-export'],
  ['EEXIST', '.ai/collab/sessions/orders/state.json', 'in-the-way', 'ls -la .ai/collab/sessions/orders'],
  ['EISDIR', 'report.md', 'not-a-file', 'ls -la .'],
  ['EACCES', 'my designs/x/a.md', 'permission-denied', "ls -la 'my designs/x'"],
  ['ENOSPC', '.ai/task/state.json', 'disk-full', 'df -h .'],
  ['EROFS', '.ai/discovery/csv-export/state.json', 'read-only', 'mount'],
  ['EIO', '.ai/task/state.json', 'disk-error', 'spell doctor'],
])('%s of %s is %s; its fix looks where the file is', (error, path, code, fix) => {
  expect(of(error, path)).toMatchObject({ exitCode: 1, code, fix, message: expect.stringContaining(path) })
})

test('an unexpected error says itself what it is', () => {
  expect(of('EWHATEVER', '.ai/task/x')).toMatchObject({ code: 'disk-error', message: 'Cannot write .ai/task/x: raw.' })
})

test('what is done on disk fails in words, with the act and the file; what has failed in words keeps them', () => {
  const refused = Object.assign(new Error('raw'), { code: 'EACCES' })
  const moving = () =>
    onDisk('move', '.ai/task/x', () => {
      throw refused
    })
  expect(moving).toThrow('Cannot move .ai/task/x: permission denied.')
  expect(() => onDisk('write', '.ai/task', moving)).toThrow('Cannot move .ai/task/x: permission denied.')
  expect(onDisk('read', '.ai/task/x', () => 'text')).toBe('text')
})
