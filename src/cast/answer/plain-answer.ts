import { inPlainWords } from '../../workflows/engineer/plain-words'
import type { Answer } from './answer'

/** @returns an answer whose own texts name spells in plain words; few repositories want that, so it loads when they do */
export function plainAnswer(answer: Answer): Answer {
  const { ai, developer, brief, turn, warnings } = answer
  return {
    ...answer,
    ...{ ai: inPlainWords(ai), developer: inPlainWords(developer), warnings: warnings.map(inPlainWords) },
    turn: { ...turn, does: inPlainWords(turn.does) },
    ...(brief && { brief: inPlainWords(brief) }),
  }
}
