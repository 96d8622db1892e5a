import fs, { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { disk, heldTimeoutMs } from '../../src/disk/disk'
import { onWindows, refuseTimes } from '../support/faults'
import { makeFolder } from '../support/folder'
import { testOnPosix } from '../support/posix'

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
