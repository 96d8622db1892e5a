import fc from 'fast-check'
import type { AnswerInput } from '../../../src/cast/answer/answer-input'
import { compose } from '../../../src/cast/answer/compose'
import type { Context, Payload } from '../../../src/engine/definition'
import { reduce } from '../../../src/engine/reduce'
import type { Settings } from '../../../src/workflow/settings'
import { placeOf } from '../../../src/workflow/texts'
import { definition, hope } from '../../../src/workflows/hope'
import { facts } from '../../../src/workflows/hope/facts'
import { type HopePayload, words } from '../../../src/workflows/hope/payload'
import { modes, most, readyItems, sessionIn } from '../../../src/workflows/hope/session'
import { places } from '../../../templates/hope/workflow.yaml'
import { brief, hopeTexts, items, noon, review, shape } from '../../support/hope-session'
import { often } from '../../support/proving'

/** What is true of every session, whatever is done in it, in whatever order. */

const papers = [brief, shape, items, review(), review(['BLOCKER', 'x']), '{', '']
/** Mostly what leads on, so that walks come far. */
const right = Array<string>(9).fill('right')
const anything = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...words).map((word) => ({ verb: 'answer', word })) },
  {
    weight: 6,
    arbitrary: fc.constantFrom(...right, ...papers).map((artifact) => ({ verb: 'submit', artifact: artifact })),
  },
  { weight: 4, arbitrary: fc.record({ verb: fc.constant('score'), total: fc.integer({ min: -1, max: 11 }) }) },
  {
    weight: 6,
    arbitrary: fc.constantFrom('all', 'none', 'first', 'rubbish').map((report) => ({ verb: 'wave', report })),
  },
  { weight: 2, arbitrary: fc.constantFrom(...modes).map((mode) => ({ verb: 'consult', mode, query: 'q' })) },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom('', 'FINDINGS:\n- BLOCKER: x\n')
      .map((artifact) => ({ verb: 'consult done', artifact, pick: 'this' })),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('start', 'engage', 'intent', 'cancel', 'status')
      .map((verb) => ({ verb, text: 'Add it', apply: true })),
  },
) as fc.Arbitrary<HopePayload & { report?: string }>

const asked: Readonly<Record<string, string>> = {
  brief,
  shape,
  items,
  review: review(),
}

function given(context: Context, state: string, step: HopePayload & { report?: string }): HopePayload {
  if (step.verb === 'submit' && step.artifact === 'right') {
    return { ...step, artifact: asked[places[sessionIn(context, state).main]?.takes ?? 'brief'] ?? '' }
  }
  if (step.verb !== 'wave') return step
  const ready = readyItems(sessionIn(context, state)).map(({ id }) => ({ id }))
  const done = { all: ready, none: [], first: ready.slice(0, 1), rubbish: [{ id: 'nothing' }] }[step.report ?? ''] ?? []
  const carry = ready.filter((item) => !done.includes(item)).map((item) => ({ ...item, reason: 'later' }))
  return { verb: 'wave', done, carry }
}

/** What chance may not find in so few walks: a wave, a stall, a review, and the end. */
const throughTheLoop = [
  { verb: 'submit', artifact: 'right' },
  { verb: 'wave', report: 'none' },
  ...['failed', 'failed', 'failed'].map((word) => ({ verb: 'answer', word })),
  { verb: 'cancel' },
] as unknown as (HopePayload & { report?: string })[]

test('counters stay within their caps, done items stay done, what is refused changes nothing, and every answer can be told', () => {
  const seen = new Set<string>()
  const workflow = hope()
  fc.assert(
    fc.property(
      fc.constantFrom('intent.acknowledge', 'shape.extract', 'loop.decompose', 'loop.decompose'),
      fc.array(anything, { minLength: 40, maxLength: 100 }),
      (start, walk) => {
        let state = `soul.silent_audit + ${start} + idle`
        const taken = { engagement: 'Collaborative' }
        let context: Context = { text: 'Add it', ...taken }
        for (const step of walk) {
          const brought = given(context, state, step)
          const payload: Payload = { ...brought }
          const before = sessionIn(context, state)
          const asked = (now: Context, place: string) => facts({}, {} as Settings, now, payload, place)
          const after = reduce(definition, state, brought.verb, asked, context, payload)
          const refused = ['block', 'invalid', 'no-op', 'show'].includes(after.row.kind)
          if (refused) expect([after.state, after.context]).toEqual([state, context])
          const session = sessionIn(after.context, after.state)
          for (const counter of ['rounds', 'stalls'] as const) expect(session[counter]).toBeLessThanOrEqual(3)
          // A new round, and new items, begin with none done.
          const isNew = ['L9', 'D1'].includes(after.row.id)
          if (!isNew)
            for (const { id, done } of before.items)
              expect(!done || session.items.find((item) => item.id === id)?.done).toBe(true)
          if (
            session.main === 'loop.wave_execution' &&
            before.main !== session.main &&
            brought.verb === 'submit' &&
            after.row.id !== 'L9'
          )
            expect(session.wave).toBeLessThan(session.limit)
          expect(after.context).not.toHaveProperty('main')
          expect(session.decisions.length).toBeLessThanOrEqual(most.decisions)
          expect(JSON.stringify(after.context).length).toBeLessThan(64 * 1024)

          if (after.row.kind !== 'invalid') {
            const ids = after.via.map(({ id }) => id)
            const step = {
              state: after.state,
              from: state,
              before: context,
              context: after.context,
              payload,
              probe: {},
            }
            const rows = [after.row.id, ...ids]
            const told = workflow.answers.describe?.({ ...step, rows, now: noon }, hopeTexts.phrases) ?? {}
            const now = facts({}, {} as Settings, after.context, undefined, after.state)
            const known = { folder: workflow.folder, ...now, ...told.values }
            const place = placeOf(workflow, after.state, hopeTexts, known)
            const files = { created: [], kept: [], moved: [] }
            const nothing = { offers: [], files, keyFiles: [], shown: [], links: [], note: undefined, warnings: [] }
            const about = {
              workflow: 'hope',
              work: 'hope',
              spell: brought.verb,
              look: workflow.look,
              row: after.row,
              from: state,
              to: after.state,
            }
            const answer = compose({
              ...nothing,
              ...about,
              place,
              via: ids,
              facts: known,
              texts: hopeTexts,
            } as AnswerInput)
            expect(answer.ai).toMatch(/^.{10,}\.$/m)
            // A user never sees the name of a state.
            expect(answer.developer).not.toMatch(/\b(soul|intent|shape|loop|consult)\.(?!(?:md|json)\b)\w+/)
            if (answer.brief !== undefined) expect(Buffer.byteLength(answer.brief)).toBeLessThanOrEqual(1200)
          }
          ;[state, context] = [after.state, after.context]
          seen.add(session.main)
        }
      },
    ),
    { numRuns: often(20), examples: [['loop.decompose', throughTheLoop]] },
  )
  expect([...seen]).toEqual(
    expect.arrayContaining(['loop.wave_execution', 'loop.expert_review', 'loop.stall_detection', 'ended']),
  )
})

test('no placeholder of a text has the name of a fact: that would be lost', () => {
  const taken = { from: '', before: {}, context: {}, payload: {}, probe: {}, rows: [], now: noon }
  const told = hope().answers?.describe?.({ ...taken, state: 'soul.silent_audit + user_need + idle' }, {})
  const names = Object.keys(definition.domain)
  expect(Object.keys(told?.values ?? {}).filter((name) => names.includes(name))).toEqual([])
})
