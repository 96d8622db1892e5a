import { join } from 'node:path'
import { disk } from '../../src/disk/disk'
import { local } from '../../src/disk/local'
import { isIgnored, makeLocal } from '../../src/disk/make-local'
import { makeFolder } from '../support/folder'

afterEach(() => jest.restoreAllMocks())

test('the folder of this copy alone is made once, and ignores itself', () => {
  const folder = makeFolder()
  makeLocal(folder.path)
  makeLocal(folder.path)
  expect(folder.read(`${local}/.gitignore`)).toBe('*\n')
})

test('two who begin at the same moment do not stand in each other’s way', () => {
  const folder = makeFolder()
  const { makeFolder: make } = disk
  jest.spyOn(disk, 'makeFolder').mockImplementation((path) => {
    make(path)
    folder.write({ [join(local, '.gitignore')]: '*\n' })
  })
  expect(() => makeLocal(folder.path)).not.toThrow()
  expect(folder.read(`${local}/.gitignore`)).toMatch(/^(\*\n)+$/)
})

test('what a power loss has left empty is written again', () => {
  const folder = makeFolder({ [`${local}/.gitignore`]: '' })
  expect(isIgnored(folder.path)).toBe(false)
  makeLocal(folder.path)
  expect(folder.read(`${local}/.gitignore`)).toBe('*\n')
  expect(isIgnored(folder.path)).toBe(true)
})
