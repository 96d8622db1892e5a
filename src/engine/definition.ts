/** What the reducer knows about the world: plain values, read once before it is called. */
export type Facts = Readonly<Record<string, boolean | number | string>>

/** What a workflow remembers beside its state: plain JSON. */
export type Context = Readonly<Record<string, unknown>>

/** What an event brings with it, checked before it comes here: plain JSON. */
export type Payload = Readonly<Record<string, unknown>>

/**
 * What a row means for the one who cast:
 * `advance` goes on, `stay` does something without leaving, `no-op` finds nothing to do, `block` refuses,
 * `invalid` refuses what the event brought, `confirm` asks first, `missing` enters an error state, `show` only tells.
 */
export type Kind = 'advance' | 'stay' | 'no-op' | 'block' | 'invalid' | 'confirm' | 'missing' | 'show'

const changesNothing: readonly Kind[] = ['block', 'invalid', 'no-op', 'show']

/** @returns whether casting would do something: neither blocked nor a no-op, nor only looking */
export const isAvailable = (kind: Kind): boolean => !changesNothing.includes(kind)

/** The event with which a router is asked. */
export const always = 'always'

/** One state, all whose name begins alike (`loop.*`), or any (`*`). */
export type Pattern<State extends string> = State | `${string}.*` | '*'

/** Where a row starts. */
export type From<State extends string> =
  | Pattern<State>
  | readonly Pattern<State>[]
  | { readonly except: readonly Pattern<State>[] }

/** Where a row leads: a state, nowhere, or to the state that a field of the context names. */
export type To<State extends string> = State | 'same' | { readonly field: string; readonly among: readonly State[] }

/** One line of a workflow's table. `when` absent means always, `effects` absent means none. */
export interface Row<
  Effect = unknown,
  State extends string = string,
  Event extends string = string,
  Guard extends string = string,
  Update extends string = string,
> {
  /** Also the name of the row's text. Rows that say the same share an id. */
  readonly id: string
  readonly from: From<State>
  readonly on: Event
  readonly when?: Guard
  readonly to: To<State>
  readonly kind: Kind
  /** What is to be done, as data; the engine never looks inside. */
  readonly effects?: readonly Effect[]
  /** A number in the context that goes up by one. */
  readonly counts?: string
  /** Numbers in the context that begin anew. */
  readonly resets?: readonly string[]
  /** Names of what becomes of the context, in their order, after it has counted. */
  readonly updates?: readonly Update[]
  /** Events that follow this one before anything else happens; one that no row takes is gone. */
  readonly raises?: readonly Event[]
}

/** A rule that every step of one workflow keeps, beyond those that hold for all workflows. */
export interface Law<State extends string, Event extends string> {
  readonly name: string
  holds(step: { from: State; to: State; on: Event; kind: Kind; facts: Facts }): boolean
}

/** A bound on going round in circles: within these states every circle counts, and never beyond the most. */
export interface Cap<State extends string, Event extends string> {
  /** A number in the context, and the fact of the same name. */
  readonly counter: string
  /** Absent where a fact says that it is enough, as with a limit that a person can raise. */
  readonly most?: number
  readonly within: readonly Pattern<State>[]
  /** Events that somebody decides on, each time anew. */
  readonly free?: readonly Event[]
  /** Counters of smaller circles within, each with a cap of its own; nothing but a circle that counts begins them anew. */
  readonly inner?: readonly string[]
  /** Rows that only keep what is brought, and lead nowhere. */
  readonly still?: readonly string[]
}

/** Declared as a method, so that each workflow may say what its own context and payload look like. */
export type Update = { bivariant(context: Context, payload: Payload, state: string): Context }['bivariant']

/** A workflow as data. Of the rows that match, the first one answers: their order is meaning. */
export interface Definition<
  Effect = unknown,
  State extends string = string,
  Event extends string = string,
  Guard extends string = string,
  Name extends string = string,
> {
  readonly name: string
  /** With several regions: the first state of each, in their order, with ` + ` between them. */
  readonly initial: string
  readonly states: readonly State[]
  /** The states and routers of regions that run side by side, by the name of the region. Absent: all are one. */
  readonly regions?: Readonly<Record<string, readonly NoInfer<State>[]>>
  /** States that are left as soon as they are entered, by their rows on `always`. They are never stored. */
  readonly routers?: readonly State[]
  /** States in which nothing more can be done. */
  readonly terminals?: readonly NoInfer<State>[]
  /** States that say "something is missing"; only rows of kind `missing` lead into them. */
  readonly errors: readonly NoInfer<State>[]
  /** The states of which one must stay within reach from everywhere. */
  readonly goal: NoInfer<State> | readonly NoInfer<State>[]
  readonly events: readonly NoInfer<Event>[]
  readonly guards: Readonly<Record<Guard, (facts: Facts) => boolean>>
  /** What becomes of the context: from it, from what the event brings, and from the state before. */
  readonly updates?: Readonly<Record<Name, Update>>
  /** In their order. */
  readonly rows: readonly Row<Effect, NoInfer<State>, Event, NoInfer<Guard>, NoInfer<Name>>[]
  /** Every value that a fact can take; for a number, as many as any guard tells apart. */
  readonly domain: Readonly<Record<string, readonly (boolean | number | string)[]>>
  /** The facts that an event brings with it: somebody chooses them. */
  readonly brought?: readonly string[]
  /** Whether the facts can be true together. */
  readonly possible: (facts: Facts) => boolean
  readonly laws: readonly Law<NoInfer<State>, NoInfer<Event>>[]
  readonly caps?: readonly Cap<NoInfer<State>, NoInfer<Event>>[]
  /** What earlier tables called otherwise: the name of then, and that of today. No old name is ever used again. */
  readonly renamed?: {
    readonly rows?: Readonly<Record<string, string>>
    readonly states?: Readonly<Record<string, NoInfer<State>>>
  }
  /** What earlier tables had and this one has not, under the names of then. */
  readonly gone?: { readonly states?: readonly string[]; readonly edges?: readonly PastEdge[] }
}

/**
 * @param definition one whose parts fit each other: a state, an event, a guard or an update that is not there and that a
 *   row, a law or a cap names does not compile
 * @returns the same as all workflows have it: what its names are is known no more
 */
export const defineWorkflow = <
  Effect,
  const State extends string,
  Event extends string,
  Guard extends string,
  Name extends string = never,
>(
  definition: Definition<Effect, State, Event, Guard, Name>,
): Definition<Effect> => definition

/** A step that an earlier table made. */
export interface PastEdge {
  readonly from: string
  readonly on: string
  readonly to: string
}
