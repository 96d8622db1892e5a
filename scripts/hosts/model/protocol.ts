import type { Call } from './step'

/** A tool in any protocol: Gemini lists functions in one, Codex those of a namespace. */
export interface Tool {
  readonly name?: string
  readonly type?: string
  readonly namespace?: string
  readonly function?: { readonly name: string }
  readonly functionDeclarations?: readonly { readonly name: string }[]
  readonly tools?: readonly Tool[]
}

/** A message, or what came of a tool. */
export type Item = Readonly<
  Partial<Record<'role' | 'type', string>> & Partial<Record<'content' | 'output' | 'parts', unknown>>
>

/** A request, in any protocol. */
export interface Body {
  readonly model?: string
  readonly tools?: readonly Tool[]
  readonly messages?: readonly Item[]
  readonly contents?: readonly Item[]
  readonly input?: readonly (Item & Pick<Tool, 'tools'>)[]
}

/** A text, a call of a tool, or both; the number of the request makes its ids. */
export interface Answer {
  readonly id: number
  readonly text?: string
  readonly call?: Call | undefined
}

/** One way of asking a model; all hosts ask for a stream. */
export interface Protocol {
  /** The end of the address. */
  readonly path: RegExp
  /** The names of the host's tools; none where it wants a title or a summary. */
  readonly offered: (body: Body) => readonly string[]
  readonly events: (body: Body, answer: Answer) => readonly Event[]
}

/** With a name where the protocol has some. */
export type Event = readonly [name: string, data: unknown]
