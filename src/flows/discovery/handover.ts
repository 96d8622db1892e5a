import type { Handover } from '../flow'
import { type Artifacts, textsIn } from './checks'
import { decisionsIn } from './decisions'
import { artifactPath } from './files'
import { titleOf } from './phases'
import type { Plan } from './plan'
import { planDocument } from './plan-document'
import { lineOf, renderArtifact } from './render'

/**
 * Writes what a plan hands over: the context from discovery and clarification, the plan with a box for each criterion
 * and each subtask.
 *
 * @param artifacts by phase; a phase that was skipped has none
 * @param folder of the plan, which the texts name as their source
 */
export function handover(plan: Plan, artifacts: Artifacts, folder: string): Handover {
  const { discovery, clarification, contracts, implementation_plan: work } = artifacts
  const { ambiguities_discovered: _, tools_used: __, ...explored } = discovery ?? {}
  const answered = new Set(textsIn(clarification?.resolved_ambiguities, 'original_question'))
  const open = textsIn(discovery?.ambiguities_discovered, 'question').filter((question) => !answered.has(question))
  const said = (plan.notes ?? []).map(({ phase, text }) => `- On the ${titleOf(phase)}: ${lineOf(text)}`)
  const title = lineOf(plan.title)
  const context = [
    `# ${title}`,
    plan.goal.trim() && lineOf(plan.goal),
    `From the plan \`${plan.task}\`; what it was made of is in \`${folder}/artifacts/\`.`,
    discovery && `## What Is There\n\n${renderArtifact('discovery', explored)}`,
    clarification && `## What Was Decided\n\n${decisionsIn(clarification)}`,
    contracts && `The contracts are in \`${artifactPath(folder, 'contracts')}\`.`,
    said.length > 0 && `## The Developer's Words\n\n${said.join('\n')}`,
    open.length > 0 && `## Open Questions\n\n${open.map((question) => `- ${lineOf(question)}`).join('\n')}`,
  ]
  return {
    title,
    context: `${context.filter(Boolean).join('\n\n')}\n`,
    plan: planDocument(plan, work?.subtasks, artifactPath(folder, 'implementation_plan')),
  }
}
