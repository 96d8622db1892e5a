import { recordsIn } from './artifact'
import { lineOf, renderArtifact } from './render'

/** Each decision with its question and with who made it; then what else was clarified. */
export function decisionsIn(clarification: Readonly<Record<string, unknown>>, depth = 3): string {
  const { resolved_ambiguities: resolved, conversation_log: _, clarification_dialogue: __, ...others } = clarification
  const lines = recordsIn(resolved).map(decisionLine)
  return [lines.join('\n'), renderArtifact('clarification', others, depth)].filter(Boolean).join('\n\n')
}

export function decisionLine(one: Readonly<Record<string, unknown>>): string {
  const { question, decision } = questionAndDecision(one)
  return `- ${question && `**${question}** `}${decision}`
}

/** @returns each as one line: the question, empty if none was kept, and what was decided, with who if it was the agent */
export function questionAndDecision(one: Readonly<Record<string, unknown>>): { question: string; decision: string } {
  const { original_question: question, final_decision: decision, clarification } = one
  const said = typeof decision === 'string' ? decision : typeof clarification === 'string' ? clarification : 'open'
  const risk = typeof one.risk_level === 'string' ? `, ${one.risk_level.toLowerCase()} risk` : ''
  const who = isByAgent(one) ? ` (decided by the agent${risk})` : ''
  return { question: typeof question === 'string' ? lineOf(question) : '', decision: `${lineOf(said)}${who}` }
}

/** Whether an answer is the agent's: the developer left it to the agent, or was not asked. */
export const isByAgent = ({ delegated, human_response: said }: Readonly<Record<string, unknown>>): boolean =>
  delegated === true || typeof said !== 'string' || said.trim() === ''
