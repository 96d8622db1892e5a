import fc from 'fast-check'
import { attemptAsync, Failure } from '../../src/text/failure'
import { openBlockers, unsettled } from '../../src/workflows/hope/blockers'
import { wordsHere } from '../../src/workflows/hope/problems'
import { modes, readyItems } from '../../src/workflows/hope/session'
import { places } from '../../templates/hope/workflow.yaml'
import { type Folder, makeFolder } from '../support/folder'
import { hoped, looked, savedHope, type Typed, unhoped, viewOf } from '../support/hope-session'
import { often } from '../support/proving'

/** What is true of every session, whatever is done in it: no text is lost, and no BLOCKER is dropped. */

/** An event by chance, with words of its own in every text. */
interface Step {
  readonly does: string
  readonly word: string
  readonly flag: boolean
}

const words = ['yes', 'edits', 'proceed', 'edit', 'unblocked', 'failed', 'continue', 'satisfied', 'new-work', 'skip']
const anyStep = fc.record({
  does: fc.oneof(
    { weight: 60, arbitrary: fc.constant('next') },
    { weight: 8, arbitrary: fc.constantFrom('submit', 'on') },
    { weight: 14, arbitrary: fc.constantFrom('consult', 'consult done') },
    { weight: 6, arbitrary: fc.constantFrom('wave', 'score') },
    { weight: 8, arbitrary: fc.constantFrom('start', 'intent', 'intent', 'cancel') },
    { weight: 4, arbitrary: fc.constant('undo') },
  ),
  word: fc.constantFrom(...words),
  flag: fc.boolean(),
})

/** The texts and the BLOCKERs of an event, as they were typed. */
interface Said {
  readonly typed: Typed
  readonly texts: readonly string[]
  readonly blockers: readonly string[]
}

/** What leads on from where the session stands. */
function next(folder: Folder, step: Step): Step {
  const { main, blockers, consult } = savedHope(folder).session
  if (main === 'consult' && consult) return { ...step, does: 'consult done', flag: false }
  if (main === 'consult') return { ...step, does: blockers.length > 0 ? 'consult' : 'on', flag: blockers.length === 0 }
  if (main === 'completed' || main === 'ended') return { ...step, does: 'start' }
  if (main === 'loop.wave_execution') return { ...step, does: 'wave', flag: true }
  if (places[main]?.takes && main !== 'loop.spec_scoring') return { ...step, does: 'submit' }
  const isScored = ['intent.acknowledge', 'intent.clarify', 'loop.spec_scoring'].includes(main)
  return { ...step, does: isScored ? 'score' : 'on', flag: true }
}

const modesAsked: Readonly<Record<string, (typeof modes)[number]>> = {
  validate: 'review',
  explore: 'explore',
  reflect: 'panel',
}

const blockersIn = (texts: readonly string[]) => texts.map((text) => `- BLOCKER: ${text}\n`).join('')

const long = (text: string) => `${text}: ${'and so on '.repeat(70)}.`

function said(folder: Folder, step: Step, number: number): Said {
  const { does, word, flag } = step.does === 'next' ? next(folder, step) : step
  const { session: now } = savedHope(folder)
  const { main, items, consult, purpose } = now
  const mark = (what: string) => `${what} of step ${number}`
  const texts: string[] = []
  const told = (text: string) => {
    texts.push(text)
    return text
  }
  const say = (typed: Typed, ...blockers: readonly string[]): Said => ({ typed, texts, blockers })
  const blocking = () => (flag ? [told(mark('no rollback'))] : [])
  switch (does) {
    case 'start':
      return say({ verb: 'start', text: told(mark('Add an export')), engagement: 'Collaborative' })
    case 'intent':
      return say({ verb: 'intent', ...(number % 3 > 0 && { text: told(mark('Add another')) }) })
    case 'score':
      return say({ verb: 'score', total: flag ? 9 : 2 })
    case 'cancel':
      return say({ verb: 'cancel' })
    case 'wave': {
      const ready = readyItems({ items }).map(({ id }) => ({ id, reason: 'seen in the file' }))
      return say({
        verb: 'wave',
        done: flag ? ready : [],
        carry: flag ? [] : ready.map((item) => ({ ...item, reason: 'later' })),
      })
    }
    case 'consult':
      return say({
        verb: 'consult',
        mode: (main === 'consult' && modesAsked[purpose ?? '']) || (modes[number % modes.length] ?? 'panel'),
        query: mark('Which way'),
      })
    case 'consult done': {
      const blockers = blocking()
      const text = told(long(mark('It was said')))
      const { mode, query = '' } = consult ?? {}
      const view = mode === 'panel' || mode === 'single' ? viewOf(mode, query) : ''
      const artifact = `${view}\n${mode === 'review' ? '' : text}\n\nFINDINGS:\n- WARNING: ${text}\n${blockersIn(blockers)}${looked}`
      // A conversation beside the work holds nothing up.
      const held = consult?.stage === undefined ? [] : blockers
      return say({ verb: 'consult done', pick: mark('a queue'), artifact }, ...held)
    }
    case 'on':
      return say({
        verb: 'answer',
        word: (wordsHere(now)[flag ? 0 : 1] ?? word) as 'yes',
        said: told(mark('They said')),
      })
    default: {
      const artifacts: Readonly<Record<string, () => string>> = {
        brief: () => `OBJECTIVE: ${told(mark('The first or another export leaves'))}\nACCEPTANCE:\n- a header\n`,
        shape: () => `CRITERIA:\n- ${told(mark('a header'))}\nMUST NOT:\n- lose an order\n- change one\n`,
        items: () =>
          `ITEMS:\n- a: ${told(mark('Write it'))}\n  - criteria: C1\n- b: Write more (depends on: a) (criteria: C1)\n`,
        review: () => `FINDINGS:\n- WARNING: ${told(long(mark('slow')))}\n${blockersIn(blockers)}${looked}`,
      }
      const kind = places[main]?.takes ?? 'brief'
      const blockers = kind === 'review' ? blocking() : []
      const settled = Object.fromEntries(unsettled(now).map(({ name }) => [name, 'it was changed']))
      return say(
        { verb: 'submit', artifact: artifacts[kind]?.() ?? '', ...(kind === 'shape' && { settled }) },
        ...blockers,
      )
    }
  }
}

const inFiles = (folder: Folder): string =>
  Object.entries(folder.contents())
    .filter(([path]) => path.startsWith('.ai/hope/') && path.endsWith('.md'))
    .map(([, text]) => text)
    .join('\n')

const settledIn = (folder: Folder): string[] =>
  folder
    .read('.ai/hope/history.jsonl')
    .trimEnd()
    .split('\n')
    .flatMap((line) => JSON.parse(line).about?.settled ?? [])

/** What chance may not find in so few walks: whole rounds, a new wish. */
const rounds = (flag: boolean): Step[] => Array.from({ length: 45 }, () => ({ does: 'next', word: 'yes', flag }))
const stepsOf = (...does: readonly string[]): Step[] => does.map((one) => ({ does: one, word: 'yes', flag: true }))
const again = stepsOf('next', 'intent', 'undo', 'intent')
/** A review of one shape is open while the work begins again, or ends, and comes to the next shape. */
const shaped = ['next', 'next', 'next', 'consult']
const outOfDate = [
  stepsOf('start', ...shaped, 'intent', 'consult done', ...shaped, 'cancel', 'consult done'),
  stepsOf('start', ...shaped, 'intent', ...shaped, 'consult done', 'next'),
  stepsOf('start', ...shaped, 'cancel', 'start', ...shaped, 'consult done', 'next'),
]

const seen = new Set<string>()

test('whatever is said in whatever order, every text is in a file that git keeps, and every BLOCKER is open or settled by a line', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 20, maxLength: 45 }), async (steps) => {
      const folder = makeFolder()
      await hoped(folder, { verb: 'start', text: 'Add the first', engagement: 'Collaborative' })
      const texts: string[] = ['Add the first']
      const standing: (readonly string[])[] = [[]]
      for (const [number, step] of steps.entries()) {
        const time = new Date(Date.UTC(2026, 7, 20, 12, number))
        if (step.does === 'undo') {
          if (!((await attemptAsync(() => unhoped(folder, time))) instanceof Failure)) standing.pop()
        } else {
          const { typed, texts: brought, blockers } = said(folder, step, number)
          const before = folder.read('.ai/hope/state.json')
          const answer = await attemptAsync(() => hoped(folder, typed, time))
          if (answer instanceof Failure || folder.read('.ai/hope/state.json') === before) continue
          expect(answer.ok).toBe(true)
          texts.push(...brought)
          standing.push(blockers)
          seen.add(answer.rule)
        }
      }
      const all = inFiles(folder)
      expect(texts.filter((text) => !all.includes(text))).toEqual([])
      const open = openBlockers(savedHope(folder).session).map(({ text }) => text)
      const settled = settledIn(folder)
      expect(
        standing.flat().filter((text) => !open.includes(text) && !settled.some((line) => line.includes(text))),
      ).toEqual([])
    }),
    {
      numRuns: often(25),
      examples: [[rounds(false)], [[...again, ...rounds(true)]], ...outOfDate.map((steps): [Step[]] => [steps])],
    },
  )
  // The walks come to what can lose something.
  for (const rule of ['D1 → M4', 'I0', 'H4', 'L9', 'R3', 'R5']) expect([...seen]).toContain(rule)
})

test('a file that a user has put where a text belongs makes room', async () => {
  const folder = makeFolder({ '.ai/hope/round-1/request.md': 'mine' })
  const { files } = await hoped(folder, { verb: 'start', text: 'Add it', engagement: 'Guided' })
  expect(files.moved).toEqual([{ from: '.ai/hope/round-1/request.md', to: '.ai/hope/round-1/request.r1.md' }])
  expect(folder.read('.ai/hope/round-1/request.r1.md')).toBe('mine')
})
