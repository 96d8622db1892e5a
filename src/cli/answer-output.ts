import { type Answer, exitOf } from '../answer/answer'
import { type Audience, asMarkdown } from '../answer/render'
import type { Output } from './command'

/**
 * Puts an answer into the form that was asked for. Markdown has the AI's part first; a terminal has the developer's part
 * first.
 *
 * @param tells whether also a look has a part for the AI
 */
export function outputOf(answer: Answer, audience: Audience = 'both', tells = false): Output {
  const aside = audience === 'both' && (tells || answer.outcome !== 'shown') ? asMarkdown(answer, 'ai', tells) : ''
  return {
    document: { ...answer },
    markdown: asMarkdown(answer, audience, tells),
    ...((aside || audience === 'developer') && { terminal: { main: answer.developer, aside } }),
    exitCode: exitOf(answer.outcome),
  }
}
