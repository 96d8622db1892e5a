import fs from 'node:fs'
import { castIn } from '../../support/casting'
import { makeFolder } from '../../support/folder'

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
