import { payloadOf, type Typed } from '../../../src/workflows/hope/payload'
import { problemsIn } from '../../../src/workflows/hope/problems'
import { known } from '../../support/hope-session'

/** What was typed, and what is made of it. */

const session = { ...known, main: 'user_need' } as const
const text = 'Add CSV export'

// biome-ignore format: one example a line
test.each<[Typed, object]>([
  [{ verb: 'start', text, type: 'build', points: ' 2', touches: ['Auth'] }, { type: 'Build', points: 2, touches: ['auth'] }],
  [{ verb: 'start', text, engagement: ' GUIDED', maxWaves: '12', json: true }, { engagement: 'Guided', maxWaves: 12 }],
  [{ verb: 'score', total: '8' }, { total: 8 }],
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
    { verb: 'start', text, type: 'Buidl', touches: ['auth', 'moeny'], points: 'two', maxWaves: '1e3' },
    '--type: must be one of Build, Debug, Plan, Reflect, not "Buidl"',
    '--points: must be a whole number from 0 to 1000',
    '--touches: must be one of auth, data, money, infra, external-api, not "moeny"',
    '--max-waves: must be a whole number from 1 to 1000',
  ],
  [
    { verb: 'engage', level: `a\n${'b'.repeat(99)}` },
    `the level: must be one of Autonomous, Collaborative, Guided, not "a ${'b'.repeat(57)}…"`,
  ],
  [{ verb: 'consult', mode: 'panel', query: ' ' }, 'the question: is empty'],
  [{ verb: 'consult done', pick: ' ' }, '--pick: is empty'],
])('of %j all that is wrong is told, by its option', (typed, ...problems) => {
  expect(problemsIn(session, payloadOf(typed))).toEqual(problems)
})
