import type { Definition, Facts } from '../../engine/definition'
import { absent, type FileValue, fileValues, keyOf, provenFile } from './file-values'
import { type Condition, countedInFiles, type Step, type WorkflowFile } from './format'

/** The names of the facts: each has a space, so that none is one of those that every workflow has. */
const fileOf = (name: string): string => `file ${name}`
const countOf = (counter: string): string => `count of ${counter}`
const rememberedAs = (name: string): string => `remembered ${name}`
const sameAs = (counter: string): string => `counted before in ${counter}`
/** In the context: who has counted, by the addresses that git knows. */
const peopleOf = (counter: string): string => `people of ${counter}`

/** Whether the word came with documents. */
const handedOver = 'handed over'

/** What a remembered name holds before anything is remembered. */
export const nothing = ''

/** @returns every value that each fact of a workflow can take */
export function domainOf(file: WorkflowFile): Definition['domain'] {
  return Object.fromEntries([
    ...Object.keys(file.files ?? {}).map((name) => [fileOf(name), fileValues(file, name).map(keyOf)]),
    ...Object.entries(file.counts ?? {}).map(([name, { most }]) => [
      countOf(name),
      Array.from({ length: most + 1 }, (_, count) => count),
    ]),
    ...[...originsOf(file)].map(([name, states]) => [rememberedAs(name), [nothing, ...states]]),
    ...peopleCounted(file).map((name) => [sameAs(name), [false, true]]),
    [handedOver, [false, true]],
  ])
}

/** @returns the states that a step starts in: of several, not the one that it leads to */
export function fromsOf({ states }: Pick<WorkflowFile, 'states'>, { from, to }: Pick<Step, 'from' | 'to'>): string[] {
  if (typeof from === 'string' && from !== '*') return [from]
  return (from === '*' ? Object.keys(states) : [from].flat()).filter((state) => state !== to)
}

/** @returns for each name that a step remembers, the states that it can hold */
export function originsOf(file: WorkflowFile): ReadonlyMap<string, readonly string[]> {
  const origins = new Map<string, Set<string>>()
  for (const step of file.steps) {
    for (const effect of step.do ?? []) {
      if (typeof effect !== 'object' || !('remember' in effect)) continue
      const known = origins.get(effect.remember) ?? new Set()
      for (const state of fromsOf(file, step)) known.add(state)
      origins.set(effect.remember, known)
    }
  }
  return new Map([...origins].map(([name, known]) => [name, [...known]]))
}

type Predicate = (facts: Facts) => boolean

/** @returns a function that makes a predicate of a condition of the workflow; it is asked of many facts */
export function conditionReader(file: WorkflowFile): (condition: Condition) => Predicate {
  const values = new Map(
    Object.keys(file.files ?? {}).map((name) => [
      name,
      new Map(fileValues(file, name).map((value) => [keyOf(value), value])),
    ]),
  )
  const valueIn = (name = ''): ((facts: Facts) => FileValue) => {
    const [fact, known] = [fileOf(name), values.get(name)]
    return (facts) => known?.get(String(facts[fact])) ?? absent
  }
  const inFile = (name: string, holds: (value: FileValue) => boolean): Predicate => {
    const found = valueIn(name)
    return (facts) => holds(found(facts))
  }
  const inPlan = valueIn(provenFile(file))
  // What was proven is asked of the work itself, where there is one.
  const isProven = ({ proof, openCriteria }: Facts) =>
    proof === undefined ? undefined : proof === 'complete' && openCriteria === 0
  const read = (condition: Condition): Predicate => {
    if (condition === 'proven') return (facts) => isProven(facts) ?? inPlan(facts).proven
    if (condition === 'command missing') return (facts) => facts.missingCommand === true || inPlan(facts).commandMissing
    if (condition === handedOver) return (facts) => facts[handedOver] === true
    if ('there' in condition) return inFile(condition.there, ({ there }) => there)
    if ('written' in condition) return inFile(condition.written, ({ written }) => written)
    if ('links' in condition) return inFile(condition.links, ({ links }) => condition.are.includes(links))
    if ('remembered' in condition) {
      const fact = rememberedAs(condition.remembered)
      return (facts) => condition.is.includes(String(facts[fact]))
    }
    if ('not' in condition) {
      const inner = read(condition.not)
      return (facts) => !inner(facts)
    }
    if ('count' in condition) {
      const { count: what, in: name, least = 0, most = Number.POSITIVE_INFINITY } = condition
      const [fact, found] = [countOf(what), valueIn(name)]
      const isInFile = countedInFiles.includes(what)
      return (facts) => {
        const count = isInFile ? found(facts)[what as 'criteria' | 'open'] : Number(facts[fact])
        return count >= least && count <= most
      }
    }
    const each = ('all' in condition ? condition.all : condition.any).map(read)
    return 'all' in condition ? (facts) => each.every((one) => one(facts)) : (facts) => each.some((one) => one(facts))
  }
  return read
}

/** The counters that count each person once. */
export const peopleCounted = ({ counts = {} }: WorkflowFile): string[] =>
  Object.entries(counts).flatMap(([name, { people }]) => (people === 'distinct' ? [name] : []))

export const factNames = { fileOf, countOf, rememberedAs, sameAs, peopleOf, handedOver }
