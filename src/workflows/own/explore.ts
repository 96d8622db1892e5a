import { mostTried, trials } from '../../engine/assignments'
import { type Context, type Definition, type Facts, isAvailable, type Row } from '../../engine/definition'
import { isGoal, rowsOn } from '../../engine/place'
import { getOrInsert, mapValues, recordOf } from '../../engine/records'
import { targetOf, updated } from '../../engine/reduce'
import { factNames, nothing, originsOf, storedFactsOf } from './facts'
import type { WorkflowFile } from './format'
import { handsInItems, listStateOf, reportsItems } from './items'
import type { Path } from './source'
import { itemsIn } from './stored-items'

/** A state with what is counted and remembered there: what a piece of work can be in, besides its files. */
export interface Situation {
  readonly state: string
  readonly context: Context
  /** What is counted and remembered, as a text. */
  readonly kept: string
  readonly key: string
}

/** One row that answers a word in a situation, with files for which it does. */
export interface StepTaken {
  readonly row: Row
  readonly word: string
  readonly from: Situation
  readonly to: Situation
  /** The values of the files that decided. */
  readonly files: Facts
}

/** The most that is tried, so that a proof always ends. */
const mostSituations = 50_000

type Answers = ReturnType<typeof answersOf>

export interface Explored {
  /** Every situation that can be reached, the nearest first. */
  readonly situations: readonly Situation[]
  /** What can be done in each, by its key: only what changes something. */
  readonly steps: ReadonlyMap<string, readonly StepTaken[]>
  /** The rows that answered, each with the states in which they did. */
  readonly answering: ReadonlyMap<string, ReadonlySet<string>>
  /** Steps that count further than the counter goes, or lead back to nothing. */
  readonly broken: readonly { readonly step: Omit<StepTaken, 'to'>; readonly message: string }[]
  /** The shortest way to each situation, by its key: the step that arrived there first. */
  readonly arrivals: ReadonlyMap<string, StepTaken>
  /** What there is too much of, if not everything was tried. */
  readonly excess?: { readonly path: Path; readonly message: string }
}

/** Follows a workflow from its first state through everything that can happen, whatever is in its files. */
export function explore(file: WorkflowFile, definition: Definition): Explored {
  const counters = Object.entries(file.counts ?? {})
  const names = [...originsOf(file).keys()]
  const keptFacts = storedFactsOf(file)
  const situationOf = (state: string, context: Context): Situation => {
    const kept = JSON.stringify(keptFacts(context))
    return { state, context, kept, key: `${state} ${kept}` }
  }
  // Most words ask for nothing of what is counted: their answers are the same, however often a state is met.
  const answered = new Map<string, (Answers & { readonly fixed: Facts })[]>()
  const answersIn = (state: string, word: string, fixed: Facts): Answers => {
    const before = getOrInsert(answered, `${state} ${word}`, () => [])
    const same = before.find(({ fixed: then, asked }) => asked.every((name) => then[name] === fixed[name]))
    if (same) return same
    const answers = { ...answersOf(definition, rowsOn(definition, state, word), fixed), fixed }
    before.push(answers)
    return answers
  }

  const start = situationOf(definition.initial, {})
  const situations = new Map([[start.key, start]])
  const steps = new Map<string, StepTaken[]>()
  const answering = new Map<string, Set<string>>()
  const broken = new Map<string, Explored['broken'][number]>()
  const arrivals = new Map<string, StepTaken>()
  let excess: Explored['excess']
  for (const from of situations.values()) {
    const fixed = keptFacts(from.context)
    const forgotten = { ...fixed, ...recordOf(names, factNames.rememberedAs, () => nothing) }
    for (const word of definition.events) {
      const { found, isCut } = answersIn(from.state, word, fixed)
      // A state that was set by hand remembers nothing.
      for (const row of answersIn(from.state, word, forgotten).found.keys())
        getOrInsert(answering, row.id, () => new Set()).add(from.state)
      if (isCut) {
        const message = `${word} asks in ${from.state} for more than ${inWords(mostTried)} combinations of what files have`
        excess ??= { path: ['states', from.state], message }
      }
      for (const [row, files] of found) {
        getOrInsert(answering, row.id, () => new Set()).add(from.state)
        if (!isAvailable(row.kind)) continue
        const step = { row, word, from, files }
        const context = updated(definition, row, from.context, {}, from.state)
        const over = counters.find(([name, { most }]) => Number(context[name] ?? 0) > most)
        const target = targetOf(row, context, from.context)
        if (over || target === undefined) {
          const message = over ? `counts ${over[0]} beyond ${over[1].most}` : 'leads back, and nothing is remembered'
          getOrInsert(broken, row.id, () => ({ step, message }))
          continue
        }
        const to = situationOf(target === 'same' ? from.state : target, context)
        const taken: StepTaken = { ...step, to: getOrInsert(situations, to.key, () => to) }
        getOrInsert(steps, from.key, () => []).push(taken)
        if (to.key !== start.key) getOrInsert(arrivals, to.key, () => taken)
      }
    }
    if (situations.size > mostSituations)
      excess ??= {
        path: [counters.length > 0 ? 'counts' : 'states'],
        message: `states, counters and what is remembered have more than ${inWords(mostSituations)} combinations`,
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
 * Finds every row that can answer, with the first files for which it does.
 *
 * @param fixed the facts that have one value
 * @returns also which of those made a difference, and whether there was too much to try
 */
function answersOf({ domain, guards }: Definition, rows: readonly Row[], fixed: Facts) {
  const found = new Map<Row, Facts>()
  const asked = new Set<string>()
  const look = (facts: Facts) => rows.find(({ when }) => when === undefined || guards[when]?.(facts))
  let tries = 0
  for (const { facts, read, answer } of trials({ ...domain, ...mapValues(fixed, (value) => [value]) }, look)) {
    if (++tries > mostTried) return { found, asked: [...asked], isCut: true }
    const [held, ofFiles] = [read.filter((name) => name in fixed), read.filter((name) => !(name in fixed))]
    for (const name of held) asked.add(name)
    if (answer) getOrInsert(found, answer, () => recordOf(ofFiles, String, (name) => facts[name] as Facts[string]))
  }
  return { found, asked: [...asked], isCut: false }
}

/** @returns the situations from which no goal can be reached, the nearest first */
export function trapsIn(definition: Definition, { situations, steps }: Explored): readonly Situation[] {
  const back = fromsOf([...steps.values()].flat())
  const good = new Set(situations.filter(({ state }) => isGoal(definition, state)).map(({ key }) => key))
  for (const key of good) for (const before of back.get(key) ?? []) good.add(before)
  return situations.filter(({ key }) => !good.has(key))
}

/** @returns for each situation, those from which a step leads there: once for each step */
function fromsOf(steps: readonly StepTaken[]): ReadonlyMap<string, readonly string[]> {
  const froms = new Map<string, string[]>()
  for (const { from, to } of steps) getOrInsert(froms, to.key, () => []).push(from.key)
  return froms
}

/** @returns the first step that leads round without an end: no word of the developer on it, and nothing that counts */
export function circleIn(file: WorkflowFile, { situations, steps }: Explored): StepTaken | undefined {
  const isDevelopers = new Set(file.steps.filter(({ by }) => by === 'developer').map(({ id }) => id))
  const isIdle = ({ row, from, to }: StepTaken) => from.key === to.key && !row.effects?.length
  const agents = ({ key }: Situation) => (steps.get(key) ?? []).filter(({ row }) => !isDevelopers.has(row.id))
  // What is done stays done, so that waves end, unless the agent can hand in another list.
  const isNearer = comesBackToList(file, situations.flatMap(agents))
    ? () => false
    : ({ word, to }: StepTaken) => reportsItems(file, word) && listStateOf(itemsIn(to.context)) !== 'open'
  const next = (one: Situation) => agents(one).filter((step) => !isNearer(step) && !isIdle(step))
  const left = new Map(situations.map((one) => [one.key, next(one).length]))
  const back = fromsOf(situations.flatMap(next))
  // Where every step leads to an end, there is one, too.
  const ended = new Set(situations.flatMap(({ key }) => (left.get(key) === 0 ? [key] : [])))
  for (const key of ended)
    for (const before of back.get(key) ?? []) {
      left.set(before, Number(left.get(before)) - 1)
      if (left.get(before) === 0) ended.add(before)
    }
  // A way that never takes a step to an end comes to a situation again.
  const start = situations.find(({ key }) => !ended.has(key))
  const onward = (from: Situation) => next(from).find(({ to }) => !ended.has(to.key))
  const met = new Set<string>()
  let step = start && onward(start)
  for (; step && !met.has(step.to.key); step = onward(step.to)) met.add(step.from.key)
  return step
}

/** Whether some of the steps lead from where a list of items is handed in to there again. */
function comesBackToList(file: WorkflowFile, steps: readonly StepTaken[]): boolean {
  const listing = Object.keys(file.words).filter((word) => handsInItems(file, word))
  const onward = new Map<string, Set<string>>()
  for (const { from, to } of steps) getOrInsert(onward, from.state, () => new Set()).add(to.state)
  return steps.some(({ word, from, to }) => {
    const reached = new Set(listing.includes(word) ? [to.state] : [])
    for (const state of reached) for (const next of onward.get(state) ?? []) reached.add(next)
    return reached.has(from.state)
  })
}

/** @returns the shortest way to a situation from the beginning */
export function wayTo({ arrivals }: Explored, { key }: Situation): readonly StepTaken[] {
  const way: StepTaken[] = []
  for (let step = arrivals.get(key); step; step = arrivals.get(step.from.key)) way.unshift(step)
  return way
}
