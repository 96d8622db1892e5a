/** The world as the reducer sees it: plain values, read once before the call. */
export type Facts = Readonly<Record<string, boolean | number | string>>

/** What a workflow remembers besides its state: plain JSON. */
export type Context = Readonly<Record<string, unknown>>

/** The input of an event, validated before: plain JSON. */
export type Payload = Readonly<Record<string, unknown>>

/**
 * What a row means to the caster: `advance` moves on, `stay` does something in the same state, `no-op` has nothing to
 * do, `block` refuses, `invalid` rejects the payload, `confirm` asks first, `missing` enters an error state, `show`
 * only shows.
 */
export type Kind = 'advance' | 'stay' | 'no-op' | 'block' | 'invalid' | 'confirm' | 'missing' | 'show'

/** What came of an event, as answers name it. */
export type Outcome = 'advanced' | 'stayed' | 'blocked' | 'confirm' | 'missing' | 'shown'

const changesNothing: readonly Kind[] = ['block', 'invalid', 'no-op', 'show']

/** @returns whether casting has an effect: not for a block, a no-op or a look */
export const isAvailable = (kind: Kind): boolean => !changesNothing.includes(kind)

/** The event that a router is answered with. */
export const always = 'always'

/** One state, all states with a prefix (`loop.*`), or any (`*`). */
export type Pattern<State extends string> = State | `${string}.*` | '*'

type From<State extends string> =
  | Pattern<State>
  | readonly Pattern<State>[]
  | { readonly except: readonly Pattern<State>[] }

/** The target of a row: a state, the same state, or the state named by a field of the context. */
export type To<State extends string> = State | 'same' | { readonly field: string; readonly among: readonly State[] }

/** One row of a workflow's table. Without `when` it always matches, without `effects` it has none. */
export interface Row<
  Effect = unknown,
  State extends string = string,
  Event extends string = string,
  Guard extends string = string,
  Update extends string = string,
> {
  /** Also the name of the row's text. Rows with the same text share an id. */
  readonly id: string
  readonly from: From<State>
  readonly on: Event
  readonly when?: Guard
  readonly to: To<State>
  readonly kind: Kind
  /** Effects as data; the engine does not interpret them. */
  readonly effects?: readonly Effect[]
  /** A counter in the context that is incremented. */
  readonly counts?: string
  /** Counters in the context that are reset. */
  readonly resets?: readonly string[]
  /** Names of the updates of the context, applied in order after counting. */
  readonly updates?: readonly Update[]
  /** Events that are handled right after this one; an event that no row takes is dropped. */
  readonly raises?: readonly Event[]
}

/** A rule that every step of one workflow must keep, in addition to the general ones. */
export interface Law<State extends string, Event extends string> {
  readonly name: string
  holds(step: { from: State; to: State; on: Event; kind: Kind; facts: Facts }): boolean
}

/** A bound on loops: every loop within these states increments the counter, which never exceeds the maximum. */
export interface Cap<State extends string, Event extends string> {
  /** A counter in the context, and the fact of the same name. */
  readonly counter: string
  /** Absent if a fact holds the limit, such as one that a user can raise. */
  readonly most?: number
  readonly within: readonly Pattern<State>[]
  /** Events that the user decides on each time; they need not count. */
  readonly free?: readonly Event[]
  /** Counters of inner loops, each with a separate cap; only a step that counts may reset them. */
  readonly inner?: readonly string[]
  /** Rows that only store the payload, and stay in the same state. */
  readonly still?: readonly string[]
}

/** Declared as a method, so that each workflow may narrow the types of its context and payload. */
export type Update = { bivariant(context: Context, payload: Payload, state: string): Context }['bivariant']

/** A workflow as data. Order matters: the first matching row answers. */
export interface Definition<
  Effect = unknown,
  State extends string = string,
  Event extends string = string,
  Guard extends string = string,
  Name extends string = string,
> {
  readonly name: string
  /** With several regions: the first state of each in order, joined by ` + `. */
  readonly initial: string
  readonly states: readonly State[]
  /** The states and routers of parallel regions, by region name. Absent: there is one region. */
  readonly regions?: Readonly<Record<string, readonly NoInfer<State>[]>>
  /** States that are left at once, by their rows on `always`. They are never stored. */
  readonly routers?: readonly State[]
  readonly terminals?: readonly NoInfer<State>[]
  /** States that report something missing; only rows of kind `missing` lead into them. */
  readonly errors: readonly NoInfer<State>[]
  /** The states of which at least one must be reachable from everywhere. */
  readonly goal: NoInfer<State> | readonly NoInfer<State>[]
  readonly events: readonly NoInfer<Event>[]
  readonly guards: Readonly<Record<Guard, (facts: Facts) => boolean>>
  /** New contexts, computed from the old one, the payload, and the previous state. */
  readonly updates?: Readonly<Record<Name, Update>>
  readonly rows: readonly Row<Effect, NoInfer<State>, Event, NoInfer<Guard>, NoInfer<Name>>[]
  /** Every value that a fact can take; for a number, as many as the guards distinguish. */
  readonly domain: Readonly<Record<string, readonly (boolean | number | string)[]>>
  /** The facts that come from an event's payload, so the caller chooses them. */
  readonly brought?: readonly string[]
  readonly possible: (facts: Facts) => boolean
  readonly laws: readonly Law<NoInfer<State>, NoInfer<Event>>[]
  readonly caps?: readonly Cap<NoInfer<State>, NoInfer<Event>>[]
  /** Names that earlier tables used: the old name, and the current one. An old name is never reused. */
  readonly renamed?: {
    readonly rows?: Readonly<Record<string, string>>
    readonly states?: Readonly<Record<string, NoInfer<State>>>
  }
  /** Names that earlier tables had and this one has not. */
  readonly gone?: { readonly states?: readonly string[]; readonly edges?: readonly PastEdge[] }
}

/**
 * @param definition a row, law or cap that names an unknown state, event, guard or update does not compile
 * @returns the definition in the type that all workflows share, without its literal names
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

/** A step in the names of an earlier table. */
interface PastEdge {
  readonly from: string
  readonly on: string
  readonly to: string
}
