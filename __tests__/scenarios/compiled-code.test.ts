import {
  chmodSync,
  chownSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../support/folder'
import { type Run, spell } from '../support/packed-program'

/** What V8 has compiled is kept in the user's cache folder for the next run. Whatever becomes of it, the answer is the same. */

const here = () => ({ work: makeFolder().path, home: makeFolder().path })
const lumos = ({ work, home }: ReturnType<typeof here>, env = {}): Run =>
  spell(work, ['lumos'], { env: { XDG_CACHE_HOME: home, LOCALAPPDATA: home, ...env } })
const keptIn = (home: string) => {
  const folder = join(home, 'spell-cli')
  return existsSync(folder) ? readdirSync(folder).sort() : []
}
const answer = lumos(here())

test('the first run keeps it, the second one uses it', () => {
  const place = here()
  expect(lumos(place)).toEqual(answer)
  const names = keptIn(place.home)
  expect(names).toEqual([expect.stringMatching(`^spell\\.cjs-[0-9a-f]{12}-${process.version}-${process.arch}$`)])
  const made = statSync(join(place.home, 'spell-cli', String(names[0]))).mtimeMs
  expect(lumos(place)).toEqual(answer)
  expect(statSync(join(place.home, 'spell-cli', String(names[0]))).mtimeMs).toBe(made)
})

test('it is made again where later runs have needed more, less and less often, and in the end no more', () => {
  const place = here()
  lumos(place)
  const path = join(place.home, 'spell-cli', String(keptIn(place.home)[0]))
  const aged = (seconds: number) => {
    const then = Date.now() / 1000 - seconds
    utimesSync(path, then, then)
    return spell(place.work, ['reverto'], { env: { XDG_CACHE_HOME: place.home, LOCALAPPDATA: place.home } })
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
  spell(place.work, ['accio'], { env: { XDG_CACHE_HOME: place.home, LOCALAPPDATA: place.home } })
  expect(keptIn(place.home).map((name) => name.split('-')[0])).toEqual(['spell.cjs', 'writing.cjs'])
})

test.each([
  ['is cut off', (path: string) => truncateSync(path, 1000)],
  ['is empty', (path: string) => truncateSync(path, 0)],
  ['is rubbish', (path: string) => writeFileSync(path, 'x'.repeat(5000))],
  ['is of something else', (path: string) => writeFileSync(path, readFileSync(process.execPath).subarray(0, 9000))],
])('what %s is made anew', (_, damage) => {
  const place = here()
  lumos(place)
  const path = join(place.home, 'spell-cli', String(keptIn(place.home)[0]))
  const size = statSync(path).size
  damage(path)
  expect(lumos(place)).toEqual(answer)
  expect(statSync(path).size).toBeGreaterThan(size / 2)
})

test('nothing is kept where Node is told not to, or where there is no home', () => {
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

test('a place that takes no new folder is no matter, and one that depends on where somebody stands is none', () => {
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
  for (let count = 0; count < 64; count++) writeFileSync(join(place.home, 'spell-cli', `old-${count}`), '')
  spell(place.work, ['accio'], { env: { XDG_CACHE_HOME: place.home, LOCALAPPDATA: place.home } })
  expect(keptIn(place.home).map((name) => name.split('-')[0])).toEqual(['spell.cjs', 'writing.cjs'])
})

test('what belongs to somebody else is not run', () => {
  if (process.getuid?.() !== 0) return
  const place = here()
  lumos(place)
  const path = join(place.home, 'spell-cli', String(keptIn(place.home)[0]))
  chownSync(path, 12345, 12345)
  expect(lumos(place)).toEqual(answer)
  expect(statSync(path).uid).toBe(0)
})

test('the file is for its owner alone', () => {
  if (process.platform === 'win32') return
  const place = here()
  lumos(place)
  expect(statSync(join(place.home, 'spell-cli', String(keptIn(place.home)[0]))).mode & 0o077).toBe(0)
})
