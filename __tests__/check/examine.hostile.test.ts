import { symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { withLock } from '../../src/disk/lock/lock'
import { engineer } from '../../src/workflows/engineer'
import { castIn, edgeAt, historyFile, stateFile } from '../support/casting'
import { withoutTouching } from '../support/crash-points'
import { examine, repair } from '../support/doctoring'
import { type Folder, makeFolder } from '../support/folder'
import { failing, testOnPosix } from '../support/posix'

const now = new Date()
const codes = async (folder: Folder): Promise<string[]> =>
  (await withoutTouching(() => examine({ root: folder.path, workflow: engineer, env: {}, now }))).map(
    ({ code }) => code,
  )

async function begun(): Promise<Folder> {
  const folder = makeFolder()
  await castIn(folder, 'accio')
  return folder
}

describe('while another process is at work', () => {
  const atWork = <T>(folder: Folder, use: () => Promise<T>) => withLock(folder.path, 'accio', { now, wait: 0 }, use)

  test('what a step leaves meanwhile is no finding, and becomes one when it stays', async () => {
    const folder = await begun()
    folder.write({ '.ai/.local/next/state.json': 'half', [historyFile]: folder.read(historyFile).slice(0, -9) })
    expect(await atWork(folder, () => codes(folder))).toEqual([])
    expect(await codes(folder)).toEqual(['history-torn'])
  })

  test('what is broken is found anyway', async () => {
    const folder = await begun()
    folder.write({ [stateFile]: 'garbage' })
    expect(await atWork(folder, () => codes(folder))).toEqual(['state-unreadable'])
  })

  test('a repair waits, and says for whom', async () => {
    const folder = await begun()
    folder.write({ [stateFile]: 'garbage' })
    const failure = await atWork(folder, () => failing(() => repair(engineer, { ...edgeAt(folder), now, wait: 0 })))
    expect(failure).toMatchObject({ exitCode: 6, code: 'busy', message: expect.stringContaining('spell accio') })
  })
})

testOnPosix('a history that cannot be looked at may be whole: it is not begun again', async () => {
  const folder = await begun()
  folder.remove(historyFile)
  symlinkSync(join(folder.path, historyFile), join(folder.path, historyFile))
  const before = folder.read(stateFile)
  expect(await codes(folder)).toEqual(['link-in-the-way', 'file-unreadable'])
  expect(await failing(() => repair(engineer, edgeAt(folder)))).toMatchObject({ exitCode: 1, code: 'link-in-the-way' })
  expect(folder.read(stateFile)).toBe(before)
})

test.each(['.ai', '.ai/task', '.ai/.local'])(
  'what is in the way of %s is one finding, with what moves it',
  async (path) => {
    const folder = await begun()
    folder.remove(path)
    folder.write({ [path]: 'mine' })
    const name = basename(path)
    const found = await examine({ root: folder.path, workflow: engineer, env: {}, now })
    expect(found.filter(({ code }) => code === 'in-the-way')).toEqual([
      {
        code: 'in-the-way',
        where: path,
        message: `${path} is in the way: a folder should be there.`,
        fix: `mkdir ${name}-was && mv ${path} ${name}-was/${name}`,
      },
    ])
  },
)
