import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { cast } from '../../src/cast/cast'
import { check } from '../../src/check/check'
import { lockPath, nextPath } from '../../src/disk/local'
import { namesIn } from '../../src/disk/read'
import { loadState } from '../../src/work/state/state'
import { workIn } from '../../src/work/work'
import { engineer } from '../../src/workflows/engineer'
import { withinBudget } from '../support/budget'
import { asText, castIn, edgeAt, endlessWork as work } from '../support/casting'
import { withoutTouching } from '../support/crash-points'
import { type Folder, makeFolder, makeRepository } from '../support/folder'
import { spell, start } from '../support/packed-program'
import { wholeWalk } from '../support/whole-history'

const killsOfEach = 25
const taskFile = '.ai/task/task.md'

/** What Lumos says in the states that this work can be in: of the first task, which has a name, and of those after it, drafted or not. */
async function everyLook(): Promise<Set<string>> {
  const folder = makeFolder(work)
  const said = new Set<string>()
  for (let count = 0; count < 4; count++) {
    said.add(asText(await castIn(folder, 'lumos')))
    if (existsSync(join(folder.path, taskFile))) {
      const drafted = makeFolder({ ...folder.contents('.'), [taskFile]: `${folder.read(taskFile)}Drafted.\n` })
      said.add(asText(await castIn(drafted, 'lumos')))
    }
    await castIn(folder, 'accio')
  }
  return said
}

/** How far a process has come, as what it left shows. */
function reach(folder: Folder, stepsBefore: number, steps: number): 'before' | 'inside' | 'after' {
  const isBusy = existsSync(join(folder.path, lockPath)) || namesIn(folder.path, nextPath(engineer)).length > 0
  if (isBusy) return 'inside'
  return steps > stepsBefore ? 'after' : 'before'
}

/** Whether its last step still has to be finished. */
const isHalfWay = (folder: Folder): boolean => loadState(folder.path, engineer).unlogged.length > 0

/** With a clock that goes: how old a lock is, it tells. */
const castNow = (folder: Folder) => cast(workIn(folder.path, engineer), 'accio', edgeAt(folder, new Date()))

const stepsIn = (folder: Folder): number => JSON.parse(folder.read('.ai/task/state.json')).history.at(-1)?.number ?? 0

test('casts that are killed at any time lose nothing, and the next spell goes on', async () => {
  const legal = await everyLook()
  const reached = { before: 0, inside: 0, after: 0 }
  // Where the writing is in the life of a process; found by trying, as it depends on the machine.
  let middle: number | undefined

  await withinBudget({ seconds: 40, atLeast: 4, all: 20 }, async (random) => {
    const shop = makeRepository(work)
    const texts = new Set<string>()
    const began = performance.now()
    expect(spell(shop.path, ['accio']).exitCode).toBe(0)
    const whole = performance.now() - began
    middle ??= whole
    for (let count = 1; count <= killsOfEach; count++) {
      // What a person wrote meanwhile.
      if (existsSync(join(shop.path, taskFile))) {
        const text = `---\ntask_name: rows\n---\n\n# Task, written before kill ${count}\n`
        if (!texts.has(shop.read(taskFile))) {
          shop.write({ [taskFile]: text })
          texts.add(text)
        }
      }
      const stepsBefore = stepsIn(shop)
      const { child, ended } = start(shop.path, ['accio'])
      const delay = count % 4 === 0 ? random.below(whole * 1.5) : Math.max(0, middle + random.below(17) - 8)
      const timer = setTimeout(() => child.kill('SIGKILL'), delay)
      await ended
      clearTimeout(timer)

      const steps = stepsIn(shop)
      const far = reach(shop, stepsBefore, steps)
      reached[far]++
      if (far === 'before') middle += 1
      if (far === 'after') middle = Math.max(0, middle - 1)

      expect([stepsBefore, stepsBefore + 1]).toContain(steps)
      // What a person writes before it is seen that it was killed.
      if (count % 2 === 0) {
        const { moved = [] } = JSON.parse(shop.read('.ai/task/state.json')).history.at(-1) ?? {}
        const written = [taskFile, ...moved.map(({ to }: { to: string }) => to)].filter(
          (path) => existsSync(join(shop.path, path)) && (path === taskFile || isHalfWay(shop)),
        )
        for (const path of written) {
          const text = shop.read(path)
          const more = `${text}Written after kill ${count}.\n`
          shop.write({ [path]: more })
          if (texts.delete(text)) texts.add(more)
        }
      }
      const seen = await withoutTouching(() => castIn(shop, 'lumos'))
      expect(legal).toContain(asText(seen))
      // The same lock is waited for by a real process now and then; inside this one it takes less time.
      const next = count % 25 === 0 ? JSON.parse(spell(shop.path, ['accio', '--json']).stdout) : await castNow(shop)
      expect(next.from).toBe(seen.to)
      // A task that is still its template does not begin: one that is written now does, whatever the killed one left.
      if (next.row === 'A1t') {
        const text = `---\ntask_name: rows\n---\n\n# Task, written after kill ${count}\n`
        shop.write({ [taskFile]: text })
        texts.add(text)
        expect((await castNow(shop)).row).toBe('A1')
      }
      const lines = await wholeWalk(shop)
      expect(lines).toHaveLength(steps + 1)
      expect(namesIn(shop.path, nextPath(engineer))).toEqual([])
      expect(existsSync(join(shop.path, lockPath))).toBe(false)
      if (count === killsOfEach) {
        const there = new Set(Object.values(shop.contents('.ai/task')))
        expect([...texts].filter((text) => !there.has(text))).toEqual([])
        const { findings } = await check(
          shop.path,
          {},
          new Date(),
          { requirement: 'any', noOverrides: false },
          (_, state) => state,
        )
        // The work began by hand, and waits for results now and then.
        const asItIs = ['history-begins-midway', 'error-state']
        expect(findings.filter(({ rule }) => !asItIs.includes(rule))).toEqual([])
      }
    }
    shop.remove('.')
  })
  console.log(
    `killed before it wrote: ${reached.before}, while it wrote: ${reached.inside}, after that: ${reached.after}`,
  )
  expect(reached.inside).toBeGreaterThan(0)
})
