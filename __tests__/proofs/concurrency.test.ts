import { setImmediate } from 'node:timers/promises'
import type { Answer } from '../../src/cast/answer/answer'
import type { Spell } from '../../src/workflows/engineer/states'
import { withinBudget } from '../support/budget'
import { asText, castIn, endlessWork as work } from '../support/casting'
import { makeFolder, makeRepository } from '../support/folder'
import { type Running, spell, start } from '../support/packed-program'
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

  test('are not held up by those that are killed among them', async () => {
    let killed = 0
    await withinBudget({ seconds: 10, atLeast: 2, all: 5 }, async (random) => {
      const shop = makeRepository(work)
      let known = 0
      for (let round = 1; round <= 2; round++) {
        const begin = () => start(shop.path, [random.one(['accio', 'finite'] as const), '--json', '--wait', '60'])
        // One before it can have ended, the others at any time.
        const early = begin()
        early.child.kill('SIGKILL')
        const started = [early, ...Array.from({ length: 29 }, begin)]
        const victims = started.filter((_, index) => index % 3 === 0)
        for (const victim of victims) killAfter(victim, random.below(1500))
        const runs = await Promise.all(started.map(({ ended }) => ended))
        const survived = runs.filter(({ exitCode }) => exitCode !== null)
        killed += runs.length - survived.length
        expect(
          survived.map(({ exitCode }) => exitCode).filter((code) => code !== 0 && code !== 3 && code !== 4),
        ).toEqual([])
        // Who comes after them finishes what they have begun.
        const last = spell(shop.path, ['accio', '--json', '--wait', '60'])
        const answers = [...survived, last].map(({ stdout }) => json(stdout))
        const lines = await wholeWalk(shop)
        const made = answers.filter(({ outcome }) => advancing.includes(outcome))
        const steps = asSteps(made.map(({ row, from, to }) => ({ row, from, to })))
        const added = lines.slice(known).map(({ row = '', transition }) => {
          const [from = '', to = ''] = transition.split(' → ')
          return { row, from, to }
        })
        const unclaimed = asSteps(added)
        for (const step of steps) {
          const index = unclaimed.indexOf(step)
          expect({ step, isThere: index >= 0 }).toEqual({ step, isThere: true })
          unclaimed.splice(index, 1)
        }
        // Steps that are not reported are of those who were killed.
        expect(unclaimed.length).toBeLessThanOrEqual(runs.length - survived.length)
        known = lines.length
      }
    })
    expect(killed).toBeGreaterThan(0)
  })
})

const killAfter = ({ child }: Running, milliseconds: number): void => {
  const timer = setTimeout(() => child.kill('SIGKILL'), milliseconds)
  child.on('close', () => clearTimeout(timer))
}
