/** What the reducer knows about the world: plain values, read once before it is called. */
export type Facts = Readonly<Record<string, boolean | number | string>>

/**
 * What a row means for the one who cast:
 * `advance` goes on, `stay` does something without leaving, `no-op` finds nothing to do, `block` refuses,
 * `confirm` asks first, `missing` enters an error state, `show` only tells.
 */
export type Kind = 'advance' | 'stay' | 'no-op' | 'block' | 'confirm' | 'missing' | 'show'

/** One line of a workflow's table. `when` absent means always, `effects` absent means none. */
export interface Row<State extends string, Event extends string, Guard extends string, Effect> {
  /** Also the name of the row's text. Rows that say the same share an id. */
  readonly id: string
  readonly from: State | readonly State[]
  readonly on: Event
  readonly when?: Guard
  readonly to: State | 'same'
  readonly kind: Kind
  /** What is to be done, as data; the engine never looks inside. */
  readonly effects?: readonly Effect[]
}

/** A rule that every step of one workflow keeps, beyond those that hold for all workflows. */
export interface Law<State extends string, Event extends string> {
  readonly name: string
  holds(step: { from: State; to: State; on: Event; kind: Kind; facts: Facts }): boolean
}

/** A workflow as data. Of the rows that match, the first one answers: their order is meaning. */
export interface Definition<
  State extends string = string,
  Event extends string = string,
  Guard extends string = string,
  Effect = unknown,
> {
  readonly name: string
  readonly initial: State
  readonly states: readonly State[]
  /** States that say "something is missing"; only rows of kind `missing` lead into them. */
  readonly errors: readonly State[]
  /** The state that must stay within reach from everywhere. */
  readonly goal: State
  readonly events: readonly Event[]
  readonly guards: Readonly<Record<Guard, (facts: Facts) => boolean>>
  readonly rows: readonly Row<State, Event, Guard, Effect>[]
  /** Every value that a fact can take; for a number, as many as any guard tells apart. */
  readonly domain: Readonly<Record<string, readonly (boolean | number | string)[]>>
  /** Whether the facts can be true together. */
  readonly possible: (facts: Facts) => boolean
  readonly laws: readonly Law<State, Event>[]
}
