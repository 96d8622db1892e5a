import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { makeLocal } from '../../src/disk/make-local'
import { writeDerived } from '../../src/disk/replace-file'
import { makeFolder, untouched } from '../support/folder'
import { failing, testOnPosix } from '../support/posix'

const path = '.ai/collab/diagram.mmd'
const begun = (files: Readonly<Record<string, string>> = {}) => {
  const folder = makeFolder(files)
  makeLocal(folder.path)
  return folder
}

test('a file that can be made again is written over, with its folder if there is none', () => {
  const folder = begun()
  writeDerived(folder.path, path, 'one')
  writeDerived(folder.path, path, 'two')
  expect(folder.contents()).toMatchObject({ [path]: 'two' })
})

test('what is there already is not written again', async () => {
  const folder = begun({ [path]: 'one' })
  await untouched(folder, async () => writeDerived(folder.path, path, 'one'))
})

testOnPosix('nothing is written through a link', async () => {
  const folder = begun({ 'elsewhere.txt': 'mine', '.ai/collab/x': '' })
  symlinkSync(join(folder.path, 'elsewhere.txt'), join(folder.path, path))
  expect(await failing(() => writeDerived(folder.path, path, 'two'))).toMatchObject({ code: 'link-in-the-way' })
  expect(folder.read('elsewhere.txt')).toBe('mine')
})
