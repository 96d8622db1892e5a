import { type Answer, exitOf } from '../answer/answer'
import { type Audience, asMarkdown } from '../answer/render'
import { exit } from '../failure/failure'
import type { Output } from './command'

/** Formats an answer. A terminal dims the AI's part, and shows the progress after every spell, which `look` casts. */
export function outputOf(answer: Answer, audience: Audience = 'both', look?: () => Promise<Answer>): Output {
  const aside = audience === 'both' ? asMarkdown(answer, 'ai') : ''
  return {
    document: { ...answer },
    markdown: asMarkdown(answer, audience),
    ...((aside || audience === 'developer') && {
      terminal: {
        main: answer.developer,
        aside,
        ...(answer.outcome !== 'shown' ? { look } : answer.spell === 'lumos' && { shown: answer }),
      },
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
