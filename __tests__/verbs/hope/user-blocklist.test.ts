import { join } from 'node:path'
import { blocklistPath } from '../../../src/verbs/hope/user-blocklist'
import { makeFolder } from '../../support/folder'
import { spellHere } from '../../support/packed-program'

const home = '/home/ada'

test.each<[env: Record<string, string>, platform: string, path: string]>([
  [{ HOME: home }, 'linux', `${home}/.config/spell-cli/blocklist.json`],
  [{ HOME: home }, 'darwin', `${home}/.config/spell-cli/blocklist.json`],
  [{ HOME: home, XDG_CONFIG_HOME: '/xdg' }, 'linux', '/xdg/spell-cli/blocklist.json'],
  [{ HOME: home, XDG_CONFIG_HOME: 'relative' }, 'linux', `${home}/.config/spell-cli/blocklist.json`],
  [{ APPDATA: '/roaming', USERPROFILE: home }, 'win32', '/roaming/spell-cli/blocklist.json'],
  [{ USERPROFILE: home }, 'win32', `${home}/.config/spell-cli/blocklist.json`],
  [{ HOME: home, XDG_CONFIG_HOME: '/xdg', SPELL_HOPE_BLOCKLIST: '/elsewhere.json' }, 'linux', '/elsewhere.json'],
])('with %j on %s the list is %s', (env, platform, path) => {
  expect(blocklistPath(env, platform)).toBe(join(path))
})

test('if no place can be named, it says so', () => {
  expect(() => blocklistPath({}, 'linux')).toThrow('HOME is not set')
  expect(() => blocklistPath({ SPELL_HOPE_BLOCKLIST: 'list.json' }, 'linux')).toThrow('must be an absolute path')
})

describe('the verbs', () => {
  const inFolder = (files = {}) => {
    const folder = makeFolder(files)
    const env = { SPELL_HOPE_BLOCKLIST: join(folder.path, 'list.json') }
    return { folder, run: (...args: string[]) => spellHere(folder.path, ['hope', ...args], { env }) }
  }

  test('block, list and let in again, and write nothing into the repository', () => {
    const { folder, run } = inFolder()
    expect(run('blocked').stdout).toBe('Nobody is blocked.\n')
    expect(run('block', 'Kent  Beck', '--reason', 'too fast').stdout).toContain('`Kent Beck` is blocked from now on.')
    expect(run('block', 'kent beck').stdout).toContain('is blocked.')
    expect(JSON.parse(run('blocked', '--json').stdout).blocked).toMatchObject([
      { name: 'Kent Beck', reason: 'too fast' },
    ])
    expect(run('unblock', 'KENT BECK').stdout).toBe('`KENT BECK` is not blocked any more.\n')
    expect(run('unblock', 'Kent Beck')).toMatchObject({ stdout: '`Kent Beck` was not blocked.\n', exitCode: 0 })
    expect(folder.read('list.json')).toBe('[]\n')
    expect(folder.contents()).toEqual({})
  })

  test.each([['block'], ['unblock']])('%s asks for a name', (verb) => {
    for (const name of [[], [''], [' - ']]) expect(inFolder().run(verb, ...name).exitCode).toBe(2)
  })

  test.each(['', '{', '{}', '[7]'])('a list that is %j is told, and stays', (text) => {
    const { folder, run } = inFolder({ 'list.json': text })
    for (const args of [['blocked'], ['block', 'Ada'], ['unblock', 'Ada']]) {
      const { stderr, exitCode } = run(...args)
      expect(exitCode).toBe(5)
      expect(stderr).toContain(join(folder.path, 'list.json'))
    }
    expect(folder.read('list.json')).toBe(text)
  })
})
