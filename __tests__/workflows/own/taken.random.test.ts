import { isAvailable } from '../../../src/engine/definition'
import { reduce } from '../../../src/engine/reduce'
import { definitionOf } from '../../../src/workflows/own/definition'
import { explore, trapsIn } from '../../../src/workflows/own/explore'
import type { Step, StepCondition, WorkflowFile } from '../../../src/workflows/own/format'
import { memoryKeys } from '../../../src/workflows/own/memory'
import { ownWorkflow } from '../../../src/workflows/own/workflow'
import { withinBudget } from '../../support/budget'
import type { Random } from '../../support/random'

/** A proof brings nothing with a word, and follows every value that makes a difference: it comes to where a piece of work comes. */

const words: WorkflowFile['words'] = {
  next: 'go on',
  rate: { about: 'rate it', takes: { risk: { 'one of': ['low', 'high'] }, score: { least: 1, most: 4 } } },
  object: { about: 'send it back', takes: { blocker: { raises: 'B' } } },
  settle: { about: 'settle it', takes: { settled: { settles: ['B'], in: 'design' } } },
}

function anyCondition(random: Random): StepCondition {
  const simple: readonly (() => StepCondition)[] = [
    () => ({ taken: 'risk', is: [random.one(['low', 'high'])] }),
    () => ({ taken: 'score', least: 1 + random.below(4) }),
    () => ({ taken: 'score', most: 1 + random.below(4) }),
    () => ({ findings: random.one(['open', 'none']) }),
  ]
  const [one, other] = [random.one(simple)(), random.one(simple)()]
  return random.one<StepCondition>([one, one, { not: one }, { all: [one, other] }, { any: [one, other] }])
}

function anyWorkflow(random: Random): WorkflowFile {
  const names = ['s0', 's1', 's2', 's3']
  const steps = Array.from(
    { length: 4 + random.below(6) },
    (_, index): Step => ({
      id: `S${index}`,
      from: random.one(names.slice(0, 3)),
      word: random.one(Object.keys(words)),
      ...(random.below(3) && { when: anyCondition(random) }),
      to: random.one([...names, 'same']),
    }),
  )
  const states = Object.fromEntries(
    names.map((title) => [title, { phase: 'task' as const, title, ...(title === 's3' && { goal: true as const }) }]),
  )
  const files = { design: 'design.md' }
  return {
    workflow: 'any',
    about: 'a test',
    start: 's0',
    words,
    files,
    findings: { B: 'what holds it' },
    states,
    steps,
  }
}

/** Everything that can be brought with a word, of which nothing is wrong. */
function broughtWith(word: string): readonly { readonly given: object; readonly seen: Record<string, string> }[] {
  const scores = ['1', '2', '3', '4']
  if (word === 'rate')
    return ['low', 'high'].flatMap((risk) => scores.map((score) => ({ given: { risk, score }, seen: {} })))
  if (word === 'object') return [{ given: { blocker: ['the header is missing'] }, seen: { design: 'before' } }]
  const answers = word === 'settle' ? [{}, { settled: { B1: 'line one has a header' } }] : [{}]
  return answers.map((given) => ({ given, seen: { design: 'now' } }))
}

/** The states that a piece of work comes to, and those from which it comes to no goal. */
function led(file: WorkflowFile) {
  const flow = ownWorkflow(file, 'cache', {})
  const start = { state: 's0', context: {} as Record<string, unknown> }
  const keyOf = ({ state, context }: typeof start) =>
    JSON.stringify([state, Object.values(memoryKeys).map((key) => context[key])])
  const all = new Map([[keyOf(start), start]])
  const back = new Map<string, string[]>()
  for (const [key, { state, context }] of all)
    for (const word of Object.keys(words))
      for (const one of broughtWith(word)) {
        const payload = { brought: { word, ...one } }
        const facts = flow.facts({}, { atlassian: { hosts: [] } } as never, { definition: 'x', ...context }, payload)
        const made = reduce(flow.definition, state, word, facts, context, payload)
        if (!isAvailable(made.row.kind)) continue
        const after = { state: made.state, context: made.context }
        all.set(keyOf(after), all.get(keyOf(after)) ?? after)
        back.set(keyOf(after), [...(back.get(keyOf(after)) ?? []), key])
      }
  const good = new Set([...all].flatMap(([key, { state }]) => (state === 's3' ? [key] : [])))
  for (const key of good) for (const before of back.get(key) ?? []) good.add(before)
  const trapped = [...all].flatMap(([key, { state }]) => (good.has(key) ? [] : [state]))
  return { reached: sorted([...all.values()].map(({ state }) => state)), trapped: sorted(trapped) }
}

const sorted = (states: readonly string[]) => [...new Set(states)].sort()

test('a proof follows what a piece of work can do with all that words take', async () => {
  let trapped = 0
  await withinBudget({ seconds: 5, atLeast: 100, all: 2000 }, (random) => {
    const file = anyWorkflow(random)
    const definition = definitionOf(file)
    const explored = explore(file, definition)
    const proven = {
      reached: sorted(explored.situations.map(({ state }) => state)),
      trapped: sorted(trapsIn(definition, explored).map(({ state }) => state)),
    }
    expect({ file, ...proven }).toEqual({ file, ...led(file) })
    if (proven.trapped.length > 0) trapped++
  })
  expect(trapped).toBeGreaterThan(10)
})
