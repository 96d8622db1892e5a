import { readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { copyIntoFolder } from '../../../src/commands/collab/cleanup'
import { disk } from '../../../src/disk/disk'
import { type Folder, makeFolder, snapshot } from '../../support/folder'
import { failing, testOnPosix } from '../../support/posix'

const documents = 'session/documents/design.md'
const diagram = 'session/diagrams/tasks.mmd'
const given = { [documents]: '# Orders\n', [diagram]: 'graph TD\n' }
const files = [
  [documents, 'documents/design.md'],
  [diagram, 'diagrams/tasks.mmd'],
] as const
const waiting = '.ai/.local/waiting'
const place = 'docs/designs/orders'
const copied = { [`${place}/documents/design.md`]: '# Orders\n', [`${place}/diagrams/tasks.mmd`]: 'graph TD\n' }

/** Without folders, which may be left. */
const filesIn = ({ path }: Folder) =>
  Object.fromEntries(Object.entries(snapshot(path)).filter(([, what]) => what !== 'a folder'))

afterEach(() => jest.restoreAllMocks())

test('a new folder has all files, each under its name, and the old ones stay', () => {
  const folder = makeFolder(given)
  copyIntoFolder(folder.path, files, waiting, place)
  expect(filesIn(folder)).toEqual({ ...given, ...copied })
})

test('bytes that are no text are the same afterwards', () => {
  const folder = makeFolder(given)
  const bytes = new Uint8Array([0, 255, 13, 10, 200])
  disk.write(join(folder.path, 'session/picture.png'), bytes)
  copyIntoFolder(folder.path, [['session/picture.png', 'picture.png']], waiting, place)
  expect(new Uint8Array(readFileSync(join(folder.path, place, 'picture.png')))).toEqual(bytes)
})

const operations = ['makeFolder', 'copy', 'move', 'sync'] as const

test.each(operations)(
  'where the disk refuses to %s there is all of it or nothing, and what refused is named',
  async (operation) => {
    for (const code of ['ENOSPC', 'EACCES', 'EIO']) {
      const folder = makeFolder(given)
      jest.spyOn(disk, operation).mockImplementation(() => {
        throw Object.assign(new Error('raw'), { code })
      })
      const failure = await failing(() => copyIntoFolder(folder.path, files, waiting, place))
      jest.restoreAllMocks()
      expect(failure).toMatchObject({
        exitCode: 1,
        message: expect.stringMatching(/^Cannot \w+ (?:session|docs)[^:]*: (?!raw)/),
      })
      const there = Object.entries(filesIn(folder)).filter(([path]) => path.startsWith('docs/'))
      expect([{}, copied]).toContainEqual(Object.fromEntries(there))
      expect(filesIn(folder)).toMatchObject(given)
    }
  },
)

testOnPosix('nothing is copied to where a link leads out', async () => {
  const folder = makeFolder(given)
  const outside = makeFolder({ 'mine.md': 'mine' })
  symlinkSync(outside.path, join(folder.path, 'docs'))
  const failure = await failing(() => copyIntoFolder(folder.path, files, waiting, place))
  expect(failure).toMatchObject({ code: 'link-outside' })
  expect(filesIn(outside)).toEqual({ 'mine.md': 'mine' })
})
