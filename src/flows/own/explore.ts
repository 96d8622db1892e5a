import { type Context, type Definition, type Facts, isAvailable, type Row } from '../../engine/definition'
import { isGoal, rowsOn } from '../../engine/place'
import { kept } from '../../engine/records'
import { updated } from '../../engine/reduce'
import { factNames, nothing, originsOf } from './facts'
import type { WorkflowFile } from './format'
import type { Path } from './source'

/** A state with what is counted and remembered there: what a piece of work can be in, besides its files. */
export interface Situation {
  readonly state: string
  readonly context: Context
  readonly key: string
}

/** One row that answers a word in a situation, with files for which it does. */
export interface Step {
  readonly row: Row
  readonly word: string
  readonly from: Situation
  readonly to: Situation
  /** The values of the files that decided. */
  readonly files: Facts
}

/** The most that is tried, so that a proof always ends. */
export const most = { situations: 50_000, combinations: 50_000 }

type Value = Facts[string]

interface Answers {
  readonly found: ReadonlyMap<Row, Facts>
  /** Which of the facts with one value made a difference. */
  readonly asked: readonly string[]
  readonly isCut?: true
}

export interface Explored {
  /** Every situation that can be reached, the nearest first. */
  readonly situations: readonly Situation[]
  /** What can be done in each, by its key: only what changes something. */
  readonly steps: ReadonlyMap<string, readonly Step[]>
  /** The rows that answered, each with the states in which they did. */
  readonly answering: ReadonlyMap<string, ReadonlySet<string>>
  /** Steps that count further than the counter goes, or lead back to nothing. */
  readonly broken: readonly { readonly step: Omit<Step, 'to'>; readonly message: string }[]
  /** The shortest way to each situation, by its key: the step that arrived there first. */
  readonly arrivals: ReadonlyMap<string, Step>
  /** What there is too much of, if not everything was tried. */
  readonly excess?: { readonly path: Path; readonly message: string }
}

/** Follows a workflow from its first state through everything that can happen, whatever is in its files. */
export function explore(file: WorkflowFile, definition: Definition): Explored {
  const counters = Object.entries(file.counts ?? {})
  const names = [...originsOf(file).keys()]
  const first = Object.fromEntries([...counters.map(([name]) => [name, 0]), ...names.map((name) => [name, nothing])])
  const situationOf = (state: string, context: Context): Situation => ({
    state,
    context,
    key: JSON.stringify([state, ...counters.map(([name]) => context[name]), ...names.map((name) => context[name])]),
  })
  const fixedIn = ({ context }: Situation): ReadonlyMap<string, Value> =>
    new Map<string, Value>([
      ...counters.map(([name]) => [factNames.countOf(name), Number(context[name])] as const),
      ...names.map((name) => [factNames.rememberedAs(name), String(context[name])] as const),
    ])
  const forgotten = (fixed: ReadonlyMap<string, Value>) =>
    new Map([...fixed, ...names.map((name) => [factNames.rememberedAs(name), nothing] as const)])
  // Most words ask for nothing of what is counted: their answers are the same, however often a state is met.
  const answered = new Map<string, { readonly fixed: ReadonlyMap<string, Value>; readonly answers: Answers }[]>()
  const answersIn = (state: string, word: string, fixed: ReadonlyMap<string, Value>): Answers => {
    const before = kept(answered, `${state} ${word}`, () => [])
    const same = before.find(({ fixed: then, answers }) =>
      answers.asked.every((name) => then.get(name) === fixed.get(name)),
    )
    if (same) return same.answers
    const answers = answersOf(definition, rowsOn(definition, state, word), fixed)
    before.push({ fixed, answers })
    return answers
  }

  const start = situationOf(definition.initial, first)
  const situations = new Map([[start.key, start]])
  const steps = new Map<string, Step[]>()
  const answering = new Map<string, Set<string>>()
  const broken = new Map<string, Explored['broken'][number]>()
  const arrivals = new Map<string, Step>()
  let excess: Explored['excess']
  for (const from of situations.values()) {
    const fixed = fixedIn(from)
    for (const word of definition.events) {
      const { found, isCut } = answersIn(from.state, word, fixed)
      // A state that was set by hand remembers nothing.
      for (const row of answersIn(from.state, word, forgotten(fixed)).found.keys())
        kept(answering, row.id, () => new Set()).add(from.state)
      if (isCut) {
        const message = `${word} asks in ${from.state} for more than ${inWords(most.combinations)} combinations of what files have`
        excess ??= { path: ['states', from.state], message }
      }
      for (const [row, files] of found) {
        kept(answering, row.id, () => new Set()).add(from.state)
        if (!isAvailable(row.kind)) continue
        const step = { row, word, from, files }
        const over = counters.find(
          ([name, { most }]) =>
            row.counts === name && !row.resets?.includes(name) && Number(from.context[name]) >= most,
        )
        const back = typeof row.to === 'string' ? undefined : String(from.context[row.to.field])
        const message = over
          ? `counts ${over[0]} beyond ${over[1].most}`
          : back !== undefined && !definition.states.includes(back)
            ? 'leads back, and nothing is remembered'
            : undefined
        if (message !== undefined) {
          kept(broken, row.id, () => ({ step, message }))
          continue
        }
        const context = updated(definition, row, from.context, {}, from.state)
        const state = row.to === 'same' ? from.state : typeof row.to === 'string' ? row.to : (back ?? from.state)
        const to = situationOf(state, context)
        const taken: Step = { ...step, to: kept(situations, to.key, () => to) }
        kept(steps, from.key, () => []).push(taken)
        if (to.key !== start.key) kept(arrivals, to.key, () => taken)
      }
    }
    if (situations.size > most.situations)
      excess ??= {
        path: [counters.length > 0 ? 'counts' : 'states'],
        message: `states, counters and what is remembered have more than ${inWords(most.situations)} combinations`,
      }
    if (excess) break
  }
  return {
    situations: [...situations.values()],
    steps,
    answering,
    broken: [...broken.values()],
    arrivals,
    ...(excess && { excess }),
  }
}

const inWords = (count: number): string => count.toLocaleString('en')

/**
 * Finds every row that can answer, with the first files for which it does: takes the first value of each fact that the
 * guards ask for, and then the next of the last one that has another.
 *
 * @param fixed the facts that have one value
 */
function answersOf({ domain, guards }: Definition, rows: readonly Row[], fixed: ReadonlyMap<string, Value>): Answers {
  const found = new Map<Row, Facts>()
  const asked = new Set<string>()
  const choices: { readonly values: readonly Value[]; at: number }[] = []
  for (let tries = 0; tries < most.combinations; tries++) {
    const files = new Map<string, Value>()
    const read = (name: string): Value | undefined => {
      const known = files.get(name) ?? fixed.get(name)
      if (known !== undefined) {
        if (fixed.has(name)) asked.add(name)
        return known
      }
      const values = domain[name]
      if (values === undefined) return undefined
      if (choices.length === files.size) choices.push({ values, at: 0 })
      const choice = choices[files.size] as (typeof choices)[number]
      const value = choice.values[choice.at] as Value
      files.set(name, value)
      return value
    }
    const facts = new Proxy<Facts>({}, { get: (_, name) => read(String(name)) })
    const row = rows.find(({ when }) => when === undefined || guards[when]?.(facts))
    if (row) kept(found, row, () => Object.fromEntries(files))
    while (choices.at(-1)?.at === (choices.at(-1)?.values.length ?? 0) - 1) choices.pop()
    const last = choices.at(-1)
    if (!last) return { found, asked: [...asked] }
    last.at++
  }
  return { found, asked: [...asked], isCut: true }
}

/** @returns the situations from which no goal can be reached, the nearest first */
export function trapsIn(definition: Definition, { situations, steps }: Explored): readonly Situation[] {
  const back = new Map<string, string[]>()
  for (const { from, to } of [...steps.values()].flat()) kept(back, to.key, () => []).push(from.key)
  const good = new Set(situations.filter(({ state }) => isGoal(definition, state)).map(({ key }) => key))
  for (const key of good) for (const before of back.get(key) ?? []) good.add(before)
  return situations.filter(({ key }) => !good.has(key))
}

/** @returns the first step that leads round without an end: no word of the developer on it, and nothing that counts */
export function circleIn(file: WorkflowFile, { situations, steps }: Explored): Step | undefined {
  const isDevelopers = new Set(file.steps.filter(({ by }) => by === 'developer').map(({ id }) => id))
  const isIdle = ({ row, from, to }: Step) => from.key === to.key && !row.effects?.length
  const next = (key: string) => (steps.get(key) ?? []).filter((step) => !isDevelopers.has(step.row.id) && !isIdle(step))
  const done = new Set<string>()
  for (const { key: start } of situations) {
    // Depth first, without recursion: a workflow may have ten thousand situations.
    const open = new Set<string>()
    const stack = done.has(start) ? [] : [{ key: start, left: [...next(start)] }]
    if (stack.length > 0) open.add(start)
    while (stack.length > 0) {
      const top = stack.at(-1) as { key: string; left: Step[] }
      const step = top.left.shift()
      if (!step) {
        open.delete(top.key)
        done.add(top.key)
        stack.pop()
      } else if (open.has(step.to.key)) return step
      else if (!done.has(step.to.key)) {
        open.add(step.to.key)
        stack.push({ key: step.to.key, left: [...next(step.to.key)] })
      }
    }
  }
  return undefined
}

/** @returns the shortest way to a situation from the beginning */
export function wayTo({ arrivals }: Explored, { key }: Situation): readonly Step[] {
  const way: Step[] = []
  for (let step = arrivals.get(key); step; step = arrivals.get(step.from.key)) way.unshift(step)
  return way
}
