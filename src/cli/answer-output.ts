import { type Answer, exitOf } from '../cast/answer/answer'
import { type Audience, asMarkdown } from '../cast/answer/render'
import { exit } from '../text/failure'
import type { Output } from './command'

/**
 * Formats an answer. In a terminal a person reads the developer's part alone, unless both are asked for: then the AI's is dimmed
 * above it.
 */
export function outputOf(answer: Answer, audience?: Audience): Output {
  return {
    document: { ...answer },
    markdown: asMarkdown(answer, audience ?? 'both'),
    isNamed: true,
    ...(audience !== 'ai' && {
      terminal: { main: answer.developer, aside: audience === 'both' ? asMarkdown(answer, 'ai') : '' },
    }),
    exitCode: exitOf(answer.outcome),
  }
}

/** The output of a command that is no spell: not `ok` if it has found something; `fields` are those of its kind. */
export const documentOutput = (
  kind: string,
  ok: boolean,
  fields: object,
  markdown = '',
  warnings: readonly string[] = [],
): Output => ({
  document: { schemaVersion: 1, kind, ok, ...fields, warnings },
  markdown,
  exitCode: ok ? exit.done : exit.found,
})
