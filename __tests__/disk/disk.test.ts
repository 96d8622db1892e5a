import fs, { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { disk, heldTimeoutMs } from '../../src/disk/disk'
import { diskFailure, onDisk } from '../../src/disk/disk-failure'
import { refuseLinks } from '../../src/disk/links'
import { local } from '../../src/disk/local'
import { isIgnored, makeLocal } from '../../src/disk/make-local'
import { place, placed, prepare } from '../../src/disk/put-in-place'
import { writeDerived } from '../../src/disk/replace-file'
import { operationsOf } from '../support/crash-points'
import { onWindows, refuseTimes } from '../support/faults'
import { makeFolder, untouched } from '../support/folder'
import { failing, testOnPosix } from '../support/posix'

testOnPosix('a new file is for whom the umask says, and is not executable', () => {
  const { path } = makeFolder()
  const before = process.umask(0)
  try {
    disk.write(join(path, 'a'), '')
    expect(statSync(join(path, 'a')).mode & 0o777).toBe(0o666)
  } finally {
    process.umask(before)
  }
})

const other = join(process.cwd(), 'node_modules', '.cache')
mkdirSync(other, { recursive: true })
const testOnTwoDisks = statSync(other).dev === statSync(makeFolder().path).dev ? test.skip : test

testOnTwoDisks('a file that cannot have a hard link on another disk is copied there', () => {
  const { path } = makeFolder({ a: 'text' })
  const folder = mkdtempSync(join(other, 'spell-disk-'))
  try {
    disk.linkOrCopy(join(path, 'a'), join(folder, 'b'), join(folder, 'b.part'))
    expect(readdirSync(folder)).toEqual(['b'])
    expect(readFileSync(join(folder, 'b'), 'utf8')).toBe('text')
  } finally {
    rmSync(folder, { recursive: true })
  }
})

// An editor, an indexer or a virus scanner holds a file for a moment, as Windows tells it.

const codes = ['EPERM', 'EACCES', 'EBUSY']

afterEach(() => jest.restoreAllMocks())

/** Each change to a name, and the call that it makes. */
const changes: readonly (readonly [
  what: string,
  call: Parameters<typeof refuseTimes>[0],
  run: (path: string) => void,
])[] = [
  ['replacing a file', 'renameSync', (path) => disk.replace(join(path, 'a'), join(path, 'b'))],
  ['moving a file', 'renameSync', (path) => disk.move(join(path, 'a'), join(path, 'c'))],
  ['removing a file', 'unlinkSync', (path) => disk.remove(join(path, 'a'))],
  ['removing a folder', 'rmdirSync', (path) => disk.removeFolder(join(path, 'd'))],
]

const begin = () => {
  const folder = makeFolder({ a: 'a', b: 'b' })
  fs.mkdirSync(join(folder.path, 'd'))
  return folder
}

describe.each(changes)('%s', (_, call, run) => {
  test.each(codes)('is tried again on Windows after %s', (code) => {
    onWindows()
    const folder = begin()
    const calls = refuseTimes(call, 3, code)
    run(folder.path)
    expect(calls()).toBe(4)
  })

  test('fails on Windows if it is refused for good', () => {
    onWindows()
    const waits = jest.spyOn(Atomics, 'wait').mockReturnValue('timed-out')
    const folder = begin()
    // The first attempt, and one after each of fifty pauses.
    refuseTimes(call, 51, 'EBUSY')
    expect(() => run(folder.path)).toThrow(expect.objectContaining({ code: 'EBUSY' }))
    const waited = waits.mock.calls.reduce((sum, [, , , pause]) => sum + Number(pause), 0)
    expect(waited).toBe(heldTimeoutMs)
  })

  test.each(codes)('fails at once elsewhere after %s', (code) => {
    const folder = begin()
    const calls = refuseTimes(call, 1, code)
    expect(() => run(folder.path)).toThrow(expect.objectContaining({ code }))
    expect(calls()).toBe(1)
  })

  test('fails at once on Windows for any other reason', () => {
    onWindows()
    const calls = refuseTimes(call, 1, 'ENOSPC')
    expect(() => run(begin().path)).toThrow(expect.objectContaining({ code: 'ENOSPC' }))
    expect(calls()).toBe(1)
  })
})

const of = (code: string, path: string) => diskFailure('write', path, Object.assign(new Error('raw'), { code }))

test.each([
  ['EACCES', '.ai/task/state.json', 'permission-denied', 'ls -la .ai/task'],
  ['EEXIST', '.ai/collab/sessions/orders/state.json', 'in-the-way', 'ls -la .ai/collab/sessions/orders'],
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

const outside = () => makeFolder({ 'secret.md': 'secret' }).path

testOnPosix.each<[what: string, link: string, to: () => string, path: string, code: string | undefined]>([
  ['in the place of a file', '.ai/a.md', () => 'b.md', '.ai/a.md', 'link-in-the-way'],
  ['to nowhere in the place of a file', '.ai/a.md', () => 'nowhere', '.ai/a.md', 'link-in-the-way'],
  ['to a folder outside on the path', '.ai/task', outside, '.ai/task/a.md', 'link-outside'],
  ['to the folder above on the path', '.ai/task', () => '../..', '.ai/task/a.md', 'link-outside'],
  ['far up on the path', '.ai/task', outside, '.ai/task/b/c/d.md', 'link-outside'],
  ['to nowhere on the path', '.ai/task', () => 'nowhere', '.ai/task/a.md', 'link-in-the-way'],
  ['to itself on the path', '.ai/task', () => 'task', '.ai/task/a.md', 'link-in-the-way'],
  ['to a folder inside on the path', '.ai/task', () => '../docs', '.ai/task/a.md', undefined],
])('a link %s', async (_, link, to, path, code) => {
  const folder = makeFolder({ 'docs/here.md': '' })
  mkdirSync(join(folder.path, '.ai'))
  symlinkSync(to(), join(folder.path, link))
  const act = () => refuseLinks(folder.path, ['.ai/other.md', path])
  if (code === undefined) expect(act()).toBeUndefined()
  else expect(await failing(act)).toMatchObject({ exitCode: 1, code, message: expect.stringContaining(link) })
})

test('if nothing is yet nothing is in the way', () => {
  expect(refuseLinks(makeFolder().path, ['.ai/task/a/b/c.md'])).toBeUndefined()
})
