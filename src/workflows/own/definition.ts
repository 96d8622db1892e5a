import {
  type Context,
  type Definition,
  type Facts,
  isAvailable,
  type Payload,
  type Row,
  type Update,
} from '../../engine/definition'
import type { Holds } from '../../workflow/conditions'
import type { Effect } from '../../workflow/effect'
import { kindOf } from '../../workflow/steps'
import {
  conditionReader,
  countedOnce,
  domainOf,
  factNames,
  fromsOf,
  nothing,
  originsOf,
  peopleCounted,
  peopleIn,
  storedNames,
  waitsIn,
} from './facts'
import type { EffectOf, Step, WorkflowFile } from './format'
import { memoryFacts, waysOf } from './memory'
import { definitionPath } from './stored-name'
import { handedInBy, takesOf } from './taken'

/** The event that only looks. */
export const look = 'status'

/** The row that shows a state. */
export const lookOf = (state: string): string => `${look} ${state}`

/** The ids of the rows that a file does not write. */
export const refusalOf = {
  need: (id: string, file: string) => `${id}: no ${file}`,
  taken: (id: string) => `${id}: not taken`,
  person: (id: string) => `${id}: the same person`,
  word: (word: string) => `no ${word}`,
  wait: (word: string, state: string) => `no ${word} in ${state}`,
}

/** Where the files of a piece of work are, relative to the repository. */
interface Places {
  readonly folder: string
  readonly pathOf: (file: string) => string
}

/**
 * Turns a file into the definition that the engine reads. A step whose word takes something is preceded by a refusal of
 * what is wrong, one that needs files by a refusal for each, and what no step answers is refused, so that every word has an
 * answer in every state.
 *
 * @param places absent: those of no piece of work
 */
export function definitionOf(file: WorkflowFile, places?: Places): Definition<Effect> {
  const { folder, pathOf } = places ?? { folder: '', pathOf: String }
  const read = conditionReader(file)
  const states = Object.keys(file.states)
  const words = Object.keys(file.words)
  const guards: Record<string, (facts: Facts) => boolean> = {}
  const origins = originsOf(file)

  const rowsOf = (step: Step): Row<Effect>[] => {
    const { id, word: on, when, needs = [], to = 'same', do: effects = [] } = step
    const from = fromsOf(file, step)
    const answers = when === undefined ? () => true : read(when, on)
    if (when !== undefined) guards[id] = answers
    const refusal = (refused: string, lacks: Holds): Row<Effect> => {
      guards[refused] = (facts) => answers(facts) && lacks(facts)
      return { ...refuse(refused, from, on), when: refused }
    }
    const kind = kindOf(step)
    const isTaking = isAvailable(kind) && takesOf(file, on).length > 0
    const ways = isTaking ? waysOf(file, on) : []
    for (const { name, holds } of ways) guards[`${id}: ${name}`] = (facts) => answers(facts) && holds(facts)
    const updates = effects.flatMap(updateOf)
    const handedIn = handedInBy(file, on).map((name): Effect => ({ do: 'change', changes: `hand in ${name}` }))
    const made = [...(isTaking ? handedIn : []), ...effects.flatMap((effect) => effectOf(effect, folder, pathOf))]
    const notTaken = { ...refuse(refusalOf.taken(id), from, on), when: memoryFacts.isWrong, kind: 'invalid' } as const
    const row: Row<Effect> = {
      id,
      from,
      on,
      to: typeof to === 'string' ? to : { field: to.back, among: origins.get(to.back) ?? [] },
      kind,
      ...(made.length > 0 && { effects: made }),
    }
    return [
      ...(isTaking ? [notTaken] : []),
      ...needs.map((file) => refusal(refusalOf.need(id, file), read({ not: { written: file } }, on))),
      ...countedOnce(file, step).map((counter) =>
        refusal(refusalOf.person(id), (facts) => facts[factNames.sameAs(counter)] === true),
      ),
      ...(isTaking
        ? ways.map(({ name }) => ({ ...row, when: `${id}: ${name}`, updates: [name, ...updates] }))
        : [{ ...row, ...(when !== undefined && { when: id }), ...(updates.length > 0 && { updates }) }]),
    ]
  }

  const rows = file.steps.flatMap(rowsOf)
  const waits = waitsIn(file).map(({ word, state }) => refuse(refusalOf.wait(word, state), state, word))
  const others = words.map((word) => refuse(refusalOf.word(word), '*', word))
  const looks = states.map((from) => ({ id: lookOf(from), from, on: look, to: 'same', kind: 'show' }) as const)
  return {
    name: file.workflow,
    initial: file.start,
    states,
    errors: file.steps.flatMap(({ answer, to }) => (answer === 'missing' && typeof to === 'string' ? [to] : [])),
    goal: states.filter((state) => file.states[state]?.goal),
    events: [...words, look],
    guards: {
      ...guards,
      [memoryFacts.isWrong]: (facts) => facts[memoryFacts.isWrong] === true,
      'not begun': ({ begun }) => begun !== true,
    },
    updates: Object.assign(
      Object.fromEntries(words.flatMap((word) => waysOf(file, word).map(({ name, update }) => [name, update]))),
      { begin: (context: Context, { definition = '' }: Payload) => ({ ...context, definition }) },
      ...storedNames(file).map((name) => updatesOf(name, peopleCounted(file).includes(name))),
    ),
    rows: [...rows, ...waits, ...others, ...looks, ...beginnings(file.start, folder)],
    domain: domainOf(file),
    possible: () => true,
    laws: [],
  }
}

const refuse = (id: string, from: Row['from'], on: string): Row<Effect> => ({ id, from, on, to: 'same', kind: 'block' })

/** The steps of commands that each workflow has: they are no words, so nothing lists them. */
function beginnings(from: string, folder: string): Row<Effect>[] {
  const here = { to: 'same', kind: 'stay', updates: ['begin'] } as const
  const create: Effect = { do: 'create', file: definitionPath(folder) }
  return [
    { id: 'begin', from, on: 'begin', when: 'not begun', ...here, effects: [create] },
    { id: 'upgrade', from: '*', on: 'upgrade', ...here, effects: [{ do: 'change', changes: 'upgrade' }] },
  ]
}

const keeping: readonly string[] = ['add', 'clear', 'remember', 'forget']

/** What an effect does to what is counted and remembered: the names of its updates. */
function updateOf(effect: EffectOf): string[] {
  const done = typeof effect === 'string' ? [] : Object.entries(effect).filter(([verb]) => keeping.includes(verb))
  return done.map(([verb, name]) => `${verb} ${name}`)
}

/** A counter that counts each person once has them beside it. */
function updatesOf(name: string, isDistinct: boolean): Readonly<Record<string, Update>> {
  const beside = (people: readonly unknown[]) => isDistinct && { [factNames.peopleOf(name)]: people }
  return {
    [`add ${name}`]: (context: Context, { person }: Payload) => ({
      ...context,
      [name]: Number(context[name] ?? 0) + 1,
      ...beside([...peopleIn(context, name), person]),
    }),
    [`clear ${name}`]: (context: Context) => ({ ...context, [name]: 0, ...beside([]) }),
    [`remember ${name}`]: (context: Context, _: unknown, state: string) => ({ ...context, [name]: state }),
    [`forget ${name}`]: (context: Context) => ({ ...context, [name]: nothing }),
  }
}

/** What a step does to files. */
function effectOf(effect: EffectOf, folder: string, pathOf: (file: string) => string): Effect[] {
  if (effect === 'name commands') return [{ do: effect }]
  if (effect === 'take over') return [{ do: 'change', changes: effect }]
  if ('create' in effect) return [{ do: 'create', file: pathOf(effect.create) }]
  if ('show' in effect) return [{ do: 'show', file: pathOf(effect.show) }]
  if ('expect' in effect) return [{ do: 'expect', file: pathOf(effect.expect) }]
  if ('list links' in effect) return [{ do: 'list', list: effect['list links'] }]
  if ('keep' in effect) return [{ do: 'change', changes: `keep ${effect.keep}` }]
  if ('copy' in effect) return [{ do: 'change', changes: `copy ${effect.copy}` }]
  if (!('move' in effect)) return []
  const to = `${folder}/${effect.to.replaceAll('<name>', folder.slice(folder.lastIndexOf('/') + 1))}`
  return [
    { do: 'move', files: effect.move.map(pathOf), to, ...(effect.with === 'proofs' && { proofs: true as const }) },
  ]
}
