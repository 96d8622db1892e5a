import { setImmediate } from 'node:timers/promises'
import type { Answer } from '../../src/cast/answer/answer'
import type { Spell } from '../../src/workflows/engineer/states'
import { withinBudget } from '../support/budget'
import { asText, castIn, endlessWork as work } from '../support/casting'
import { makeFolder, makeRepository } from '../support/folder'
import { start } from '../support/packed-program'
import { randomFrom } from '../support/random'
import { wholeWalk } from '../support/whole-history'

const processes = 50
const rounds = 2
const looks = 200

const often = ['accio', 'accio', 'accio', 'accio', 'finite', 'finite', 'reverto', 'lumos'] as const
const alone = 300

/** What Lumos says wherever this work can be: what one process alone meets, in many steps. */
async function everyLook(): Promise<Set<string>> {
  const folder = makeFolder(work)
  const random = randomFrom(1)
  const said = new Set<string>()
  for (let count = 0; count < alone; count++) {
    said.add(asText(await castIn(folder, 'lumos')))
    await castIn(folder, random.one<Spell>(often))
  }
  return said
}

const json = (text: string): Answer => JSON.parse(text)
const advancing = ['advanced', 'confirm', 'missing']

const asSteps = (steps: readonly { row?: string; from: string; to: string }[]) =>
  steps.map(({ row, from, to }) => `${row}: ${from} → ${to}`).sort()

describe('fifty processes at once', () => {
  test('make one legal walk: no cast is lost, none counts twice, and no look sees two states', async () => {
    const legal = await everyLook()
    await withinBudget({ seconds: 15, atLeast: 2, all: 10 }, async (random) => {
      const shop = makeRepository(work)
      const states: string[] = []
      let known = 0
      let looked = 0

      for (let round = 1; round <= rounds; round++) {
        const spells = Array.from({ length: processes }, () => random.one<Spell>(often))
        const started = spells.map((name) => start(shop.path, [name, '--json', '--wait', '60']))
        let open = true
        const all = Promise.all(started.map(({ ended }) => ended)).finally(() => {
          open = false
        })
        while (open || looked < (looks * round) / rounds) {
          const answer = await castIn(shop, 'lumos')
          if (!legal.has(asText(answer))) expect([...legal].map(json)).toContainEqual(json(asText(answer)))
          if (states.at(-1) !== answer.to) states.push(answer.to)
          looked++
          await setImmediate()
        }

        const runs = await all
        expect(runs.filter(({ exitCode }) => exitCode !== 0 && exitCode !== 3 && exitCode !== 4)).toEqual([])
        const answers = runs.map(({ stdout }) => json(stdout))
        for (const answer of answers)
          if (answer.spell === 'lumos') expect([...legal].map(json)).toContainEqual(json(asText(answer)))
        const lines = await wholeWalk(shop)
        const added = lines.slice(known).map(({ row, transition }) => {
          const [from = '', to = ''] = transition.split(' → ')
          return { ...(row && { row }), from, to }
        })
        expect(asSteps(added)).toEqual(asSteps(answers.filter(({ outcome }) => advancing.includes(outcome))))
        known = lines.length
      }

      // What was looked at, one after the other, is in the walk in that order.
      const walk = (await wholeWalk(shop)).map(({ transition }) => transition.split(' → ')[1])
      walk.unshift('ACHIEVE_TASK_DRAFTING')
      let at = 0
      for (const state of states) {
        at = walk.indexOf(state, at)
        expect(at).toBeGreaterThanOrEqual(0)
      }
    })
  })
})
