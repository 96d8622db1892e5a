import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keepCompiled } from '../../../src/entry/compile-cache'
import { makeFolder } from '../../support/folder'
import { program, type Run, spell } from '../../support/packed-program'

/** The launcher's name for the only cached file in these tests. */
const definitionName = `spell.cjs-spell-0123456789ab-${process.version}-${process.arch}`

const source = Buffer.from('exports.run = () => {}\n//0123456789ab\n')

/**
 * @returns a function that returns what the launcher passes to V8 for a cached file with these bytes; undefined if it
 *   rejects the file. Uses neither disk nor V8, so it can run a million times
 */
function launcher(): (kept: Uint8Array) => Uint8Array | undefined {
  const [, ...lines] = readFileSync(program, 'utf8').split('\n')
  const run = new Function('require', 'process', '__dirname', lines.join('\n'))
  let kept: Uint8Array = source
  let handed: Uint8Array | undefined
  const bytesOf = (name: string) => (name.endsWith('/spell.cjs') ? source : kept)
  const modules: Readonly<Record<string, object>> = {
    'node:fs': {
      openSync: (path: string) => path,
      fstatSync: (path: string) => ({ size: bytesOf(path).length, uid: 1, mtimeMs: Date.now() }),
      readSync: (path: string, into: Uint8Array, offset: number) => into.set(bytesOf(path), offset),
      closeSync: () => {},
    },
    'node:vm': {
      Script: class {
        constructor(_: string, { cachedData }: { cachedData?: Uint8Array }) {
          handed = cachedData
        }
        runInThisContext = () => (exports: { run?: () => object }) => {
          exports.run = () => ({ then() {} })
        }
      },
    },
  }
  const surroundings = {
    env: { XDG_CACHE_HOME: '/cache' },
    argv: ['node', 'spell', 'lumos'],
    platform: 'linux',
    version: process.version,
    arch: process.arch,
    getuid: () => 1,
    once: () => {},
  }
  return (bytes) => {
    kept = bytes
    run((name: string) => modules[name], surroundings, '/package/bin')
    return handed
  }
}

/** What V8 has compiled is kept in the user's cache folder for the next run. Whatever becomes of it, the answer is the same. */

const here = () => ({ work: makeFolder().path, home: makeFolder().path })
type Place = ReturnType<typeof here>
const run = ({ work, home }: Place, args: string[], env = {}): Run =>
  spell(work, args, { env: { XDG_CACHE_HOME: home, LOCALAPPDATA: home, ...env } })
const lumos = (place: Place, env = {}) => run(place, ['lumos'], env)
const keptIn = (home: string) => {
  const folder = join(home, 'spell-cli')
  return existsSync(folder) ? readdirSync(folder).sort() : []
}
/** The file that is kept first. */
const firstKept = ({ home }: Place) => join(home, 'spell-cli', String(keptIn(home)[0]))
const answer = lumos(here())

test('the first run keeps it, the second one uses it', () => {
  const place = here()
  expect(lumos(place)).toEqual(answer)
  const names = keptIn(place.home)
  expect(names).toEqual([expect.stringMatching(`^spell\\.cjs-spell-[0-9a-f]{12}-${process.version}-${process.arch}$`)])
  const made = statSync(firstKept(place)).mtimeMs
  expect(lumos(place)).toEqual(answer)
  expect(statSync(firstKept(place)).mtimeMs).toBe(made)
})

test('it is made again where later runs have needed more, less and less often, and in the end no more', () => {
  const place = here()
  lumos(place)
  const path = firstKept(place)
  const aged = (seconds: number) => {
    const then = Date.now() / 1000 - seconds
    utimesSync(path, then, then)
    return run(place, ['reverto'])
  }
  const times = () => readFileSync(path).at(-1)
  const size = statSync(path).size
  const refused = aged(11)
  expect(times()).toBe(1)
  expect(statSync(path).size).toBeGreaterThan(size)
  for (const [index, seconds] of [11, 601, 3601, 86_401].entries()) {
    expect(aged(seconds)).toEqual(refused)
    expect(times()).toBe(Math.max(1, index + 1))
  }
  aged(1e9)
  expect(times()).toBe(4)
})

test('a spell that writes adds what it needed', () => {
  const place = here()
  lumos(place)
  run(place, ['accio'])
  expect(keptIn(place.home).map((name) => name.split('-')[0])).toEqual(['spell.cjs', 'writing.cjs'])
})

test('what is called all the time keeps only what it needs itself', () => {
  const place = here()
  lumos(place)
  run(place, ['guard', 'tool'])
  expect(keptIn(place.home).map((name) => name.split('-').slice(0, 2))).toEqual([
    ['guard.cjs', 'guard'],
    ['spell.cjs', 'guard'],
    ['spell.cjs', 'spell'],
  ])
})

describe('what has been damaged is made again:', () => {
  const half = (path: string) => statSync(path).size / 2

  const kept = mkdtempSync(join(tmpdir(), 'spell compiled '))
  beforeAll(() => {
    const place = { ...here(), home: kept }
    run(place, ['guard', 'tool'])
    lumos(place)
  })
  afterAll(() => rmSync(kept, { recursive: true }))

  test.each<[what: string, damage: (path: string) => void]>([
    ['cut in half', (path) => truncateSync(path, half(path))],
    ['of another program', (path) => writeFileSync(path, readFileSync(process.execPath).subarray(0, 9000))],
    [
      'that of another file of the program',
      (path) => writeFileSync(path, readFileSync(path.replace('spell.cjs-spell', 'spell.cjs-guard'))),
    ],
  ])('%s', (_, damage) => {
    const place = here()
    cpSync(kept, place.home, { recursive: true, preserveTimestamps: true })
    const name = keptIn(place.home).find((each) => each.startsWith('spell.cjs-spell'))
    const path = join(place.home, 'spell-cli', String(name))
    damage(path)
    const damaged = readFileSync(path)
    expect(lumos(place)).toEqual(answer)
    const healed = readFileSync(path)
    expect(healed.equals(damaged)).toBe(false)
    expect(lumos(place)).toEqual(answer)
    expect(readFileSync(path).equals(healed)).toBe(true)
  })

  test('V8 is given what is whole, and nothing else, whichever bit or page is another', () => {
    const { path } = makeFolder()
    const code = Buffer.from(Array.from({ length: 3000 }, (_, index) => (index * 7919) % 251))
    keepCompiled(path, [{ script: { createCachedData: () => code }, kept: definitionName, times: 1 }])
    const kept = readFileSync(join(path, definitionName))
    const handedOver = launcher()
    expect(Buffer.from(handedOver(kept) ?? []).equals(code)).toBe(true)

    const trusted: string[] = []
    for (let at = 0; at < kept.length; at++) {
      const byte = Number(kept[at])
      for (let bit = 0; bit < 8; bit++) {
        kept[at] = byte ^ (1 << bit)
        if (handedOver(kept)) trusted.push(`bit ${bit} of ${at}`)
      }
      kept[at] = byte
      if (handedOver(kept.subarray(0, at))) trusted.push(`the first ${at} bytes`)
    }
    for (const page of [512, 1024, 4096, 65536]) {
      for (let from = 0; from < kept.length; from += page) {
        if (handedOver(Buffer.from(kept).fill(0, from, Math.min(from + page, kept.length))))
          trusted.push(`a page of ${page} at ${from}`)
      }
    }
    expect(trusted).toEqual([])
    expect(Buffer.from(handedOver(kept) ?? []).equals(code)).toBe(true)
  })
})

test('nothing is kept where Node is told not to, or if there is no home', () => {
  const place = here()
  expect(lumos(place, { NODE_DISABLE_COMPILE_CACHE: '1' })).toEqual(answer)
  expect(lumos(place, { XDG_CACHE_HOME: '', HOME: '', LOCALAPPDATA: '' })).toEqual(answer)
  expect(keptIn(place.home)).toEqual([])
})

test('a place that cannot be written to is no matter', () => {
  const place = here()
  writeFileSync(join(place.home, 'spell-cli'), 'a file in the way')
  expect(lumos(place)).toEqual(answer)
  if (process.platform === 'win32') return
  const other = here()
  chmodSync(other.home, 0o500)
  expect(lumos(other)).toEqual(answer)
})

test('a place that takes no new folder is no matter, and one that depends on the working directory is none', () => {
  if (process.platform === 'win32') return
  expect(lumos(here(), { XDG_CACHE_HOME: '/proc' })).toEqual(answer)
  const place = here()
  expect(lumos(place, { XDG_CACHE_HOME: 'caches', HOME: place.home })).toEqual(answer)
  expect(existsSync(join(place.work, 'caches'))).toBe(false)
  expect(keptIn(join(place.home, '.cache'))).toHaveLength(1)
})

test('what is of other versions goes when there is too much', () => {
  const place = here()
  lumos(place)
  for (let count = 0; count < 128; count++) writeFileSync(join(place.home, 'spell-cli', `old-${count}`), '')
  run(place, ['accio'])
  expect(keptIn(place.home).map((name) => name.split('-')[0])).toEqual(['spell.cjs', 'writing.cjs'])
})

test('what belongs to another user is not run', () => {
  if (process.getuid?.() !== 0) return
  const place = here()
  lumos(place)
  const path = firstKept(place)
  chownSync(path, 12345, 12345)
  expect(lumos(place)).toEqual(answer)
  expect(statSync(path).uid).toBe(0)
})

test('the file is for its owner alone', () => {
  if (process.platform === 'win32') return
  const place = here()
  lumos(place)
  expect(statSync(firstKept(place)).mode & 0o077).toBe(0)
})
