import fs, { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { disk } from '../../../src/disk/disk'
import { commit } from '../../../src/work/state/commit'
import { loadState } from '../../../src/work/state/state'
import type { Change } from '../../../src/workflow/effect'
import { engineer } from '../../../src/workflows/engineer'
import { castIn } from '../../support/casting'
import { type Folder, makeFolder } from '../../support/folder'
import { failing } from '../../support/posix'

const now = new Date('2026-08-20T15:30:00Z')
const source = { now, head: () => undefined, newWork: () => '0a1b2c3d' }

const step = { trigger: 'Accio', about: { row: 'X' } }
const readIn = ({ path }: Folder) => ({ root: path, flow: engineer, saved: loadState(path, engineer) })
const go = (folder: Folder, to: string, ...changes: Change[]) =>
  commit(readIn(folder), { ...step, to, changes }, source)

const create = (path: string, text: string): Change => ({ do: 'create', path, text })
const move = (from: string, to: string): Change => ({ do: 'move', from, to })

afterEach(() => jest.restoreAllMocks())

describe('a step', () => {
  test('keeps the state before each of the last ten steps', async () => {
    const folder = makeFolder()
    for (let step = 0; step < 15; step++) await go(folder, step % 2 === 0 ? 'GATHER_EDITING' : 'ACHIEVE_COMPLETE')
    const names = readdirSync(join(folder.path, '.ai/.local/backups/0a1b2c3d')).sort()
    expect(names).toEqual(Array.from({ length: 10 }, (_, index) => `0000000${String(index + 5).padStart(2, '0')}.json`))
    expect(JSON.parse(folder.read('.ai/.local/backups/0a1b2c3d/000000014.json')).history).toHaveLength(14)
  })

  test('moves bytes, whatever they are', async () => {
    const folder = makeFolder({ '.ai/task/task.md': '' })
    const bytes = Buffer.from([0xff, 0xfe, 0, 0xc3, 0x28, 10, 13])
    writeFileSync(join(folder.path, '.ai/task/task.md'), bytes)
    const before = statSync(join(folder.path, '.ai/task/task.md')).ino
    await go(folder, 'GATHER_EDITING', move('.ai/task/task.md', '.ai/task/tasks/a/task.md'))
    const moved = join(folder.path, '.ai/task/tasks/a/task.md')
    expect(readFileSync(moved)).toEqual(bytes)
    expect(statSync(moved).ino).toBe(before)
  })
})

describe('a step that cannot be made leaves everything as it was:', () => {
  const files = { '.ai/task/plan.md': 'mine', '.ai/task/task.md': 'task', '.ai/task/tasks': 'a file' }

  test.each<[what: string, change: Change, code: string, path: string]>([
    ['where a file is already', create('.ai/task/plan.md', 'other'), 'in-the-way', 'plan.md'],
    ['where a file is to go', move('.ai/task/task.md', '.ai/task/plan.md'), 'in-the-way', 'task.md'],
    ['where a folder belongs', move('.ai/task/task.md', '.ai/task/tasks/a/task.md'), 'not-a-folder', 'task.md'],
  ])('something is %s', async (_, change, code, path) => {
    const folder = makeFolder(files)
    const failure = await failing(() => go(folder, 'GATHER_EDITING', create('.ai/task/new.md', 'new'), change))
    expect(failure).toMatchObject({ exitCode: 1, code, message: expect.stringContaining(path) })
    expect(folder.contents()).toEqual(files)
  })

  test('the state has been changed meanwhile', async () => {
    const folder = makeFolder()
    await go(folder, 'GATHER_EDITING_CONTEXT')
    const read = readIn(folder)
    await go(folder, 'GATHER_EDITING')
    const before = folder.contents()
    const late = { to: 'ACHIEVE_COMPLETE', trigger: 'Accio', about: {}, changes: [create('.ai/task/a.md', 'a')] }
    const failure = await failing(() => commit(read, late, source))
    expect(failure).toMatchObject({ exitCode: 6, code: 'changed-meanwhile' })
    expect(folder.contents()).toEqual(before)
  })

  const cases = ['GATHER_NEEDS_CONTEXT', 'GATHER_EDITING_CONTEXT']
  test.each(cases)('the disk refuses the last of it, in %s', async (from) => {
    const folder = makeFolder()
    if (from !== 'GATHER_NEEDS_CONTEXT') await go(folder, from)
    const before = folder.contents()
    jest.spyOn(disk, 'append').mockImplementationOnce(() => {
      throw Object.assign(new Error(), { code: 'ENOSPC' })
    })
    expect(await failing(() => go(folder, 'GATHER_EDITING'))).toMatchObject({
      code: 'disk-full',
      message: expect.not.stringContaining('half done'),
    })
    expect(folder.contents()).toEqual(before)
  })

  // root may write everywhere
  const nobody = process.platform === 'win32' || process.getuid?.() === 0 ? test.skip : test
  nobody('there is no permission', async () => {
    const folder = makeFolder({ '.ai/task/context.md': 'mine' })
    chmodSync(join(folder.path, '.ai/task'), 0o555)
    expect(await failing(() => go(folder, 'GATHER_EDITING'))).toMatchObject({ exitCode: 1, code: 'permission-denied' })
    chmodSync(join(folder.path, '.ai/task'), 0o755)
  })
})

// A power loss keeps what was synced. So these are the calls to the file system themselves, not to what wraps them.

afterEach(() => jest.restoreAllMocks())

/** Notes what is written, synced, closed and named, in this order, by paths in `.ai/`; of folders what is synced. */
function traceFiles(): string[] {
  const calls: string[] = []
  const paths = new Map<number, string>()
  const shown = (path: unknown) =>
    String(path)
      .replace(/^.*\/\.ai\//, '')
      .replace(/[0-9a-f]{64}/, 'DIGEST')
  const changed = new Set<number>()
  const note = (act: string, descriptor: number) => {
    changed.add(descriptor)
    calls.push(`${act} ${paths.get(descriptor)}`)
  }
  const { openSync, writeSync, fsyncSync, closeSync, renameSync, linkSync, unlinkSync } = fs
  jest.spyOn(fs, 'openSync').mockImplementation((path, ...more) => {
    const descriptor = openSync(path, ...more)
    paths.set(descriptor, shown(path))
    return descriptor
  })
  jest.spyOn(fs, 'writeSync').mockImplementation(((descriptor: number, bytes: Uint8Array) => {
    note('write', descriptor)
    return writeSync(descriptor, bytes)
  }) as typeof writeSync)
  jest.spyOn(fs, 'fsyncSync').mockImplementation((descriptor) => {
    note('fsync', descriptor)
    fsyncSync(descriptor)
  })
  jest.spyOn(fs, 'closeSync').mockImplementation((descriptor) => {
    // What was only read does not matter.
    if (changed.delete(descriptor)) calls.push(`close ${paths.get(descriptor)}`)
    closeSync(descriptor)
  })
  jest.spyOn(fs, 'renameSync').mockImplementation((from, to) => {
    calls.push(`rename ${shown(from)} → ${shown(to)}`)
    renameSync(from, to)
  })
  jest.spyOn(fs, 'linkSync').mockImplementation((from, to) => {
    calls.push(`link ${shown(from)} → ${shown(to)}`)
    linkSync(from, to)
  })
  jest.spyOn(fs, 'unlinkSync').mockImplementation((path) => {
    calls.push(`unlink ${shown(path)}`)
    unlinkSync(path)
  })
  return calls
}

/** Of the lock, or of what jest keeps of a module that is loaded meanwhile. */
const isAside = (call: string) => call.includes('.local/lock') || /jest-transform-cache/.test(call)

test('an accio syncs every file before it gets its name, and the folder with the name of the state after it', async () => {
  const folder = makeFolder()
  await castIn(folder, 'accio')
  folder.write({ '.ai/task/context.md': '# Context\n' })
  const calls = traceFiles()
  expect(await castIn(folder, 'accio')).toMatchObject({ outcome: 'advanced' })
  expect(calls.filter((call) => !isAside(call))).toEqual([
    'write .local/next/DIGEST',
    'fsync .local/next/DIGEST',
    'close .local/next/DIGEST',
    'write .local/next/state.json',
    'fsync .local/next/state.json',
    'close .local/next/state.json',
    'fsync .local/next',
    'close .local/next',
    'link task/state.json → .local/backups/00000000/000000001.json',
    'rename .local/next/state.json → task/state.json',
    'fsync task',
    'close task',
    'link .local/next/DIGEST → task/plan.md',
    // Not synced: the state file, which is, has this line.
    'write task/history.jsonl',
    'close task/history.jsonl',
    'unlink .local/next/DIGEST',
  ])
})

test('what is copied, because the file system has no hard links, is synced before it gets its name', async () => {
  const folder = makeFolder()
  await castIn(folder, 'accio')
  const calls = traceFiles()
  jest.spyOn(fs, 'linkSync').mockImplementation(() => {
    throw Object.assign(new Error(), { code: 'EPERM' })
  })
  folder.write({ '.ai/task/context.md': '# Context\n' })
  await castIn(folder, 'accio')
  const [synced, named] = ['fsync .local/next/DIGEST.part', 'rename .local/next/DIGEST.part → task/plan.md'].map(
    (call) => calls.indexOf(call),
  )
  expect(synced).toBeGreaterThan(0)
  expect(named).toBeGreaterThan(synced ?? Number.NaN)
})
