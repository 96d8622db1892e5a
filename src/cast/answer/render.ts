import type { Output } from '../../cli/command'
import { exit, Failure } from '../../text/failure'
import { inline, sentence } from '../../text/markdown-parts'
import { type Answer, exitOf } from './answer'

export type Audience = 'ai' | 'developer' | 'both'

/** Joins both parts of an answer, the AI's first, each with its heading. */
export function asMarkdown({ ai, developer }: Pick<Answer, 'ai' | 'developer'>, audience: Audience): string {
  const forAi = `## Response to the AI\n\n${ai}\n`
  const forDeveloper = `## Response to the Developer\n\n${developer}\n`
  return { ai: forAi, developer: forDeveloper, both: `${forAi}\n${forDeveloper}` }[audience]
}

/** An error, as `--json` prints it. */
export interface ErrorDocument {
  readonly schemaVersion: 1
  readonly kind: 'error'
  readonly ok: false
  readonly code: string
  readonly message: string
  readonly fix: string
  /** The problems with their places, if there are several. */
  readonly details?: readonly string[]
  readonly warnings: readonly string[]
}

export const errorDocument = ({ code, message, fix, details = [] }: Failure): ErrorDocument => ({
  schemaVersion: 1,
  kind: 'error',
  ok: false,
  code,
  message,
  fix,
  ...(details.length > 0 && { details }),
  warnings: [],
})

/** @returns the text of a failure: the problem, its place, and the command that fixes it */
export const failureText = ({ message, fix, details = [] }: Failure): string =>
  [`spell: ${inline(message)}`, ...details.map((detail) => `  - ${inline(detail)}`), `  fix: ${inline(fix)}\n`].join(
    '\n',
  )

/** @returns a thrown value as a failure; an unknown error becomes `unexpected` */
export function failureFrom(error: unknown): Failure {
  if (error instanceof Failure) return error
  const message = `Something went wrong: ${sentence(String((error as Error)?.message ?? error))}`
  return new Failure(exit.system, 'unexpected', message, 'spell lumos --debug', { cause: error })
}

/**
 * Formats an answer. In a terminal a person reads the developer's part alone, unless both are asked for: then the AI's is dimmed
 * above it.
 */
export function outputOf(answer: Answer, audience?: Audience): Output {
  return {
    document: { ...answer },
    markdown: asMarkdown(answer, audience ?? 'both'),
    words: (text) => text,
    ...(audience !== 'ai' && {
      terminal: { main: answer.developer, aside: audience === 'both' ? asMarkdown(answer, 'ai') : '' },
    }),
    exitCode: exitOf(answer.outcome),
  }
}
