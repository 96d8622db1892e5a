import { type Artifact, recordsIn, textsOf } from './artifact'
import type { Phase } from './phases'
import { lineOf, renderArtifact } from './render'

/** Each decision with its question, and the words it rests on or that the agent made it; then what else was clarified. */
export function decisionsIn(clarification: Artifact, depth = 3, whose = 'The developer'): string {
  const {
    resolved_ambiguities: resolved,
    decisions,
    conversation_log: _,
    clarification_dialogue: __,
    ...others
  } = clarification
  const lines = decisionsOf({ resolved_ambiguities: resolved, decisions }).map((one) => decisionLine(one, whose))
  const heading = lines.length > 0 && `${'#'.repeat(depth)} Decisions\n\n${lines.join('\n')}`
  return [heading, renderArtifact('clarification', others, depth)].filter(Boolean).join('\n\n')
}

/** Those on questions, and the others, which have no words of the developer. */
export const decisionsOf = ({ resolved_ambiguities: resolved, decisions }: Artifact): readonly Artifact[] => [
  ...recordsIn(resolved),
  ...textsOf(decisions).map((text) => ({ final_decision: text })),
]

/** Renders an artifact as its reviewers read it. */
export const toRead = (phase: Phase, artifact: Artifact, depth = 3, whose?: string): string =>
  phase === 'clarification' ? decisionsIn(artifact, depth, whose) : renderArtifact(phase, artifact, depth)

/** @param whose the words of the developer are, for who reads it */
export function decisionLine(one: Artifact, whose: string): string {
  const { question, decision } = questionAndDecision(one, whose)
  return `- ${question && `**${question}** `}${decision}`
}

/** @returns each as one line: the question, empty if none was kept, and what was decided, with who decided */
export function questionAndDecision(one: Artifact, whose = 'The developer'): { question: string; decision: string } {
  const { original_question: question, final_decision: decision, clarification } = one
  const said = typeof decision === 'string' ? decision : typeof clarification === 'string' ? clarification : 'open'
  const risk = typeof one.risk_level === 'string' ? `, ${one.risk_level.toLowerCase()} risk` : ''
  const who = isByAgent(one) ? ` (the agent decided${risk})` : ` (${whose}: “${lineOf(String(one.human_response))}”)`
  return { question: typeof question === 'string' ? lineOf(question) : '', decision: `${lineOf(said)}${who}` }
}

/** Whether an answer is the agent's: the developer left it to the agent, or was not asked. */
export const isByAgent = ({ delegated, human_response: said }: Artifact): boolean =>
  delegated === true || typeof said !== 'string' || said.trim() === ''
