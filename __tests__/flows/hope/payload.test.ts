import { payloadOf, type Typed } from '../../../src/flows/hope/payload'
import { problemsIn } from '../../../src/flows/hope/problems'
import { known } from '../../support/hope-session'

/** What was typed, and what is made of it. */

const session = { ...known, main: 'user_need' } as const
const text = 'Add CSV export'
const wave = { verb: 'wave', done: [], carry: [], stall: [] } as const

// biome-ignore format: one example a line
test.each<[Typed, object]>([
  [{ verb: 'start', text, type: 'build', points: ' 2', budget: '0.5', touches: ['Auth'] }, { type: 'Build', points: 2, budget: 0.5, touches: ['auth'] }],
  [{ verb: 'start', text, engagement: ' GUIDED', maxWaves: '12', json: true }, { engagement: 'Guided', maxWaves: 12 }],
  [{ verb: 'score', total: '8', domain: '10' }, { total: 8, domain: 10 }],
  [{ ...wave, cost: '1.25' }, { cost: 1.25 }],
  [{ verb: 'answer', word: ' Yes ' }, { word: 'yes' }],
])('%j is read as what was meant, and reads the same again', (typed, meant) => {
  const payload = payloadOf(typed)
  expect(payload).toMatchObject(meant)
  expect(payload).not.toHaveProperty('json')
  expect(payloadOf(payload as Typed)).toEqual(payload)
  expect(problemsIn(session, payload)).toEqual([])
})

// biome-ignore format: one fault a line
test.each<[Typed, ...string[]]>([
  [
    { verb: 'start', text, type: 'Buidl', touches: ['auth', 'moeny'], points: 'two', total: '11', maxWaves: '1e3' },
    '--type: must be one of Build, Debug, Plan, Reflect, not "Buidl"',
    '--points: must be a number from 0 to 1000000',
    '--touches: must be one of auth, data, money, infra, external-api, not "moeny"',
    '--total: must be a whole number from 0 to 10',
    '--max-waves: must be a whole number from 1 to 1000',
  ],
  [
    { verb: 'engage', level: `a\n${'b'.repeat(99)}`, horizon: '' },
    `the level: must be one of Autonomous, Collaborative, Guided, not "a ${'b'.repeat(57)}…"`,
    '--horizon: must be one of Tactical, Strategic, Existential, not ""',
  ],
  [{ verb: 'consult', mode: 'panel', query: ' ' }, 'the question: is empty'],
  [{ verb: 'consult done', pick: ' ' }, '--pick: is empty'],
  [{ ...wave, cost: '-1' }, '--cost: must be a number from 0 to 1000000'],
  [{ verb: 'start', text, budget: 'Infinity' }, '--budget: must be a number from 0.01 to 1000000'],
])('of %j all that is wrong is told, by its option', (typed, ...problems) => {
  expect(problemsIn(session, payloadOf(typed))).toEqual(problems)
})
