import { join } from 'node:path'
import { shellFor } from '../../src/proof/run-command'
import { makeFolder } from '../support/folder'

test('the shell is that of the system', () => {
  expect(shellFor({ PATH: '' }, false)).toBe('/bin/sh')
})

test.each([
  ['cmd', 'bin/sh.exe'],
  ['cmd', 'usr/bin/sh.exe'],
  ['bin', 'bin/sh.exe'],
  ['mingw64/bin', 'bin/sh.exe'],
])('on Windows that of git, which is in %s: %s', (folder, shell) => {
  const git = makeFolder({ [`${folder}/git.exe`]: '', [shell]: '' })
  expect(shellFor({ Path: join(git.path, folder) }, true)).toBe(join(git.path, shell))
})

test('on Windows without git that in the PATH', () => {
  expect(shellFor({ PATH: makeFolder().path }, true)).toBe('sh')
})
