import { chmodSync, readdirSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { disk } from '../../../src/disk/disk'
import { changeUserFile as changeFile, readUserFile } from '../../../src/disk/lock/user-file'
import { exit, Failure } from '../../../src/text/failure'
import { makeFolder } from '../../support/folder'
import { testOnPosix } from '../../support/posix'

const more = (text = '') => `${text}x`
const changeUserFile = (path: string, change: (text?: string) => string | undefined) =>
  changeFile(path, 'hope block', 'spell hope blocked', new Date(), change)

afterEach(() => jest.restoreAllMocks())

test('a file is made with the folders above it, then changed, and nothing is left beside it', async () => {
  const { path, read } = makeFolder()
  const file = join(path, 'a', 'b', 'list.json')
  expect(readUserFile(file)).toBeUndefined()
  await changeUserFile(file, more)
  await changeUserFile(file, more)
  expect(read('a/b/list.json')).toBe('xx')
  expect(readdirSync(join(path, 'a', 'b'))).toEqual(['list.json'])
})

test('what changes nothing makes nothing', async () => {
  const { path } = makeFolder()
  await changeUserFile(join(path, 'a', 'list.json'), () => undefined)
  expect(readdirSync(path)).toEqual([])
})

test('of many who change it at once each sees what the others have done', async () => {
  const { path } = makeFolder()
  const file = join(path, 'list.json')
  await Promise.all(Array.from({ length: 12 }, () => changeUserFile(file, more)))
  expect(readUserFile(file)).toBe('x'.repeat(12))
})

test('stopped at whatever operation, the old file or the new one is there, and the next change works', async () => {
  const operations = ['makeFolder', 'write', 'replace', 'sync'] as const
  for (const operation of operations) {
    const { path } = makeFolder({ 'list.json': 'old' })
    const file = join(path, 'list.json')
    jest.spyOn(disk, operation).mockImplementationOnce(() => {
      throw Object.assign(new Error(), { code: 'ENOSPC' })
    })
    await expect(changeUserFile(file, () => 'new')).rejects.toMatchObject({ code: 'disk-full' })
    expect(['old', 'new']).toContain(readUserFile(file))
    await changeUserFile(file, () => 'newer')
    expect(readUserFile(file)).toBe('newer')
    expect(readdirSync(path)).toEqual(['list.json'])
  }
})

test('a file that another process does not let go is said to be in use, other faults are told as they are', async () => {
  const { path } = makeFolder({ 'list.json': 'old' })
  const file = join(path, 'list.json')
  const busy = new Failure(exit.busy, 'busy', 'Another user is at work.', 'wait')
  const refusing = (failure: Failure) => {
    throw failure
  }
  await expect(changeUserFile(file, () => refusing(busy))).rejects.toBe(busy)
  jest.spyOn(disk, 'write').mockImplementation(() => refusing(busy))
  await expect(changeUserFile(file, more)).rejects.toMatchObject({
    code: 'busy',
    message: `Another process is writing ${file}.`,
    fix: expect.stringContaining('spell hope blocked'),
  })
  const full = new Failure(exit.system, 'disk-full', 'The disk is full.', 'df')
  jest.spyOn(disk, 'write').mockImplementation(() => refusing(full))
  await expect(changeUserFile(file, more)).rejects.toBe(full)
})

test('a fault in the change leaves everything as it is', async () => {
  const { path } = makeFolder({ 'list.json': 'old' })
  const fault = () => {
    throw new Error('no')
  }
  await expect(changeUserFile(join(path, 'list.json'), fault)).rejects.toThrow('no')
  expect(readdirSync(path)).toEqual(['list.json'])
})

testOnPosix('a file keeps its rights, and stays where a link leads to', async () => {
  const { path, read } = makeFolder({ 'dotfiles/list.json': 'old', 'config/x': '' })
  chmodSync(join(path, 'dotfiles/list.json'), 0o600)
  symlinkSync(join(path, 'dotfiles/list.json'), join(path, 'config/list.json'))
  await changeUserFile(join(path, 'config/list.json'), () => 'new')
  expect(read('dotfiles/list.json')).toBe('new')
  expect(statSync(join(path, 'dotfiles/list.json')).mode & 0o777).toBe(0o600)
})

test('a folder in its place is told', async () => {
  const { path } = makeFolder({ 'list.json/x': '' })
  await expect(changeUserFile(join(path, 'list.json'), more)).rejects.toMatchObject({
    code: 'not-a-file',
    fix: `ls -la "${path}"`,
  })
})
