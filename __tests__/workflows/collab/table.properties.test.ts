import fc from 'fast-check'
import type { Context } from '../../../src/engine/definition'
import { reduce } from '../../../src/engine/reduce'
import type { Settings } from '../../../src/workflow/settings'
import { definition } from '../../../src/workflows/collab'
import { facts } from '../../../src/workflows/collab/facts'
import { getSkillForState, skills } from '../../../src/workflows/collab/flow'
import type { EventPayload } from '../../../src/workflows/collab/payload'
import { type Session, sessionIn } from '../../../src/workflows/collab/session'
import { documentsOfItems } from '../../support/collab-documents'
import { graphText } from '../../support/collab-session'
import { isNightly, oftenAtNight } from '../../support/proving'
import { withSureShare } from '../../support/random'

const graph = graphText('tasks: [{id: a, files: [x]}, {id: b, depends-on: [a, item-1]}, {id: c, depends-on: [b]}]')
const number = fc.integer({ min: 1, max: 5 })
const type = fc.constantFrom('code', 'task', 'bugfix')
const numbered = Array.from({ length: 9 }, (_, index) => ({ number: index + 1, title: `Item ${index + 1}` }))
const documents = { ...documentsOfItems(numbered), 'task-graph.md': graph }
/** Every command passes on the files that are there, as far as it is asked. */
const shown = Object.fromEntries(
  ['a', 'b', 'c', ...numbered.map((item) => `item-${item.number}`)].map((id) => [id, 'proven']),
)
const right = fc.constant({ verb: 'complete-skill', name: 'right', documents, shown })

/** Mostly what was asked for, so that walks come to their end. */
const anything = fc.oneof(
  { weight: 12, arbitrary: right },
  { weight: 1, arbitrary: fc.constantFrom(...skills).map((name) => ({ verb: 'complete-skill', name, documents })) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('Add it', 'Fix it', 'Setup', 'Nobody knows').map((title) => ({ verb: 'add', title })),
  },
  { weight: 1, arbitrary: fc.record({ verb: fc.constant('classify'), number, type }) },
  { weight: 1, arbitrary: fc.record({ verb: fc.constant('remove'), number }) },
  { weight: 6, arbitrary: fc.constant({ verb: 'task', id: 'right', status: 'completed', shown }) },
  {
    weight: 1,
    arbitrary: fc.record({
      verb: fc.constant('task'),
      id: fc.constantFrom('a', 'b', 'c', 'item-1', 'item-2'),
      status: fc.constantFrom('in_progress', 'completed', 'failed'),
    }),
  },
) as fc.Arbitrary<EventPayload>

/** What is right now: the skill that is asked for, or all tasks of the wave at hand. */
function asAsked(step: EventPayload, skill: string, { waves = [], currentWave = -1 }: Session): EventPayload {
  if (step.verb === 'complete-skill' && step.name === 'right') return { ...step, name: skill }
  if (step.verb !== 'task' || step.id !== 'right') return step
  return { ...step, id: (waves[currentWave]?.tasks ?? []).map(({ id }) => id).join(',') || 'none' }
}

test('numbers stay apart, one wave is at hand, what is done stays done, and the design stays as it is once it is built', async () => {
  const ends = new Set<string>()
  await withSureShare(
    fc.property(fc.array(anything, { minLength: 40, maxLength: 120 }), (walk) => {
      let state = 'gather-goals'
      let context: Context = {
        workItems: [{ number: 1, title: 'One', type: 'task', status: 'pending' }],
        lastNumber: 1,
      }
      for (const step of walk) {
        const name = getSkillForState(state) ?? 'collab-cleanup'
        const before = sessionIn(context)
        const brought = asAsked(step, name, before)
        const after = reduce(
          definition,
          state,
          brought.verb,
          (now) => facts({}, {} as Settings, now, brought),
          context,
          brought,
        )
        const refused = ['block', 'invalid', 'no-op'].includes(after.row.kind)
        if (refused) expect([after.state, after.context]).toEqual([state, context])
        const session = sessionIn(after.context)
        const numbers = session.workItems.map((item) => item.number)
        expect(new Set(numbers).size).toBe(numbers.length)
        expect(session.lastNumber).toBeGreaterThanOrEqual(before.lastNumber)
        expect(definition.states).toContain(after.state)

        const { waves = [] } = session
        expect(waves.filter(({ status }) => status === 'in_progress').length).toBeLessThanOrEqual(1)
        for (const wave of waves) {
          if (wave.status === 'completed') expect(wave.tasks.every((task) => task.status === 'completed')).toBe(true)
        }
        if (after.state === 'execute-batch') expect(waves[session.currentWave ?? -1]?.status).toBe('in_progress')
        // While its wave is open, a task that is done can be taken up again.
        const kept = (before.waves ?? []).filter(({ status }) => status === 'completed' || brought.verb !== 'task')
        const done = kept.flatMap(({ tasks }) => tasks.filter((task) => task.status === 'completed'))
        const all = waves.flatMap(({ tasks }) => tasks)
        for (const { id } of done) expect(all.find((task) => task.id === id)?.status).toBe('completed')
        if (before.waves)
          expect(session.workItems.map(({ title }) => title)).toEqual(before.workItems.map(({ title }) => title))
        ;[state, context] = [after.state, after.context]
        ends.add(state)
      }
    }),
    oftenAtNight(60),
    () => {
      const far = isNightly ? ['execute-batch', 'ready-to-implement', 'cleanup', 'done'] : []
      expect([...ends]).toEqual(expect.arrayContaining(far))
      expect(ends.size).toBeGreaterThan(5)
    },
  )
})

test('what a session remembers stays as it is when it is written and read', () => {
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.constantFrom(
          'workItems',
          'waves',
          'currentItem',
          'currentWave',
          'note',
          'phase',
          'lastNumber',
          'completedTasks',
        ),
        fc.jsonValue(),
      ),
      (context) => {
        const once = sessionIn(context as Context)
        expect(sessionIn(JSON.parse(JSON.stringify(once)))).toEqual(once)
      },
    ),
    { examples: [[{ currentWave: -0 }], [{ lastNumber: -0 }]] },
  )
})
