import { join } from 'node:path'
import { makeFolder } from '../../support/folder'
import { spellHere } from '../../support/packed-program'

const inFolder = (files = {}) => {
  const folder = makeFolder(files)
  const env = { XDG_CONFIG_HOME: folder.path, APPDATA: folder.path }
  return { folder, run: (...args: string[]) => spellHere(folder.path, ['hope', ...args], { env }) }
}

test('block, list and let in again, in whatever case, and write nothing into the repository', () => {
  const { folder, run } = inFolder()
  expect(run('blocked').stdout).toBe('Nobody is blocked.\n')
  for (const name of ['Kent  Beck', 'kent beck', 'Ada']) expect(run('block', name).stdout).toContain('is blocked.')
  expect(folder.read('spell-cli/blocked.txt')).toBe('Kent Beck\nAda\n')
  expect(JSON.parse(run('blocked', '--json').stdout).blocked).toEqual(['Kent Beck', 'Ada'])
  expect(run('unblock', 'Kent').stdout).toContain('- `Kent Beck`')
  expect(run('unblock', 'KENT BECK').stdout).toBe('`KENT BECK` is not blocked.\n\n- `Ada`\n')
  expect(run('unblock', 'Grace')).toMatchObject({ exitCode: 0 })
  expect(folder.contents()).toEqual({})
})

test.each(['block', 'unblock'])('%s asks for a name', (verb) => {
  for (const name of [[], [''], [' - ']]) expect(inFolder().run(verb, ...name).exitCode).toBe(2)
})

test('a list that cannot be read is told, and a home that is not known', () => {
  const { folder, run } = inFolder({ 'spell-cli/blocked.txt/x': '' })
  const { stderr, exitCode } = run('block', 'Ada')
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining(join(folder.path, 'spell-cli/blocked.txt'))])
  const env = { XDG_CONFIG_HOME: '', HOME: '', USERPROFILE: '', APPDATA: '' }
  expect(spellHere(folder.path, ['hope', 'blocked'], { env }).exitCode).toBe(2)
})
