import type { Context, Facts, Payload } from '../../engine/definition'
import { recordOf } from '../../engine/records'
import { isRecord } from '../../text/json'
import { type Holds, leavesOf } from '../../workflow/conditions'
import { isOpen, settledBy, withFound } from '../../workflow/findings/finding'
import { isSame } from '../../workflow/hollow'
import type { Leaf, Step, TakenForm, WorkflowFile } from './format'
import { itemsAfter, listStateOf, listStates, listsIn } from './items'
import { asksItems, changesItems, holdsOfItems, itemFacts, itemsIn, itemsKey, itemWays, type Way } from './stored-items'
import { answersIn, type Brought, type Found, mostFound, takesOf, textsIn } from './taken'

/** What a piece of work remembers of what its words took, and what was found; no name in a file has a space. */
export const memoryKeys = { taken: 'what was taken', found: 'what was found', items: itemsKey } as const

/** The names of the facts of it. */
export const memoryFacts = {
  given: (name: string) => `given ${name}`,
  taken: (name: string) => `taken ${name}`,
  isWrong: 'what is brought is wrong',
  isFound: 'something is open',
  isLeft: 'something is left open',
} as const

/** What a name holds before anything was taken. */
const nothing = ''

export const takenIn = (context: Context): Readonly<Record<string, unknown>> => {
  const taken = context[memoryKeys.taken]
  return isRecord(taken) ? taken : {}
}

export const foundIn = (context: Context): readonly Found[] => {
  const found = context[memoryKeys.found]
  return Array.isArray(found) ? found : []
}

export const broughtIn = ({ brought }: Payload): Brought | undefined => brought as Brought | undefined

type Asked = Extract<Leaf, { taken: string }>
export type OfMemory = Asked | Extract<Leaf, { findings: string } | { items: string }>

export const isOfMemory = (leaf: Leaf): leaf is OfMemory =>
  typeof leaf === 'object' && ('taken' in leaf || 'findings' in leaf || 'items' in leaf)

const askedIn = ({ when }: Step): readonly Asked[] =>
  leavesOf<Leaf>(when).filter((leaf) => typeof leaf === 'object' && 'taken' in leaf)

const isTakenBy = (file: WorkflowFile, word: string, name: string): boolean =>
  takesOf(file, word).some(([taken]) => taken === name)

/** @returns whether a step depends on what its own word takes */
export const asksGiven = (file: WorkflowFile, step: Step): boolean =>
  askedIn(step).some(({ taken }) => isTakenBy(file, step.word, taken)) ||
  (changesItems(file, step.word) && asksItems(step))

/** @returns the names of choices and numbers that a condition asks for after they were taken */
const keptNames = (file: WorkflowFile): readonly string[] => [
  ...new Set(
    file.steps.flatMap((step) =>
      askedIn(step).flatMap(({ taken }) => (isTakenBy(file, step.word, taken) ? [] : taken)),
    ),
  ),
]

/** The values of a name that conditions tell apart: each choice; of numbers the lowest of each range. */
function classesOf(file: WorkflowFile, name: string): readonly (string | number)[] {
  const forms = Object.keys(file.words).flatMap((word) => takesOf(file, word))
  const form = forms.find(([taken]) => taken === name)?.[1]
  if (typeof form !== 'object' || !('one of' in form || 'least' in form)) return []
  if ('one of' in form) return form['one of']
  const { least: first, most: last } = form
  const asked = file.steps.flatMap(askedIn).filter(({ taken }) => taken === name)
  const limits = asked.flatMap(({ least = first, most = last }) => [least, most + 1])
  return [...new Set([first, ...limits])].filter((one) => one >= first && one <= last).sort((one, other) => one - other)
}

function classIn(classes: readonly (string | number)[], value: unknown): string | number {
  const isNumber = typeof classes[0] === 'number'
  return (isNumber ? classes.findLast((one) => Number(one) <= Number(value)) : String(value)) ?? nothing
}

const takenNames = (file: WorkflowFile): readonly string[] => [
  ...new Set(file.steps.flatMap((step) => askedIn(step).map(({ taken }) => taken))),
]

/** @returns every value that each fact can take */
export const memoryDomain = (file: WorkflowFile): Readonly<Record<string, readonly (boolean | number | string)[]>> =>
  Object.fromEntries([
    ...takenNames(file).map((name) => [memoryFacts.given(name), classesOf(file, name)]),
    ...keptNames(file).map((name) => [memoryFacts.taken(name), [nothing, ...classesOf(file, name)]]),
    ...[memoryFacts.isWrong, memoryFacts.isFound, memoryFacts.isLeft].map((name) => [name, [false, true]]),
    ...Object.values(itemFacts).map((name) => [name, listStates]),
  ])

/** @returns the facts of what is remembered: a proof tells pieces of work apart by them */
export function memoryFactsOf(file: WorkflowFile): (context: Context) => Facts {
  const kept = keptNames(file).map((name) => ({ name, classes: classesOf(file, name) }))
  const hasItems = listsIn(file).length > 0
  return (context) => ({
    ...Object.fromEntries(
      kept.map(({ name, classes }) => {
        const value = takenIn(context)[name]
        return [memoryFacts.taken(name), value === undefined ? nothing : classIn(classes, value)]
      }),
    ),
    ...(file.findings && { [memoryFacts.isFound]: foundIn(context).some(isOpen) }),
    ...(hasItems && { [itemFacts.are]: listStateOf(itemsIn(context)) }),
  })
}

/** @returns the facts of what was brought; none before a word is said, which may then bring anything */
export function broughtFacts(
  file: WorkflowFile,
  context: Context,
  brought: Brought | undefined,
  mistakes: readonly string[],
): Facts {
  if (brought === undefined) return {}
  const answers = Object.assign({}, ...Object.values(brought.given).map(answersIn))
  const given = takenNames(file).filter((name) => brought.given[name] !== undefined)
  return {
    ...recordOf(given, memoryFacts.given, (name) => classIn(classesOf(file, name), brought.given[name])),
    [memoryFacts.isWrong]: mistakes.length > 0,
    [itemFacts.left]: listStateOf(itemsAfter(file, itemsIn(context), brought)),
    [memoryFacts.isLeft]: foundIn(context).some((one) => isOpen(one) && !answers[one.name]),
  }
}

/** @returns what tells whether a condition holds for a word: what it takes counts as it is given, what it settles as it leaves it */
export function holdsInMemory(file: WorkflowFile, word: string, leaf: OfMemory): Holds {
  if ('findings' in leaf) {
    const isLeft = isOpenFor(file, word)
    return (facts) => isLeft(facts) === (leaf.findings === 'open')
  }
  if ('items' in leaf) return holdsOfItems(file, word, leaf.items)
  const { taken, is, least, most } = leaf
  const isGiven = isTakenBy(file, word, taken)
  const name = isGiven ? memoryFacts.given(taken) : memoryFacts.taken(taken)
  return (facts) => {
    const value = facts[name] ?? nothing
    // Nothing is said yet, and it may be what holds.
    if (isGiven && value === nothing) return true
    if (value === nothing) return false
    if (is !== undefined) return is.includes(String(value))
    return Number(value) >= (least ?? 0) && Number(value) <= (most ?? Number(value))
  }
}

/** Whether something found is open; for a word that settles, whether it leaves anything open */
function isOpenFor(file: WorkflowFile, word: string): Holds {
  const settles = takesOf(file, word).some(([, form]) => typeof form === 'object' && 'settles' in form)
  return (facts) => facts[memoryFacts.isFound] === true && (!settles || facts[memoryFacts.isLeft] === true)
}

/**
 * @returns the ways in which a word changes what is remembered: one for each value that is asked for later, so that a proof,
 *   which brings nothing, follows all of them
 */
export function waysOf(file: WorkflowFile, word: string): readonly Way[] {
  const none = { ...unchanged, name: `take ${word}` }
  const ofItems = changesItems(file, word) ? itemWays(file, word) : [unchanged]
  const ways = takesOf(file, word).reduce<readonly Way[]>(
    (ways, [name, form]) => {
      const further = waysIn(file, word, name, form)
      return ways.flatMap((one) => further.map((other) => both(one, other)))
    },
    [none],
  )
  return ways.flatMap((one) => ofItems.map((other) => both(one, other)))
}

const unchanged: Way = { name: '', holds: () => true, update: (context) => context }

const both = (one: Way, other: Way): Way => ({
  name: `${one.name}${other.name}`,
  holds: (facts) => one.holds(facts) && other.holds(facts),
  update: (context, payload, state) => other.update(one.update(context, payload, state), payload, state),
})

function waysIn(file: WorkflowFile, word: string, name: string, form: TakenForm): readonly Way[] {
  const given = (payload: Payload) => broughtIn(payload)?.given[name]
  const way = (key: string, made: (context: Context, payload: Payload) => unknown, more: Partial<Way> = {}): Way => ({
    ...unchanged,
    update: (context, payload) => ({ ...context, [key]: made(context, payload) }),
    ...more,
  })
  if (typeof form === 'object' && ('artifact' in form || 'items' in form)) return [unchanged]
  if (typeof form === 'object' && 'raises' in form)
    return [
      way(memoryKeys.found, (context, payload) => raised(foundIn(context), form.raises, name, broughtIn(payload))),
    ]
  if (typeof form === 'object' && 'settles' in form) {
    const isLeft = isOpenFor(file, word)
    const settled = (context: Context, payload: Payload) => settledBy(foundIn(context), answersIn(given(payload)))
    const all = (context: Context, payload: Payload) =>
      settled(context, payload).map((one) => ({ ...one, how: one.how ?? '' }))
    return [
      way(memoryKeys.found, settled, { name: ', some', holds: isLeft }),
      way(memoryKeys.found, all, { name: ', all', holds: (facts) => !isLeft(facts) }),
    ]
  }
  const taking = (other?: string | number) => (context: Context, payload: Payload) => ({
    ...takenIn(context),
    [name]: given(payload) ?? other,
  })
  if (!keptNames(file).includes(name)) return [way(memoryKeys.taken, taking())]
  return classesOf(file, name).map((value) =>
    way(memoryKeys.taken, taking(value), {
      name: `, ${value}`,
      holds: (facts) => (facts[memoryFacts.given(name)] ?? value) === value,
    }),
  )
}

/** What is found again is open again under its name; of what is settled only the last is held. */
function raised(held: readonly Found[], letter: string, name: string, brought?: Brought): readonly Found[] {
  const texts = brought ? textsIn(brought.given[name]) : ['']
  const numbers = held.flatMap((one) => (one.name.startsWith(letter) ? Number(one.name.slice(1)) : []))
  const { all } = withFound(held, texts, letter, Math.max(0, ...numbers))
  const isNew = (one: Found) => isOpen(one) && texts.some((text) => isSame(text, one.text))
  const found = all.map((one): Found => (isNew(one) ? { ...one, seen: brought?.seen ?? {} } : one))
  const settled = found.filter((one) => !isOpen(one)).slice(0, Math.max(0, found.length - mostFound))
  return found.filter((one) => !settled.includes(one))
}
