import type { Kind, Row } from '../engine/definition'
import { type Chosen, chosenFrom, type Each, forEach, isForEach, saidFor } from './each'

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
  readonly id: string
  readonly word: string | readonly string[]
  readonly from: string | readonly string[]
  /** A fact, by its name. */
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
}

/** The steps of a workflow, as its file has them. */
interface Steps {
  readonly each: readonly Each[]
  readonly states: readonly string[]
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
 * Makes the table of a workflow of its lines. A line that leads nowhere is one row for all states that it names; at the end is
 * a row that shows each state.
 */
export function rowsOf<Effect>(file: Steps): readonly Row<Effect | { do: 'change'; changes: string }>[] {
  const { each, steps } = file
  const lines = steps.map((line) => (isForEach([line.to ?? '', line.then ?? '']) ? line : forAll(line, each)))
  const looks = statesOf(file).map((from): StepLine => ({ id: `S.${from}`, word: 'status', from, answer: 'show' }))
  return [...forEach(lines, each), ...looks].flatMap((line) => {
    const { id, word, from, when, to = 'same', do: updates, files, then } = line
    return [word].flat().map((on) => ({
      id,
      on,
      from,
      ...(when !== undefined && { when }),
      to: typeof to === 'string' ? to : { field: to.back, among: each.map((one) => String(one[to.back])) },
      kind: kindOf(line),
      ...(updates && { updates }),
      ...(files !== undefined && { effects: [{ do: 'change' as const, changes: files }] }),
      ...(then !== undefined && { raises: [then] }),
    }))
  })
}

/** A line with all states that it stands for. */
function forAll(line: StepLine, each: readonly Each[]): StepLine {
  const { only, except, ...step } = line
  const froms = [line.from].flat()
  if (!isForEach(froms)) return line
  return { ...step, from: chosenFrom(each, line).flatMap((one) => saidFor(one, froms)) }
}
