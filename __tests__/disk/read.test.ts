import { constants } from 'node:buffer'
import { execFileSync, spawn } from 'node:child_process'
import fs, { symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { filesUnder, hasFile, isFolder, isUtf8, namesIn, readBeginning, readText } from '../../src/disk/read'
import { makeFolder } from '../support/folder'
import { failing, testOnPosix } from '../support/posix'
import { anyCharacter } from '../support/random'

const readers = { hasFile, readText, readBeginning: (root: string, path: string) => readBeginning(root, path, 10) }

describe.each(Object.entries(readers))('%s', (_, read) => {
  test.each(['missing.md', 'missing/file.md'])('says that %s is not there', (path) => {
    expect(read(makeFolder().path, path)).toBe(read === hasFile ? false : undefined)
  })

  test('refuses a folder', async () => {
    const { path } = makeFolder({ 'plan.md/file': '' })
    expect(await failing(() => read(path, 'plan.md'))).toMatchObject({
      exitCode: 1,
      code: 'not-a-file',
      message: 'Cannot read plan.md: a folder is where a file should be.',
    })
  })

  // Windows has no pipes in folders.
  testOnPosix('refuses a pipe instead of waiting for a user to write into it', async () => {
    const { path } = makeFolder()
    const pipe = join(path, 'plan.md')
    execFileSync('mkfifo', [pipe])
    // A user who waits to write nothing into it, so that a reader who opened it would not wait for ever.
    const writer = spawn('sh', ['-c', ': > "$0"', pipe])
    try {
      expect(await failing(() => read(path, 'plan.md'))).toMatchObject({
        exitCode: 1,
        message: 'Cannot read plan.md: it is not a plain file.',
      })
    } finally {
      writer.kill()
    }
  })

  test('follows a link, and says that one to nowhere is not there', () => {
    const { path } = makeFolder({ 'real.md': 'Text' })
    symlinkSync(join(path, 'real.md'), join(path, 'link.md'))
    symlinkSync(join(path, 'gone.md'), join(path, 'dangling.md'))
    expect(read(path, 'link.md')).toEqual(read(path, 'real.md'))
    expect(read(path, 'dangling.md')).toEqual(read(path, 'missing.md'))
  })
})

describe('a text', () => {
  test.each([
    ['is read as it is', ' Größe 📏\r\nline\n', ' Größe 📏\r\nline\n'],
    ['loses its byte order mark', '\uFEFF{}', '{}'],
    ['loses one mark only, and only the first character', '\uFEFF\uFEFFa\uFEFF', '\uFEFFa\uFEFF'],
    ['may be empty', '', ''],
  ])('%s', (_, written, read) => {
    const { path } = makeFolder({ 'plan.md': written })
    expect(readText(path, 'plan.md')).toBe(read)
    expect(readBeginning(path, 'plan.md', 100)).toEqual({ text: read, whole: true })
  })

  test('that is no UTF-8 is read anyway', () => {
    const { path } = makeFolder()
    writeFileSync(join(path, 'plan.md'), Buffer.from([0x61, 0xff, 0x00, 0x62]))
    expect(readText(path, 'plan.md')).toBe('a\uFFFD\0b')
  })
})

describe('a file that is larger than any text', () => {
  const longest = constants.MAX_STRING_LENGTH
  afterEach(() => jest.restoreAllMocks())

  /** Zeros that take no room on the disk, and what reads them. */
  const fileOf = (size: number) => {
    const { path } = makeFolder({ 'plan.md': '' })
    truncateSync(join(path, 'plan.md'), size)
    return { path, reading: jest.spyOn(fs, 'readFileSync').mockReturnValue('what it says') }
  }

  test('is refused without being read', async () => {
    const { path, reading } = fileOf(longest + 1)
    expect(await failing(() => readText(path, 'plan.md'))).toMatchObject({ exitCode: 1, code: 'too-large' })
    expect(reading).not.toHaveBeenCalled()
  })

  test('is no file that a text may just be as long as', () => {
    const { path } = fileOf(longest)
    expect(readText(path, 'plan.md')).toBe('what it says')
  })
})

describe('the beginning of a text', () => {
  test.each([
    [4, { text: 'a', whole: false }],
    [5, { text: 'a📏', whole: false }],
    [6, { text: 'a📏b', whole: true }],
  ])('of at most %i bytes has no half characters', (most, beginning) => {
    const { path } = makeFolder({ 'plan.md': 'a📏b' })
    expect(readBeginning(path, 'plan.md', most)).toEqual(beginning)
  })

  test('is the text up to the last whole character, wherever it is cut', () => {
    const folder = makeFolder()
    const texts = fc.string({ unit: anyCharacter, maxLength: 20 })
    fc.assert(
      fc.property(texts, fc.nat({ max: 40 }), (written, most) => {
        folder.write({ 'plan.md': written })
        const text = written.replace(/^\uFEFF/, '')
        const beginning = readBeginning(folder.path, 'plan.md', most)
        expect(beginning?.whole).toBe(Buffer.byteLength(written) <= most)
        expect(text.startsWith(beginning?.text ?? '-')).toBe(true)
        if (beginning?.whole) expect(beginning.text).toBe(text)
        // No character has more than four bytes, and no mark more than three.
        else expect(Buffer.byteLength(beginning?.text ?? '')).toBeGreaterThanOrEqual(Math.max(0, most - 6))
      }),
    )
  })
})

describe('a folder', () => {
  const files = { '.ai/b.md': '', '.ai/a/2.md': '', '.ai/a/10.md': '', '.ai/a/deep/c': '', 'other/d': '' }

  test('lists every file in it and below, sorted', () => {
    expect(filesUnder(makeFolder(files).path, '.ai')).toEqual(['.ai/a/10.md', '.ai/a/2.md', '.ai/a/deep/c', '.ai/b.md'])
  })

  test('that is not there has nothing in it', () => {
    const { path } = makeFolder()
    expect([filesUnder(path, '.ai'), namesIn(path, '.ai')]).toEqual([[], []])
  })

  test('that is a file is refused', async () => {
    const { path } = makeFolder({ '.ai': '' })
    expect(await failing(() => namesIn(path, '.ai'))).toMatchObject({ exitCode: 1, code: 'not-a-folder' })
  })
})

test('a file is text if every byte of it belongs to a character', () => {
  const { path } = makeFolder({ 'a.md': 'naïve 🪄\n' })
  writeFileSync(join(path, 'b.md'), Buffer.from([0x6e, 0x61, 0xef, 0x76, 0x65]))
  expect(['a.md', 'b.md', 'c.md'].map((name) => isUtf8(path, name))).toEqual([true, false, false])
})

test('what has a name that no file system takes is no folder', () => {
  const { path } = makeFolder({ 'a/b': '' })
  expect(['a', 'a/b', 'c', 'x'.repeat(10_000)].filter((name) => isFolder(path, name))).toEqual(['a'])
})
