import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import os, { hostname, uptime } from 'node:os'
import { join } from 'node:path'
import { disk } from '../../../src/disk/disk'
import { lockPath } from '../../../src/disk/local'
import { holderOf, isAlive } from '../../../src/disk/lock/holder'
import { type Lock, withLock } from '../../../src/disk/lock/lock'
import { timestampOf } from '../../../src/disk/stamp'
import { onWindows, refuseTimes } from '../../support/faults'
import { type Folder, makeFolder } from '../../support/folder'
import { holder, holdLock, leaveLock, thisMachine } from '../../support/held-lock'
import { failing } from '../../support/posix'

const now = new Date()

afterEach(() => jest.restoreAllMocks())

const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)
const enter = (folder: Folder, use: () => Promise<unknown> = async () => 'inside', seconds = 0) =>
  withLock(folder.path, 'accio', { now, wait: seconds }, use)

describe('a lock', () => {
  test('names its holder while it is held, and is gone afterwards', async () => {
    const folder = makeFolder()
    await enter(folder, async () => {
      expect(holderOf(folder.path)?.holder).toMatchObject({ pid: process.pid, act: 'accio', since: timestampOf(now) })
      expect(holderOf(folder.path)?.holder?.machine).toContain(hostname())
    })
    expect(existsSync(join(folder.path, lockPath))).toBe(false)
    expect(folder.read('.ai/.local/.gitignore')).toBe('*\n')
  })

  test('is gone where what was done under it failed', async () => {
    const folder = makeFolder()
    const broken = new Error('broken')
    await expect(enter(folder, () => Promise.reject(broken))).rejects.toBe(broken)
    expect(existsSync(join(folder.path, lockPath))).toBe(false)
  })

  test('is held by one at a time, in the order of nothing but chance', async () => {
    const folder = makeFolder()
    let inside = 0
    let most = 0
    const visits = Array.from({ length: 20 }, () =>
      enter(
        folder,
        async () => {
          most = Math.max(most, ++inside)
          await new Promise((resolve) => setImmediate(resolve))
          inside--
        },
        30,
      ),
    )
    await Promise.all(visits)
    expect(most).toBe(1)
    expect(readdirSync(join(folder.path, '.ai/.local'))).toEqual(['.gitignore'])
  })

  test('of a process at work is waited for, and then named', async () => {
    const folder = makeFolder()
    await enter(folder, async () => {
      expect(await failing(() => enter(folder))).toMatchObject({
        exitCode: 6,
        code: 'busy',
        message: expect.stringContaining(`spell accio (pid ${process.pid} on ${hostname()}, since `),
      })
    })
  })
})

describe('a lock that was left behind', () => {
  test.each([
    ['by a process that is no more', async () => holder({ machine: await thisMachine() }), 0],
    ['before the machine was started', async () => holder({ machine: await thisMachine(), pid: 1 }), uptime() + 1],
    ['by this process itself', async () => holder({ machine: await thisMachine(), pid: process.pid }), 0],
  ])('%s is taken', async (_, text, secondsAgo) => {
    const folder = makeFolder()
    leaveLock(folder, await text(), ago(secondsAgo))
    expect(await enter(folder)).toBe('inside')
  })

  test('before it was signed is taken', async () => {
    const folder = makeFolder()
    mkdirSync(join(folder.path, lockPath), { recursive: true })
    expect(await enter(folder)).toBe('inside')
  })
})

describe('a lock that several take at the same moment', () => {
  /** Something happens after the folder of the lock was made, and before it is signed. */
  const beforeSigning = (act: () => void) =>
    jest.spyOn(disk, 'mkdirExclusive').mockImplementationOnce((path) => {
      mkdirSync(path)
      act()
    })

  test('belongs to the one that found no other file in it', async () => {
    const folder = makeFolder()
    beforeSigning(() => leaveLock(folder, holder({})))
    expect(await failing(() => enter(folder))).toMatchObject({ code: 'busy' })
    expect(readdirSync(join(folder.path, lockPath))).toEqual(['other.json'])
  })

  test('and that another has removed before it was signed is taken again', async () => {
    const folder = makeFolder()
    beforeSigning(() => folder.remove(lockPath))
    expect(await enter(folder)).toBe('inside')
  })
})

test('a lock that is held for long is not taken as long as its holder says that it is alive', async () => {
  const folder = makeFolder()
  const later = new Date(now.getTime() + 3_600_000)
  const takes = () => withLock(folder.path, 'finite', { now: later, wait: 0 }, async () => 'taken')
  const hold = (use: (lock: Lock) => Promise<unknown>) => withLock(folder.path, 'prove', { now, wait: 0 }, use)
  await hold(async ({ renew }) => {
    renew(later)
    expect(await failing(takes)).toMatchObject({ code: 'busy', message: expect.stringContaining('spell prove') })
  })
  await hold(async ({ renew }) => {
    expect(await takes()).toBe('taken')
    // One that lost its lock has nothing to say any more.
    expect(() => renew(later)).not.toThrow()
  })
})

test('a lock that gets too old while it is waited for is taken', async () => {
  const folder = makeFolder()
  leaveLock(folder, 'garbage', ago(1.8))
  expect(await enter(folder, undefined, 1)).toBe('inside')
})

test('a process of another user, which may not be asked, is alive', async () => {
  jest.spyOn(process, 'kill').mockImplementation(() => {
    throw Object.assign(new Error(), { code: 'EPERM' })
  })
  const one = { name: 'a', changed: now, holder: JSON.parse(holder({ machine: await thisMachine() })) }
  expect(isAlive(one, now)).toBe(true)
})

describe('how old a lock may be before it is taken:', () => {
  const found = (more: object) => ({ name: 'a', changed: now, ...more })
  const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)
  beforeEach(() => void jest.spyOn(os, 'uptime').mockReturnValue(1_000_000))

  test.each<[whose: string, holder: () => Promise<object>, seconds: number]>([
    ['whose file does not say who holds it', async () => ({}), 2],
    ['of another machine', async () => ({ holder: { ...JSON.parse(holder({})), pid: process.ppid } }), 60],
    [
      'of a living process',
      async () => ({ holder: { ...JSON.parse(holder({ machine: await thisMachine() })), pid: process.ppid } }),
      600,
    ],
  ])('one %s', async (_, holder, seconds) => {
    const one = found(await holder())
    expect(isAlive(one, later(0))).toBe(true)
    expect(isAlive(one, later(seconds - 0.1))).toBe(true)
    expect(isAlive(one, later(seconds + 0.1))).toBe(false)
  })

  test.each<[whose: string, more: object, seconds: number]>([
    ['whose file does not say who holds it', {}, 2],
    ['of another machine', { holder: JSON.parse(holder({})) }, 60],
  ])('one %s, and from the future, because the clock was set back', (_, more, seconds) => {
    expect(isAlive(found(more), later(-seconds + 0.1))).toBe(true)
    expect(isAlive(found(more), later(-seconds - 0.1))).toBe(false)
  })

  test('one of before the machine was started', async () => {
    jest.spyOn(os, 'uptime').mockReturnValue(10)
    const one = found({ holder: { ...JSON.parse(holder({ machine: await thisMachine() })), pid: process.ppid } })
    expect(isAlive(one, later(9))).toBe(true)
    expect(isAlive(one, later(11))).toBe(false)
  })
})

describe('on Windows, where another program holds a name for a moment,', () => {
  const isLock = (path: string) => path.endsWith(lockPath)
  const isInLock = (path: string) => path.includes(`${lockPath}/`)
  beforeEach(onWindows)

  test.each(['EPERM', 'EACCES', 'EBUSY'])('a lock whose folder is being deleted (%s) is waited for', async (code) => {
    const folder = makeFolder()
    const calls = refuseTimes('mkdirSync', 5, code, isLock)
    expect(await enter(folder, undefined, 5)).toBe('inside')
    expect(calls()).toBe(6)
  })

  test('a folder that takes no file any more is waited for', async () => {
    const folder = makeFolder()
    refuseTimes('openSync', 3, 'EPERM', isInLock)
    expect(await enter(folder, undefined, 5)).toBe('inside')
  })

  test('what is refused for as long as it may be waited is told as what it is', async () => {
    refuseTimes('mkdirSync', Number.POSITIVE_INFINITY, 'EACCES', isLock)
    expect(await failing(() => enter(makeFolder(), undefined, 0.3))).toMatchObject({ code: 'permission-denied' })
  })

  test('who has died is removed by another process at the same moment', async () => {
    const folder = makeFolder()
    leaveLock(folder, holder({}), ago(61))
    jest.spyOn(Atomics, 'wait').mockReturnValue('timed-out')
    refuseTimes('unlinkSync', 60, 'EPERM', isInLock)
    expect(await enter(folder, undefined, 5)).toBe('inside')
  })

  test('a lock is released anyway', async () => {
    const folder = makeFolder()
    refuseTimes('unlinkSync', 3, 'EBUSY', isInLock)
    refuseTimes('rmdirSync', 3, 'EBUSY', isLock)
    await enter(folder)
    expect(existsSync(join(folder.path, lockPath))).toBe(false)
  })
})

test('a lock that cannot be signed is not left behind', async () => {
  const folder = makeFolder()
  refuseTimes('openSync', 1, 'ENOSPC', (path) => path.includes(`${lockPath}/`))
  expect(await failing(() => enter(folder))).toMatchObject({ code: 'disk-full' })
  expect(existsSync(join(folder.path, lockPath))).toBe(false)
})

test('a lock that was signed, and could not be looked at then, is taken at the next attempt', async () => {
  const folder = makeFolder()
  refuseTimes('readdirSync', 1, 'EMFILE', (path) => path.endsWith(lockPath))
  expect(await failing(() => enter(folder))).toMatchObject({ exitCode: 1 })
  expect(await enter(folder)).toBe('inside')
})

test('elsewhere a folder in which nothing may be made is told at once', async () => {
  const calls = refuseTimes('mkdirSync', 1, 'EACCES', (path) => path.endsWith(lockPath))
  expect(await failing(() => enter(makeFolder(), undefined, 5))).toMatchObject({ code: 'permission-denied' })
  expect(calls()).toBe(1)
})

describe('who waits', () => {
  const waiting = (folder: Folder, more: object, use = async () => 'inside') =>
    withLock(folder.path, 'accio', { now, wait: 60, ...more }, use)

  test('is told again and again for whom, and how long already', async () => {
    const folder = makeFolder()
    const letGo = holdLock(folder)
    const told: [string, number][] = []
    const inside = waiting(folder, {
      waiting: (holder: string, waited: number) => {
        told.push([holder, waited])
        if (told.length === 2) letGo()
      },
    })
    expect(await inside).toBe('inside')
    expect(told[0]).toEqual([expect.stringMatching(/^spell finite \(pid \d+ on /), 0.25])
    expect(told[1]?.[1]).toBe(0.5)
  })

  test('can be called off, and then does not come in', async () => {
    const folder = makeFolder()
    const letGo = holdLock(folder)
    const { signal, abort } = controllerOf()
    const use = jest.fn(async () => 'inside')
    const inside = failing(() => waiting(folder, { signal, waiting: abort }, use))
    expect(await inside).toMatchObject({ exitCode: 6, code: 'called-off' })
    letGo()
    expect(use).not.toHaveBeenCalled()
  })

  test('and is called off when the lock is free gives it back', async () => {
    const folder = makeFolder()
    const { signal, abort } = controllerOf()
    abort()
    expect(await failing(() => waiting(folder, { signal }))).toMatchObject({ code: 'called-off' })
    expect(await enter(folder)).toBe('inside')
  })

  test('and is called off once inside goes on to the end', async () => {
    const { signal, abort } = controllerOf()
    const use = async () => {
      abort()
      return 'done'
    }
    expect(await waiting(makeFolder(), { signal }, use)).toBe('done')
  })
})

function controllerOf() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}
