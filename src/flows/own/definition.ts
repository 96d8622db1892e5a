import type { Context, Definition, Facts, Kind, Payload, Row, Update } from '../../engine/definition'
import type { Effect } from '../flow'
import {
  conditionReader,
  countedOnce,
  domainOf,
  factNames,
  fromsOf,
  nothing,
  originsOf,
  peopleCounted,
  waitsIn,
} from './facts'
import { type EffectOf, namedBy, type Step, type WorkflowFile } from './format'
import { keptIn } from './kept-name'

/** The event that only looks. */
export const look = 'status'

/** The row that shows a state. */
export const lookOf = (state: string): string => `${look} ${state}`

const kinds = {
  refuse: 'block',
  nothing: 'no-op',
  stay: 'stay',
  confirm: 'confirm',
  missing: 'missing',
  show: 'show',
} as const satisfies Record<NonNullable<Step['answer']>, Kind>

export const kindOf = ({ answer, from, to = 'same' }: Step): Kind =>
  answer ? kinds[answer] : to === 'same' || to === from ? 'stay' : 'advance'

/** The ids of the rows that a file does not write. */
export const refusalOf = {
  need: (id: string, file: string) => `${id}: no ${file}`,
  person: (id: string) => `${id}: the same person`,
  word: (word: string) => `no ${word}`,
  wait: (word: string, state: string) => `no ${word} in ${state}`,
}

/** @returns the paths of a workflow's files and templates, relative to the repository */
export interface Places {
  readonly folder: string
  readonly pathOf: (file: string) => string
}

/**
 * Turns a file into the definition that the engine reads. A step that needs files is preceded by a refusal for each, and
 * what no step answers is refused, so that every word has an answer in every state.
 */
export function definitionOf(file: WorkflowFile, { folder, pathOf }: Places): Definition<Effect> {
  const read = conditionReader(file)
  const states = Object.keys(file.states)
  const words = Object.keys(file.words)
  const guards: Record<string, (facts: Facts) => boolean> = {}
  const origins = originsOf(file)
  const distinct = peopleCounted(file)

  const rowsOf = (step: Step): Row<Effect>[] => {
    const { id, word: on, when, needs = [], to = 'same', do: effects = [] } = step
    const from = fromsOf(file, step)
    const answers = when === undefined ? () => true : read(when)
    if (when !== undefined) guards[id] = answers
    const refusal = (refused: string, lacks: (facts: Facts) => boolean): Row<Effect> => {
      guards[refused] = (facts) => answers(facts) && lacks(facts)
      return { id: refused, from, on, when: refused, to: 'same', kind: 'block' }
    }
    const added = namedBy(step, 'add')
    const resets = namedBy(step, 'clear')
    const changes = [...effects.flatMap(memory), ...added.filter((name) => distinct.includes(name)).map(personOf)]
    const made = effects.flatMap((effect) => effectOf(effect, folder, pathOf))
    return [
      ...needs.map((file) => refusal(refusalOf.need(id, file), read({ not: { written: file } }))),
      ...countedOnce(file, step).map((counter) =>
        refusal(refusalOf.person(id), (facts) => facts[factNames.sameAs(counter)] === true),
      ),
      {
        id,
        from,
        on,
        ...(when !== undefined && { when: id }),
        to: typeof to === 'string' ? to : { field: to.back, among: origins.get(to.back) ?? [] },
        kind: kindOf(step),
        ...(made.length > 0 && { effects: made }),
        ...(added[0] !== undefined && { counts: added[0] }),
        ...(resets.length > 0 && { resets }),
        ...(changes.length > 0 && { updates: changes }),
      },
    ]
  }

  const rows = file.steps.flatMap(rowsOf)
  const updates: Record<string, Update> = {
    begin: (context: Context, { definition = '' }: Payload) => ({ ...context, definition }),
    ...Object.fromEntries(distinct.map((counter) => [personOf(counter), countPerson(counter)])),
    ...Object.fromEntries([...origins.keys()].flatMap(updatesOf)),
  }
  const waits = waitsIn(file).map(
    ({ word: on, state: from }): Row<Effect> => ({ id: refusalOf.wait(on, from), from, on, to: 'same', kind: 'block' }),
  )
  const others = words.map((on): Row<Effect> => ({ id: refusalOf.word(on), from: '*', on, to: 'same', kind: 'block' }))
  const looks = states.map(
    (state): Row<Effect> => ({ id: lookOf(state), from: state, on: look, to: 'same', kind: 'show' }),
  )
  return {
    name: file.workflow,
    initial: file.start,
    states,
    errors: [
      ...new Set(file.steps.flatMap(({ answer, to }) => (answer === 'missing' && typeof to === 'string' ? [to] : []))),
    ],
    goal: states.filter((state) => file.states[state]?.goal),
    events: [...words, look],
    guards: { ...guards, 'not begun': ({ begun }) => begun !== true },
    updates,
    rows: [...rows, ...waits, ...others, ...looks, ...beginnings(file.start, folder)],
    domain: domainOf(file),
    possible: () => true,
    laws: [],
  }
}

/** The steps of commands that each workflow has: they are no words, so nothing lists them. */
const beginnings = (from: string, folder: string): Row<Effect>[] => [
  {
    id: 'begin',
    from,
    on: 'begin',
    when: 'not begun',
    to: 'same',
    kind: 'stay',
    effects: [{ do: 'create', file: keptIn(folder) }],
    updates: ['begin'],
  },
  {
    id: 'upgrade',
    from: '*',
    on: 'upgrade',
    to: 'same',
    kind: 'stay',
    effects: [{ do: 'change', changes: 'upgrade' }],
    updates: ['begin'],
  },
]

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const personOf = (counter: string): string => `person of ${counter}`
const remember = (name: string): string => `remember ${name}`
const forget = (name: string): string => `forget ${name}`

/** The names of what a step remembers or forgets. */
function memory(effect: EffectOf): string[] {
  if (typeof effect === 'string') return []
  return 'remember' in effect ? [remember(effect.remember)] : 'forget' in effect ? [forget(effect.forget)] : []
}

const updatesOf = (name: string): readonly (readonly [string, Update])[] => [
  [remember(name), (context: Context, _: unknown, state: string) => ({ ...context, [name]: state })],
  [forget(name), (context: Context) => ({ ...context, [name]: nothing })],
]

/** A counter that was cleared has counted nobody. */
function countPerson(counter: string): Update {
  const key = factNames.peopleOf(counter)
  return (context: Context, { person }: Payload) => ({
    ...context,
    [key]: [...(Number(context[counter]) > 1 ? listIn(context[key]) : []), person],
  })
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
  if ('move' in effect) {
    const files = effect.move.map(pathOf)
    return [
      {
        do: 'move',
        files,
        to: `${folder}/${effect.to.replaceAll('<name>', folder.slice(folder.lastIndexOf('/') + 1))}`,
        ...(effect.with === 'proofs' && { proofs: true as const }),
      },
    ]
  }
  return []
}
