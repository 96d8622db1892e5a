import { type Answer, exitOf } from '../answer/answer'
import { type Audience, asMarkdown } from '../answer/render'
import { exit } from '../failure/failure'
import type { Output } from './command'

/**
 * Puts an answer into the form that was asked for. A terminal dims the AI's part, so that the developer's is what stands out.
 *
 * @param look casts Lumos: eyes see how far the work has come after every spell, an agent where it asks for it
 */
export function outputOf(answer: Answer, audience: Audience = 'both', look?: () => Promise<Answer>): Output {
  const aside = audience === 'both' ? asMarkdown(answer, 'ai') : ''
  return {
    document: { ...answer },
    markdown: asMarkdown(answer, audience),
    ...((aside || audience === 'developer') && {
      terminal: { main: answer.developer, aside, ...(answer.outcome !== 'shown' && { look }) },
    }),
    exitCode: exitOf(answer.outcome),
  }
}

/**
 * What a command says that answers no spell.
 *
 * @param ok whether everything is as it should be; otherwise something was found
 * @param fields what the document says beside what every document says
 */
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
