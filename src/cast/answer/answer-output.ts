import type { Output } from '../../cli/command'
import { type Answer, exitOf } from './answer'
import { type Audience, asMarkdown } from './render'

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
