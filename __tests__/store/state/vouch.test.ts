import { existsSync, lutimesSync, statSync, symlinkSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { disk } from '../../../src/store/disk/disk'
import {
  settingsStamps,
  stampPath,
  vouchedPath,
  vouchedSettingsPath,
  vouchForHistory,
  vouchForSettings,
  vouchForState,
} from '../../../src/store/state/vouch'
import { engineer } from '../../../src/workflows/engineer'
import { castIn } from '../../support/casting'
import { type Folder, makeFolder } from '../../support/folder'

const next = '.ai/.local/next/state.json'
const history = '.ai/task/history.jsonl'
const state = '.ai/task/state.json'

afterEach(() => jest.restoreAllMocks())

const look = ({ path }: Folder, name: string) => statSync(join(path, name))
const begin = () => makeFolder({ [next]: '{}', [history]: '' })
const refuse = (operation: keyof typeof disk, code: string) =>
  jest.spyOn(disk, operation).mockImplementation(() => {
    throw Object.assign(new Error(), { code })
  })

test('a state that is vouched for has a second name, and the time of the stamp, which is past', () => {
  const folder = begin()
  const before = look(folder, next).mtimeMs
  vouchForState(folder.path, engineer, next)
  expect(look(folder, vouchedPath(engineer)).ino).toBe(look(folder, next).ino)
  expect(look(folder, stampPath(engineer)).mtimeMs).toBe(look(folder, next).mtimeMs)
  // Whole seconds are another number, too.
  expect(Math.floor(look(folder, next).mtimeMs / 1000)).toBeLessThan(Math.floor(before / 1000))
})

test('the history gets the same time, when all is done', () => {
  const folder = begin()
  const time = vouchForState(folder.path, engineer, next)
  expect(look(folder, history).mtimeMs).not.toBe(look(folder, stampPath(engineer)).mtimeMs)
  vouchForHistory(folder.path, history, time)
  expect(look(folder, history).mtimeMs).toBe(look(folder, stampPath(engineer)).mtimeMs)
})

test('the next state takes the place of the one before', () => {
  const folder = begin()
  vouchForState(folder.path, engineer, next)
  unlinkSync(join(folder.path, next))
  folder.write({ [next]: '{ }' })
  vouchForState(folder.path, engineer, next)
  expect(look(folder, vouchedPath(engineer)).ino).toBe(look(folder, next).ino)
  expect(folder.read(vouchedPath(engineer))).toBe('{ }')
})

test.each<[operation: keyof typeof disk, code: string]>([
  ['link', 'EPERM'],
  ['link', 'ENOTSUP'],
  ['setMtime', 'EPERM'],
  ['writeUnsynced', 'ENOSPC'],
])('where %s fails (%s) nothing is vouched for, and nothing else happens', (operation, code) => {
  const folder = begin()
  refuse(operation, code)
  expect(vouchForState(folder.path, engineer, next)).toBeUndefined()
  expect(() => vouchForHistory(folder.path, history, undefined)).not.toThrow()
})

test('a mistake of ours is not hidden', () => {
  const folder = begin()
  jest.spyOn(disk, 'link').mockImplementation(() => {
    throw new TypeError('not a function')
  })
  expect(() => vouchForState(folder.path, engineer, next)).toThrow(TypeError)
})

test('a stamp that is a link leads nobody out of the root', () => {
  const folder = begin()
  const outside = makeFolder({ file: '' })
  const before = look(outside, 'file').mtimeMs
  symlinkSync(join(outside.path, 'file'), join(folder.path, stampPath(engineer)))
  vouchForState(folder.path, engineer, next)
  expect(look(outside, 'file').mtimeMs).toBe(before)
})

describe('a cast', () => {
  const isVouchedFor = (folder: Folder) =>
    existsSync(join(folder.path, vouchedPath(engineer))) &&
    look(folder, state).ino === look(folder, vouchedPath(engineer)).ino &&
    [state, history].every((name) => look(folder, name).mtimeMs === look(folder, stampPath(engineer)).mtimeMs)

  test('vouches for what it has written, each time', async () => {
    const folder = makeFolder()
    for (const text of ['context', 'plan']) {
      await castIn(folder, 'accio')
      expect(isVouchedFor(folder)).toBe(true)
      folder.write({ [`.ai/task/${text}.md`]: '- [ ] one\n' })
    }
  })

  test('works without, where the file system has no second names', async () => {
    refuse('link', 'EPERM')
    const folder = makeFolder()
    expect(await castIn(folder, 'accio')).toMatchObject({ outcome: 'advanced' })
    expect(isVouchedFor(folder)).toBe(false)
    expect(folder.contents()).toHaveProperty([state])
  })

  test('does not vouch for a state that somebody then edits', async () => {
    const folder = makeFolder()
    await castIn(folder, 'accio')
    folder.write({ [state]: folder.read(state) })
    expect(isVouchedFor(folder)).toBe(false)
  })

  test('does not vouch for a state that somebody then replaces, whatever its time', async () => {
    const folder = makeFolder()
    await castIn(folder, 'accio')
    const [full, text, { mtimeMs }] = [join(folder.path, state), folder.read(state), look(folder, state)]
    unlinkSync(full)
    writeFileSync(full, text)
    lutimesSync(full, mtimeMs / 1000, mtimeMs / 1000)
    expect(isVouchedFor(folder)).toBe(false)
  })
})

describe('settings', () => {
  const now = Date.now() / 1000
  const withSettings = (text: string, age = 60) => {
    const folder = makeFolder({ '.ai/spell.json': text, '.ai/.local/x': '' })
    utimesSync(join(folder.path, '.ai/spell.json'), now - age, now - age)
    return folder
  }
  const isVouched = (folder: Folder) =>
    existsSync(join(folder.path, vouchedSettingsPath)) &&
    look(folder, vouchedSettingsPath).ino === look(folder, '.ai/spell.json').ino

  test('that leave it open which commits wait are vouched for, and keep their time', async () => {
    const folder = withSettings('{ "workflow": "hope" }')
    const before = look(folder, '.ai/spell.json').mtimeMs
    await vouchForSettings(folder.path, now)
    expect(isVouched(folder)).toBe(true)
    expect(look(folder, '.ai/spell.json').mtimeMs).toBe(before)
    const [from, to] = settingsStamps.map((path) => look(folder, path).mtimeMs)
    expect(from).toBeLessThan(before)
    expect(to).toBeGreaterThan(before)
    expect((to ?? 0) - (from ?? 0)).toBeLessThan(3)
  })

  test.each([
    ['say which commits wait', '{ "guard": { "blockIn": [] } }', 60],
    ['are broken', '{ "workflow":', 60],
    ['are young', '{}', -1],
  ])('that %s are not, and lose what was said of them before', async (_, text, age) => {
    const folder = withSettings(text, age)
    folder.write({ [vouchedSettingsPath]: 'old' })
    await vouchForSettings(folder.path, now)
    expect(existsSync(join(folder.path, vouchedSettingsPath))).toBe(false)
  })

  test('that are gone, or a link, are not', async () => {
    const folder = makeFolder({ '.ai/.local/x': '', 'elsewhere.json': '{}' })
    await vouchForSettings(folder.path, now)
    symlinkSync(join(folder.path, 'elsewhere.json'), join(folder.path, '.ai/spell.json'))
    await vouchForSettings(folder.path, Date.now())
    expect(existsSync(join(folder.path, vouchedSettingsPath))).toBe(false)
  })

  test.each(['link', 'setMtime', 'writeUnsynced'] as const)(
    'that cannot be vouched for (%s) stop nobody',
    async (operation) => {
      const folder = withSettings('{}')
      refuse(operation, 'EPERM')
      await vouchForSettings(folder.path, now)
      expect(isVouched(folder)).toBe(false)
    },
  )
})
