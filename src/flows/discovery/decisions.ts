import { paragraphs, sections } from '../../markdown/sections'
import { inMarkdown, lineOf } from '../../workflow/artifacts/markdown'
import { passedOn } from '../words'
import { type Artifact, recordsIn, textsOf } from './artifact'
import { schemas } from './fields'
import type { Phase } from './phases'

/** Each decision with its question, and the words that the agent passes on for it or that the agent made it; then what else was clarified. */
export function decisionsIn(clarification: Artifact, depth = 3): string {
  const {
    resolved_ambiguities: resolved,
    decisions,
    conversation_log: _,
    clarification_dialogue: __,
    ...others
  } = clarification
  const lines = decisionsOf({ resolved_ambiguities: resolved, decisions }).map(decisionLine)
  return paragraphs(
    sections(depth, [['Decisions', lines.join('\n')]]),
    inMarkdown(schemas.clarification, others, depth),
  )
}

/** Those on questions, and the others, which have no words of the developer. */
export const decisionsOf = ({ resolved_ambiguities: resolved, decisions }: Artifact): readonly Artifact[] => [
  ...recordsIn(resolved),
  ...textsOf(decisions).map((text) => ({ final_decision: text })),
]

/** Renders an artifact as its reviewers read it. */
export const toRead = (phase: Phase, artifact: Artifact, depth = 3): string =>
  phase === 'clarification' ? decisionsIn(artifact, depth) : inMarkdown(schemas[phase], artifact, depth)

export function decisionLine(one: Artifact): string {
  const { question, decision } = questionAndDecision(one)
  return `- ${question && `**${question}** `}${decision}`
}

/** @returns each as one line: the question, empty if none was kept, and what was decided, with who decided */
export function questionAndDecision(one: Artifact): { question: string; decision: string } {
  const { original_question: question, final_decision: decision, clarification } = one
  const said = typeof decision === 'string' ? decision : typeof clarification === 'string' ? clarification : 'open'
  const risk = typeof one.risk_level === 'string' ? `, ${one.risk_level.toLowerCase()} risk` : ''
  const who = isByAgent(one)
    ? ` (the agent decided${risk})`
    : ` (${passedOn(lineOf(String(one.human_response)), false)})`
  return { question: typeof question === 'string' ? lineOf(question) : '', decision: `${lineOf(said)}${who}` }
}

/** Whether an answer is the agent's: the developer left it to the agent, or was not asked. */
export const isByAgent = ({ delegated, human_response: said }: Artifact): boolean =>
  delegated === true || typeof said !== 'string' || said.trim() === ''
