import fc from 'fast-check'
import { proveWhole } from '../support/before-or-after'
import { classesOf, kindOf, rowCasts, rowUndos, type Step } from '../support/crash-classes'
import { faultsOf, momentsOf } from '../support/faulty-step'
import { isNightly } from '../support/proving'

jest.setTimeout(3_600_000)

const worldsOutside = 10

// It waits for the locks that wrong steps leave.
const testAtNight = isNightly ? test : test.skip

/** What commits wrongly and is not found. */
async function missedIn(step: Step, known: ReadonlySet<string> = new Set()): Promise<string[]> {
  const right = JSON.stringify(await momentsOf(step))
  const missed: string[] = []
  for (const { name, act } of await faultsOf(step)) {
    const faulty = { ...step, act }
    // What is on the disk is the same at each moment, as after a sync that is left out: commit.durability has those.
    if (JSON.stringify(await momentsOf(faulty)) === right) continue
    try {
      // A kind that is known is not tried again.
      if (!known.has(await kindOf(faulty))) await proveWhole(step.begin, act)
      missed.push(name)
    } catch {
      // It is found.
    }
  }
  return missed
}

testAtNight.each([
  ['row', rowCasts],
  ['undo', rowUndos],
])('a %s that makes one operation wrongly is found, of whatever class it is', async (_, steps) => {
  const classes = await classesOf(steps)
  const missed: Record<string, string[]> = {}
  for (const [step] of classes.values()) if (step) missed[step.name] = await missedIn(step)
  const others = [...classes.values()].flatMap(([, ...more]) => more)
  const [chosen = []] = fc.sample(
    fc.shuffledSubarray(others, { minLength: worldsOutside, maxLength: worldsOutside }),
    1,
  )
  for (const step of chosen) missed[step.name] = await missedIn(step, new Set(classes.keys()))
  expect(Object.entries(missed).filter(([, names]) => names.length > 0)).toEqual([])
})
