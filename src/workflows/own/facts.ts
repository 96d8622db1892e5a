import type { Context, Definition, Facts } from '../../engine/definition'
import { getOrInsert, recordOf } from '../../engine/records'
import { type Holds, leavesOf, reading } from '../../workflow/conditions'
import { type Leaf, linkStates, namedBy, type Step, type StepCondition, type WorkflowFile } from './format'
import { holdsInMemory, isOfMemory, memoryDomain, memoryFactsOf, type OfMemory } from './memory'

/** What can be asked of a file. All but the first is asked only of one that is there. */
type AskedOfFile = 'there' | 'written' | 'criteria' | 'open' | 'links'

/** The names of the facts: each has a space, so that none is one of those that every workflow has. */
const ofFile = (asked: AskedOfFile, file: string): string => `${asked} ${file}`
const countOf = (counter: string): string => `count of ${counter}`
const rememberedAs = (name: string): string => `remembered ${name}`
const sameAs = (counter: string): string => `counted before in ${counter}`
/** In the context: who has counted. */
const peopleOf = (counter: string): string => `people of ${counter}`

/** Whether the word came with documents. */
const handedOver = 'handed over'

/** What a remembered name holds before anything is remembered. */
export const nothing = ''

const upTo = (most: number): readonly number[] => Array.from({ length: most + 1 }, (_, count) => count)

/** @returns every value that each fact of a workflow can take */
export function domainOf(file: WorkflowFile): Definition['domain'] {
  const files = Object.keys(file.files ?? {})
  const counted = (name: string) => upTo(highestIn(file, name) + 1)
  return Object.fromEntries([
    ...files.flatMap((name) => [
      [ofFile('there', name), [false, true]],
      [ofFile('written', name), [false, true]],
      [ofFile('criteria', name), counted(name)],
      [ofFile('open', name), counted(name)],
      [ofFile('links', name), linkStates],
    ]),
    ...Object.entries(file.counts ?? {}).map(([name, { most }]) => [countOf(name), upTo(most)]),
    ...[...originsOf(file)].map(([name, states]) => [rememberedAs(name), [nothing, ...states]]),
    ...peopleCounted(file).map((name) => [sameAs(name), [false, true]]),
    [handedOver, [false, true]],
    ...Object.entries(memoryDomain(file)),
    ['proof', ['none', 'complete']],
    ['missingCommand', [false, true]],
  ])
}

type Count = Extract<StepCondition, { count: string }>

const countsIn = (file: WorkflowFile): readonly Count[] =>
  leavesIn(file).filter((each) => typeof each === 'object' && 'count' in each)

/** The highest number that a count in a file is compared with; what is above it makes no difference. */
const highestIn = (file: WorkflowFile, name: string): number =>
  Math.max(0, ...countsIn(file).flatMap((each) => (each.in === name ? [each.least ?? 0, each.most ?? 0] : [])))

/** The file whose criteria commands can show: the first that a condition counts. */
export const provenFile = (file: WorkflowFile): string | undefined => countsIn(file).find((each) => each.in)?.in

/** @returns the states that a step starts in: of several, not the one that it leads to */
export function fromsOf({ states }: Pick<WorkflowFile, 'states'>, { from, to }: Pick<Step, 'from' | 'to'>): string[] {
  if (typeof from === 'string' && from !== '*') return [from]
  return (from === '*' ? Object.keys(states) : [from].flat()).filter((state) => state !== to)
}

interface Waiting {
  readonly state: string
  readonly word: string
  readonly conditions: StepCondition[]
}

/** @returns for each word and state, the conditions of the steps that do something, if there are any */
export function waitsIn(file: WorkflowFile): readonly Waiting[] {
  const waits = new Map<string, Waiting>()
  for (const step of file.steps) {
    const { word, when, answer } = step
    if (when === undefined || answer === 'refuse' || answer === 'nothing') continue
    for (const state of fromsOf(file, step))
      getOrInsert(waits, `${state} ${word}`, () => ({ state, word, conditions: [] })).conditions.push(when)
  }
  return [...waits.values()]
}

/** @returns for each name that a step remembers, the states that it can hold */
export function originsOf(file: WorkflowFile): ReadonlyMap<string, readonly string[]> {
  const origins = new Map<string, Set<string>>()
  for (const step of file.steps) {
    for (const name of namedBy(step, 'remember')) {
      const known = getOrInsert(origins, name, () => new Set())
      for (const state of fromsOf(file, step)) known.add(state)
    }
  }
  return new Map([...origins].map(([name, known]) => [name, [...known]]))
}

/** @returns what the conditions of a workflow are made of, in the order of the file */
const leavesIn = ({ steps }: WorkflowFile): readonly Leaf[] => steps.flatMap(({ when }) => leavesOf<Leaf>(when))

/** @returns a function that tells whether a condition of the workflow holds for a word */
export function conditionReader(file: WorkflowFile): (condition: StepCondition, word: string) => Holds {
  const planned = provenFile(file) ?? ''
  const isTrue = (leaf: Exclude<Leaf, OfMemory>, facts: Facts): boolean => {
    if (leaf === 'proven') return isThere(facts, planned) && openIn(facts, planned) === 0 && facts.proof === 'complete'
    if (leaf === 'command missing') return isThere(facts, planned) && facts.missingCommand === true
    if (leaf === handedOver) return facts[handedOver] === true
    if ('there' in leaf) return isThere(facts, leaf.there)
    if ('written' in leaf) return isThere(facts, leaf.written) && facts[ofFile('written', leaf.written)] === true
    if ('links' in leaf) return leaf.are.includes(linksIn(facts, leaf.links))
    if ('remembered' in leaf) return leaf.is.includes(String(facts[rememberedAs(leaf.remembered)]))
    const count = countIn(facts, leaf)
    return count >= (leaf.least ?? 0) && count <= (leaf.most ?? count)
  }
  return (condition, word) =>
    reading<Leaf>(condition, (leaf) =>
      isOfMemory(leaf) ? holdsInMemory(file, word, leaf) : (facts) => isTrue(leaf, facts),
    )
}

// A fact is read only where it can matter: what nobody reads need not be tried, and nothing contradicts itself.
const isThere = (facts: Facts, file: string): boolean => facts[ofFile('there', file)] === true

const linksIn = (facts: Facts, file: string): (typeof linkStates)[number] =>
  isThere(facts, file) ? (facts[ofFile('links', file)] as (typeof linkStates)[number]) : 'none'

function countIn(facts: Facts, { count, in: file }: Count): number {
  if (file === undefined) return Number(facts[countOf(count)])
  return count === 'open' ? openIn(facts, file) : criteriaIn(facts, file)
}

const criteriaIn = (facts: Facts, file: string): number =>
  isThere(facts, file) ? Number(facts[ofFile('criteria', file)]) : 0

function openIn(facts: Facts, file: string): number {
  const criteria = criteriaIn(facts, file)
  return criteria === 0 ? 0 : Math.min(criteria, Number(facts[ofFile('open', file)]))
}

/** @returns what the context of a piece of work has of its workflow: counters, and what is remembered */
export const storedNames = (file: WorkflowFile): readonly string[] => [
  ...Object.keys(file.counts ?? {}),
  ...originsOf(file).keys(),
]

/** @returns a function that makes facts of what is counted and remembered */
export function storedFactsOf(file: WorkflowFile): (context: Context) => Facts {
  const [counters, names] = [Object.keys(file.counts ?? {}), [...originsOf(file).keys()]]
  const memory = memoryFactsOf(file)
  return (context) => ({
    ...memory(context),
    ...recordOf(counters, countOf, (name) => Number(context[name] ?? 0)),
    ...recordOf(names, rememberedAs, (name) => String(context[name] ?? nothing)),
  })
}

/** The counters that count each person once. */
export const peopleCounted = ({ counts = {} }: WorkflowFile): string[] =>
  Object.entries(counts).flatMap(([name, { people }]) => (people === 'distinct' ? [name] : []))

/** The counters by which a step counts a person who has not counted yet: one that it clears has counted nobody. */
export function countedOnce(file: WorkflowFile, step: Step): string[] {
  const cleared = namedBy(step, 'clear')
  return namedBy(step, 'add').filter((counter) => peopleCounted(file).includes(counter) && !cleared.includes(counter))
}

/** Who has counted, as git knows them. */
export function peopleIn(context: Context, counter: string): readonly string[] {
  const people = context[peopleOf(counter)]
  return Array.isArray(people) ? people.map(String) : []
}

export const factNames = { ofFile, countOf, rememberedAs, sameAs, peopleOf, handedOver }
