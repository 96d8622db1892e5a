import type { Kind, Row } from '../engine/definition'
import { type Chosen, chosenFrom, type Each, forEach, inPlaces, isForEach, saidFor } from './each'

/** What a step does besides leading on, and the kind of its row. */
const kinds = {
  refuse: 'block',
  nothing: 'no-op',
  wrong: 'invalid',
  stay: 'stay',
  confirm: 'confirm',
  missing: 'missing',
  show: 'show',
} as const satisfies Record<string, Kind>

/** A line of a workflow's file: what a word does in a state. The first that holds answers. */
export interface StepLine extends Chosen {
  /** `{word}` is the word, if there are several. */
  readonly id: string
  readonly word: string | readonly string[]
  /** States, or groups of them; or a state and all that are later, or these alone. */
  readonly from: string | readonly string[] | { readonly since: string } | { readonly after: string }
  /** What holds, by its name. */
  readonly when?: string
  /** Default: the state stays the same. `back`: where the memory says, under that name. */
  readonly to?: string | { readonly back: string }
  readonly answer?: keyof typeof kinds
  /** Changes of what is remembered, by their names. */
  readonly do?: readonly string[]
  /** A change of files, by its name. */
  readonly files?: string
  /** The word that is said by itself right after. */
  readonly then?: string
  /** A counter that is incremented, and those that are reset. */
  readonly counts?: string
  readonly resets?: readonly string[]
}

/** The steps of a workflow, as its file has them. */
export interface Steps {
  readonly each: readonly Each[]
  readonly states: readonly string[]
  /** Names for several states. */
  readonly groups?: Readonly<Record<string, readonly string[]>>
  /** Where the work is over: no line that is about later states stands for these. */
  readonly goals?: readonly string[]
  /** The states that no look shows. */
  readonly hidden?: readonly string[]
  readonly steps: readonly StepLine[]
}

interface Leading {
  readonly from: StepLine['from']
  readonly to?: StepLine['to'] | undefined
  readonly answer?: StepLine['answer'] | undefined
}

export const kindOf = ({ answer, from, to = 'same' }: Leading): Kind =>
  answer ? kinds[answer] : to === 'same' || to === from ? 'stay' : 'advance'

/** @returns the states of a workflow, in the order of the work */
export const statesOf = ({ each, states }: Pick<Steps, 'each' | 'states'>): readonly string[] => forEach(states, each)

/**
 * Makes the table of a workflow of its lines. A line that leads nowhere is one row for all states that it names, unless it
 * says something else of one; `{at}` is the place of one in their list. At the end is a row that shows each state, if no
 * line does.
 */
export function rowsOf<Effect>(file: Steps): readonly Row<Effect | { do: 'change'; changes: string }>[] {
  const { steps, groups = {}, hidden = [], goals = [] } = file
  const each = inPlaces(file.each)
  const states = statesOf(file)
  const isOfOne = ({ id, from, when = '', to = '', then = '' }: StepLine) =>
    isForEach([id, when, to, then]) || (isForEach(from) && !isListed(from))
  const ofWords = steps.flatMap((line) =>
    [line.word].flat().map((word) => ({ ...line, word, id: line.id.replace('{word}', word) })),
  )
  const lines = forEach(
    ofWords.map((line) => (isOfOne(line) ? line : forAll(line, each, groups))),
    each,
  )
  const underWay = states.filter((state) => !goals.includes(state))
  const unseen = forEach(hidden, each)
  const looks = states
    .map((from): StepLine => ({ id: `S.${from}`, word: 'status', from, answer: 'show' }))
    .filter(({ id, from }) => !unseen.includes(String(from)) && !lines.some((line) => line.id === id))
  return [...lines, ...looks].map((line) => {
    const { id, word, from, when, to = 'same', do: updates, files, then, counts, resets } = line
    return {
      id,
      on: String(word),
      from: isListed(from) ? from : laterIn(underWay, from),
      ...(when !== undefined && { when }),
      to: typeof to === 'string' ? to : { field: to.back, among: each.map((one) => String(one[to.back])) },
      kind: kindOf(line),
      ...(updates && { updates }),
      ...(files !== undefined && { effects: [{ do: 'change' as const, changes: files }] }),
      ...(then !== undefined && { raises: [then] }),
      ...(counts !== undefined && { counts }),
      ...(resets && { resets }),
    }
  })
}

const isListed = (from: StepLine['from']): from is string | readonly string[] =>
  typeof from === 'string' || !('since' in from || 'after' in from)

const laterIn = (states: readonly string[], from: Exclude<StepLine['from'], string | readonly string[]>) =>
  states.slice('since' in from ? states.indexOf(from.since) : states.indexOf(from.after) + 1)

/** A line with all states that it stands for. */
function forAll(line: StepLine, each: readonly Each[], groups: NonNullable<Steps['groups']>): StepLine {
  const { only, has, except = [], ...step } = line
  if (!isListed(line.from)) return step
  const from = [line.from].flat().flatMap((name) => groups[name] ?? name)
  if (isForEach(from)) return { ...step, from: chosenFrom(each, line).flatMap((one) => saidFor(one, from)) }
  return from.length === 1 ? step : { ...step, from: from.filter((state) => !except.includes(state)) }
}
