import type { Facts } from '../engine/definition'
import { rowsOn } from '../engine/place'
import { answer } from '../engine/reduce'
import { fill } from '../text/markdown-parts'
import type { Workflow } from './flow'
import type { Turn } from './turn'

/** The text of one row, from `templates/<workflow>/states/`, or of another command, from `commands.md`. */
export interface RowText {
  /** The effect of a cast, for `advance`, `stay`, `missing` and `confirm`. */
  readonly summary?: string
  /** The condition under which it will be possible; follows the word "once". */
  readonly once?: string
  /** The reason for having no effect, for `block` and `no-op`. */
  readonly because?: string
  /** Only for `invalid`. */
  readonly refusal?: Readonly<Record<'code' | 'problem' | 'fix', string>>
  /** What the agent may write now, as Markdown. */
  readonly writes?: readonly string[]
  readonly tip?: boolean
  readonly ai?: string
  /** The same without what need not be told twice; absent if all of it has to be. */
  readonly again?: string
  readonly happened?: string
  /** Only in a Lumos row: the title of the state. */
  readonly title?: string
  /** Only in a Lumos row: the description of the state. */
  readonly where?: string
  readonly next?: string
}

/** The wording that all answers of a workflow share. */
export interface AnswerWords {
  /** An event in a list: `{{event}}` as it is typed, `{{spell}}` capitalised, `{{plain}}` its plain word. */
  readonly name: string
  /** A shorter form for a list of several. */
  readonly short?: string
  /** One that cannot be used, with `{{because}}`. */
  readonly closed: string
  /** Headings. */
  readonly available: string
  readonly unavailable: string
  readonly choices: string
  readonly list: string
  /** Sentences with `{{because}}` for a spell that is not possible, or had no effect. */
  readonly refused: string
  readonly idle: string
}

/** Looks texts up by name; a Map is one. */
export interface Lookup<T> {
  get(name: string): T | undefined
}

export interface Texts {
  readonly rows: Lookup<RowText>
  /** The default AI's part of a `block` and of a `no-op`. */
  readonly kinds: Readonly<Record<string, string>>
  /** The content of each file that can be created, by its path relative to the root. */
  readonly files: Lookup<string>
  /** The SHA-256 of each of them, as 64 hexadecimal digits; computed at build time to save time in a cast. */
  readonly digests: Readonly<Record<string, string>>
  readonly words: AnswerWords
  /** The possible values of a placeholder, by the fact that decides it. */
  readonly phrases: Readonly<Record<string, string>>
  readonly header: string
  readonly brief: string
  readonly tip: string
  readonly rules: string
}

type OfAnswer = 'ok' | 'outcome' | 'row' | 'from' | 'to' | 'ai' | 'developer' | 'spells' | 'turn' | 'files'

/** Parts of sentences for placeholders, by name. */
export type Phrases = Readonly<Record<string, string>>

/** @returns the phrase of a name, with these values; empty where it does not hold */
export type Say = (name: string, isTrue?: boolean) => string
export const saying =
  (phrases: Phrases, values: Readonly<Record<string, unknown>>): Say =>
  (name, isTrue = true) =>
    isTrue ? fill(phrases[name] ?? '', values) : ''

/** What a workflow adds to an answer, besides its texts. */
export interface AnswerExtras {
  /** Values for the placeholders of the texts, in addition to the facts. */
  readonly values?: Readonly<Record<string, string>>
  readonly warnings?: readonly string[]
  /** What is not understood in the plan, with its place and a right form: the developer reads it, and the agent, who writes the plan. */
  readonly faults?: readonly string[]
  /** The current situation as Markdown; for a look, the work and its progress. */
  readonly overview?: string
  /** Texts by other people for the AI, each with a heading. */
  readonly quotes?: readonly { readonly heading: string; readonly text: string }[]
  readonly shown?: readonly string[]
  /** Events that the developer's lists leave out, and those that the agent's reminder does: another casts them. */
  readonly leftOut?: { readonly developer?: readonly string[]; readonly agent?: readonly string[] }
  /**
   * `familiar`: rules and list of commands were told before. `again`: what the state asks, too, of another part of the
   * work. `small`: only what happened is said.
   */
  readonly brevity?: 'familiar' | 'again' | 'small' | undefined
  /** The key files that are not worth listing: there is nothing in them, and nothing to come. */
  readonly unlisted?: readonly string[]
  /** Who acts next, where that is something else than the state says. */
  readonly turn?: Turn | undefined
  /** Whether the piece of work no longer exists. */
  readonly isGone?: boolean
  /** Further fields of the JSON document, which cannot replace the answer's fields. */
  readonly fields?: Readonly<Record<string, unknown>> & { readonly [Own in OfAnswer]?: never }
}

/** @returns the text of the row with which a state answers the looking spell; without facts, one that has its title. */
export function placeOf({ definition, look }: Workflow, state: string, texts: Texts, facts?: Facts): RowText {
  const isAlways = (row: { readonly when?: unknown }) => row.when === undefined
  const row = facts ? answer(definition, state, look, facts) : rowsOn(definition, state, look).find(isAlways)
  return (row && texts.rows.get(row.id)) ?? {}
}

/** @returns the wording that all answers share of a workflow whose events are said as its commands */
export const commandWords = (workflow: string): AnswerWords => ({
  name: `\`spell ${workflow} {{event}}\``,
  short: '`{{event}}`',
  closed: '`{{event}}` ({{because}})',
  available: 'What Can Be Done Now',
  unavailable: 'What Cannot Be Done Now',
  choices: 'What Can Be Chosen',
  list: 'Links',
  refused: `\`spell ${workflow} {{event}}\` cannot be used right now: {{because}}.`,
  idle: `\`spell ${workflow} {{event}}\` had no effect: {{because}}.`,
})

/** @returns what is said there when a step was taken back */
export const undoText = (workflow: string): RowText => ({
  summary: 'takes back the last step',
  happened: `The last step, \`spell ${workflow} {{verb}}\`, was taken back.`,
  ai: `1. The last step was taken back: forget what it asked of you.\n2. Run \`spell ${workflow} status --for ai\`, and build only on what it shows. Touch nothing that was set aside.`,
})
