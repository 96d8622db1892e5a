import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withinBudget } from '../support/budget'
import { makeFolder } from '../support/folder'
import { spell } from '../support/packed-program'
import { isNightly } from '../support/proving'

jest.setTimeout(1_800_000)

const pageBytes = 4096
const headerBytes = 32

/**
 * Where a cached file is of another kind: what V8 has compiled, with its header, and the name with the age, and all of it
 * again. Each part as its first byte and the one after its last.
 */
function partsOf(length: number, name: string): (readonly [from: number, to: number])[] {
  const half = length / 2
  const end = half - 1 - name.length
  const parts = [
    [0, headerBytes],
    [headerBytes, end],
    [end, half],
  ] as const
  return [...parts, ...parts.map(([from, to]) => [from + half, to + half] as const)]
}

/**
 * V8 runs damaged code without looking at it, and dies of it or answers wrongly. So here real processes meet each damage: the
 * answer is the same, and the file is whole again afterwards. `compiled-code.test.ts` tries every bit without V8.
 */
test('whatever page is empty and whatever bit is another in compiled code, the answer is the same', async () => {
  const { path: home } = makeFolder()
  const { path: cwd } = makeFolder()
  const cache = join(home, 'spell-cli')
  const run = (args: readonly string[]) => spell(cwd, args, { env: { XDG_CACHE_HOME: home, LOCALAPPDATA: home } })
  const guard = ['guard', 'tool']
  const history = ['history']
  const answers = new Map([guard, history].map((args) => [args, run(args)]))
  const names = readdirSync(cache)
  expect(names.length).toBeGreaterThan(5)

  const tryDamage = (name: string, damage: (bytes: Buffer) => void) => {
    const args = name.includes('-guard-') ? guard : history
    const path = join(cache, name)
    const whole = readFileSync(path)
    const damaged = Buffer.from(whole)
    damage(damaged)
    if (damaged.equals(whole)) return
    writeFileSync(path, damaged)
    expect(run(args)).toEqual(answers.get(args))
    expect(readFileSync(path).equals(damaged)).toBe(false)
  }
  const emptyPage = (page: number) => (bytes: Buffer) =>
    bytes.fill(0, page * pageBytes, Math.min((page + 1) * pageBytes, bytes.length))
  const bitOf = (at: number, bit: number) => (bytes: Buffer) => {
    bytes[at] = Number(bytes[at]) ^ (1 << bit)
  }

  const places = names.flatMap((name) =>
    partsOf(readFileSync(join(cache, name)).length, name).map((part) => ({ name, part })),
  )
  const all = places.length * (isNightly ? 32 : 2)
  await withinBudget({ seconds: 15, atLeast: places.length, all }, (random, number) => {
    const { name, part } = places[number % places.length] as (typeof places)[number]
    const at = part[0] + random.below(part[1] - part[0])
    tryDamage(name, random.below(2) === 0 ? bitOf(at, random.below(8)) : emptyPage(Math.floor(at / pageBytes)))
  })
  if (!isNightly) return
  for (const name of names) {
    const pages = Math.ceil(readFileSync(join(cache, name)).length / pageBytes)
    for (let page = 0; page < pages; page++) tryDamage(name, emptyPage(page))
  }
})
