import { execSync } from 'node:child_process'
import { chmodSync, statSync, symlinkSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { type Allowed, changeAllowed, readAllowed } from '../../src/disk/allowed'
import { keptPath } from '../../src/disk/user-data'
import { makeFolder } from '../support/folder'
import { describeOnPosix, failing } from '../support/posix'

const now = new Date(0)
const entry = (digest: string, work?: string): Allowed => ({
  digest,
  said: 'npm test',
  ...(work && { work }),
  time: now.toISOString(),
  command: '{}',
})

describeOnPosix('where consents are kept', () => {
  const makeClone = () => {
    const { path: root } = makeFolder({ '.git/HEAD': '' })
    return { root, common: join(root, '.git') }
  }

  test('is the state folder of the account, outside of the repository', () => {
    const { root, common } = makeClone()
    const { path: state } = makeFolder()
    expect(keptPath('allowed', common, root, { XDG_STATE_HOME: state })).toMatch(
      new RegExp(`^${state}/spell/allowed/[0-9a-f]{32}\\.json$`),
    )
    const home = userInfo().homedir
    for (const named of [undefined, '', 'state', './.git'])
      expect(keptPath('allowed', common, root, { XDG_STATE_HOME: named, HOME: '/elsewhere' })).toContain(
        `${home}/.local/state/spell/allowed/`,
      )
  })

  test('is one file for all worktrees of a clone, whatever link leads there, and another one for each clone', () => {
    const { root, common } = makeClone()
    const { path: state } = makeFolder()
    const env = { XDG_STATE_HOME: state }
    const link = join(makeFolder().path, 'link')
    symlinkSync(common, link)
    expect(keptPath('allowed', link, makeFolder().path, env)).toBe(keptPath('allowed', common, root, env))
    expect(keptPath('allowed', makeFolder().path, root, env)).not.toBe(keptPath('allowed', common, root, env))
  })

  test('is not believed inside of the worktree, also by way of a link', () => {
    const { root, common } = makeClone()
    const link = join(makeFolder().path, 'link')
    symlinkSync(root, link)
    for (const inside of [root, join(root, 'state'), join(link, 'a', 'b')])
      expect(() => keptPath('allowed', common, root, { XDG_STATE_HOME: inside })).toThrow('is not believed')
  })
})

describe('consents', () => {
  const make = () => join(makeFolder().path, 'spell', 'allowed', 'key.json')

  test('are kept one after the other, for the owner alone', async () => {
    const path = make()
    expect(readAllowed(path)).toEqual([])
    await changeAllowed(path, '/shop', now, (allowed) => [...allowed, entry('a')])
    await changeAllowed(path, '/shop', now, (allowed) => [...allowed, entry('b', '01234567')])
    expect(readAllowed(path)).toEqual([entry('a'), entry('b', '01234567')])
    if (process.platform !== 'win32') {
      expect(statSync(path).mode & 0o777).toBe(0o600)
      expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700)
    }
  })

  test.each([
    '',
    '[]',
    '{"version":1,"allowed":[{"digest":"a","said":"","time":"","command":"{}"}]}',
    '{"version":2,"allowed":[{"digest":1}]}',
    '{"version":2,"allowed":[{"digest":"a","said":"","time":""}]}',
  ])('are none in a file that is none of ours: %j', async (text) => {
    const folder = makeFolder({ 'list.json': text })
    expect(readAllowed(join(folder.path, 'list.json'))).toEqual([])
  })

  describeOnPosix('that others can write', () => {
    test.each<[what: string, loosen: (path: string) => void]>([
      ['the file', (path) => chmodSync(path, 0o620)],
      ['its folder', (path) => chmodSync(join(path, '..'), 0o702)],
    ])('are not believed: %s', async (_, loosen) => {
      const path = make()
      await changeAllowed(path, '/shop', now, () => [entry('a')])
      loosen(path)
      expect(() => readAllowed(path)).toThrow('is not believed')
      await expect(changeAllowed(path, '/shop', now, () => [])).rejects.toMatchObject({ code: 'consent-unsafe' })
      execSync((await failing(() => readAllowed(path))).fix)
      expect(readAllowed(path)).toEqual([entry('a')])
    })

    test('or that belong to others are not believed, nor is their folder, until they are renamed', async () => {
      const path = make()
      await changeAllowed(path, '/shop', now, () => [entry('a')])
      const owner = jest.spyOn(process, 'getuid').mockReturnValue(userInfo().uid + 1)
      for (const place of [path, dirname(path)]) {
        const { message, fix } = await failing(() => readAllowed(path))
        expect(message).toBe(`${place} belongs to another account, so it is not believed.`)
        execSync(fix)
      }
      expect(readAllowed(path)).toEqual([])
      owner.mockRestore()
      await changeAllowed(path, '/shop', now, () => [entry('b')])
      expect(readAllowed(path)).toEqual([entry('b')])
    })
  })
})
