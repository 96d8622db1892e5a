import type { Step, StepCondition, WorkflowFile } from '../../src/workflows/own/format'
import type { Random } from './random'

const words = ['next', 'back', 'approve']
const files = { question: 'question.md', plan: 'plan.md' }

const effects: readonly NonNullable<Step['do']>[number][] = [
  { add: 'rounds' },
  { clear: 'rounds' },
  { remember: 'origin' },
  { forget: 'origin' },
]

function anyCondition(random: Random, depth = 0): StepCondition {
  const simple: readonly (() => StepCondition)[] = [
    () => ({ there: 'question' }),
    () => ({ written: 'plan' }),
    () => ({ count: 'open', in: 'plan', least: 1 }),
    () => ({ count: 'criteria', in: 'plan', most: random.below(2) }),
    () => ({ count: 'rounds', most: random.below(3) }),
    () => ({ count: 'rounds', least: 1 + random.below(2) }),
    () => ({ remembered: 'origin', is: [random.one(['s0', 's1'])] }),
  ]
  const combined: readonly (() => StepCondition)[] = [
    () => ({ not: anyCondition(random, depth + 1) }),
    () => ({ all: [anyCondition(random, depth + 1), anyCondition(random, depth + 1)] }),
    () => ({ any: [anyCondition(random, depth + 1), anyCondition(random, depth + 1)] }),
  ]
  return random.one(depth > 1 ? simple : [...simple, ...simple, ...combined])()
}

/** A row of states, each with a way on and most with a way back that counts: nothing is wrong with it. */
function soundWorkflow(random: Random): WorkflowFile {
  const names = Array.from({ length: 2 + random.below(4) }, (_, index) => `s${index}`)
  const last = names.length - 1
  const states = names.map((name, index) => [
    name,
    { phase: index === last ? 'complete' : 'task', title: name, ...(index === last && { goal: true as const }) },
  ])
  const isAside = random.below(2) === 1
  if (isAside) states.push(['aside', { phase: 'task', title: 'aside' }])
  const steps = names.slice(0, last).flatMap((from, index): Step[] => {
    const needs = random.below(2) ? { needs: [random.one(Object.keys(files))] } : {}
    const on: Step = { id: `F${index}`, from, word: 'next', to: names[index + 1] as string, ...needs }
    const round: Step = {
      id: `B${index}`,
      from,
      word: 'back',
      when: { count: 'rounds', most: 1 },
      to: random.one(names.slice(0, index + 1)),
      do: [{ add: 'rounds' }],
    }
    const aside: Step = { id: `R${index}`, from, word: 'approve', to: 'aside', do: [{ remember: 'origin' }] }
    const stay: Step = { id: `A${index}`, from, word: 'approve', by: 'developer', do: [{ clear: 'rounds' }] }
    return [on, ...(random.below(3) ? [round] : []), ...(isAside ? [aside] : random.below(3) ? [] : [stay])]
  })
  const forgetting = random.below(2) ? { do: [{ forget: 'origin' }] } : {}
  const backs: Step[] = isAside
    ? [{ id: 'K', from: 'aside', word: 'back', by: 'developer', to: { back: 'origin' }, ...forgetting }]
    : []
  return {
    workflow: 'made',
    about: 'made',
    start: 's0',
    words: Object.fromEntries(words.map((word) => [word, word])),
    files,
    counts: { rounds: { most: 2 } },
    states: Object.fromEntries(states),
    steps: [...steps, ...backs],
  }
}

/** Changes one thing in a workflow that may make it unsound. */
function changed(file: WorkflowFile, random: Random): WorkflowFile {
  const names = Object.keys(file.states)
  const at = random.below(file.steps.length)
  const step = file.steps[at] as Step
  const put = (...steps: readonly Step[]): WorkflowFile => ({ ...file, steps: file.steps.toSpliced(at, 1, ...steps) })
  // Steps may have been dropped since one was named by their number.
  const number = 1 + Math.max(0, ...file.steps.map(({ id }) => (id.startsWith('N') ? Number(id.slice(1)) : 0)))
  const fresh = (from: string): Step => ({
    id: `N${number}`,
    from,
    word: random.one(words),
    to: random.one([...names, 'same', { back: 'origin' }]),
    ...(random.below(2) ? { when: anyCondition(random) } : {}),
    ...(random.below(2) ? {} : { do: Array.from({ length: 1 + random.below(2) }, () => random.one(effects)) }),
    ...(random.below(4) ? {} : { by: 'developer' as const }),
  })
  const { when: _, ...always } = step
  const changes: readonly (() => WorkflowFile)[] = [
    () => (file.steps.length > 1 ? put() : file),
    () => put({ ...step, to: random.one([...names, 'same']) }),
    () => put({ ...step, when: anyCondition(random) }),
    () => put(always),
    () => put(fresh(random.one(names)), step),
    () => put(step, fresh(random.one(names))),
    () => put({ ...step, from: random.below(3) ? random.one(names) : '*' }),
    () => put({ ...step, word: random.one(words) }),
    () => ({ ...file, states: { ...file.states, lost: { phase: 'task', title: 'lost' } } }),
  ]
  return random.one(changes)()
}

/** A workflow, of which about a third are sound. */
export function anyWorkflow(random: Random): WorkflowFile {
  let file = soundWorkflow(random)
  for (let changes = random.below(4); changes > 0; changes--) file = changed(file, random)
  const text = JSON.stringify(file.steps)
  // A reader refuses a name that nothing remembers.
  return text.includes('"origin"') && !text.includes('{"remember":"origin"}') ? anyWorkflow(random) : file
}
