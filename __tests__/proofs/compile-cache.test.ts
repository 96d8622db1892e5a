import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../support/folder'
import { spell } from '../support/packed-program'
import { randomFrom } from '../support/random'

jest.setTimeout(1_800_000)

const bitsOfEach = 50

/**
 * V8 runs damaged code without looking at it, and dies of it or answers wrongly. So here real processes meet each damage: the
 * answer is the same, and the file is whole again afterwards. `compiled-code.test.ts` tries every bit without V8.
 */
test('whatever page is empty and whatever bit is another in compiled code, the answer is the same', () => {
  const random = randomFrom(2026)
  const { path: home } = makeFolder()
  const { path: cwd } = makeFolder()
  const cache = join(home, 'spell-cli')
  const run = (args: readonly string[]) => spell(cwd, args, { env: { XDG_CACHE_HOME: home, LOCALAPPDATA: home } })
  const guard = ['guard', 'tool']
  const history = ['history']
  const answers = new Map([guard, history].map((args) => [args, run(args)]))
  const names = readdirSync(cache)
  expect(names.length).toBeGreaterThan(5)

  for (const name of names) {
    const args = name.includes('-guard-') ? guard : history
    const path = join(cache, name)
    const pages = Math.ceil(readFileSync(path).length / 4096)
    const damages = [
      ...Array.from(
        { length: pages },
        (_, page) => (bytes: Buffer) => bytes.fill(0, page * 4096, Math.min((page + 1) * 4096, bytes.length)),
      ),
      ...Array.from({ length: bitsOfEach }, () => (bytes: Buffer) => {
        const at = random.below(bytes.length)
        bytes[at] = Number(bytes[at]) ^ (1 << random.below(8))
      }),
    ]
    for (const damage of damages) {
      const whole = readFileSync(path)
      const damaged = Buffer.from(whole)
      damage(damaged)
      if (damaged.equals(whole)) continue
      writeFileSync(path, damaged)
      expect(run(args)).toEqual(answers.get(args))
      expect(readFileSync(path).equals(damaged)).toBe(false)
    }
  }
})
