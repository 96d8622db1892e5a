import type { Call } from './step'

/** A tool in any protocol: Gemini lists functions in one, Codex those of a namespace. */
export interface Tool {
  readonly name?: string
  readonly type?: string
  readonly namespace?: string
  readonly function?: { readonly name: string }
  readonly functionDeclarations?: readonly Tool[]
  readonly tools?: readonly Tool[]
}

/** A message, or what came of a tool. */
export interface Item {
  readonly role?: string
  readonly type?: string
  readonly content?: unknown
  readonly output?: unknown
  readonly parts?: unknown
  readonly tools?: readonly Tool[]
}

/** A request, in any protocol. */
export interface Body {
  readonly model?: string
  readonly stream?: boolean
  readonly tools?: readonly Tool[]
  readonly messages?: readonly Item[]
  readonly contents?: readonly Item[]
  readonly input?: readonly Item[] | string
  readonly generationConfig?: { readonly responseMimeType?: string }
}

/** What the model says; the number of the request makes its ids. */
export interface Answer {
  readonly id: number
  readonly text?: string
  readonly call?: Call | undefined
}

/** The events of a stream, with their names where the protocol has some. */
export type Events = readonly (readonly [name: string, data: unknown])[]

/** One way of asking a model. */
export interface Protocol {
  /** The end of the address. */
  readonly path: RegExp
  readonly offered: (body: Body) => readonly string[]
  /** What is said where the host offers no tool: it wants a title, a summary or a choice. */
  readonly aside: (body: Body) => string
  /** @returns the whole answer, and the same as events */
  readonly answer: (body: Body, answer: Answer) => { readonly whole: object; readonly events: Events }
}
