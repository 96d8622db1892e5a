import { bullets, paragraphs, sections } from '../../markdown/sections'
import { inMarkdown, lineOf } from '../../workflow/artifacts/markdown'
import type { Handover } from '../flow'
import { slug } from '../slug'
import { passedOn } from '../words'
import { type Artifact, listIn } from './artifact'
import { type Artifacts, textsIn } from './checks'
import { criteriaIn, meant } from './coverage'
import { decisionsIn } from './decisions'
import { schemas } from './fields'
import { artifactPath } from './files'
import { titleOf } from './phases'
import type { Plan } from './plan'
import { boxesOf, firstOf, nameOf, planDocument, textOf } from './plan-document'
import { passedOnHeading } from './show'

/**
 * Writes what a plan hands over: the context with its decisions and risks, the plan, and the first subtask as a task.
 *
 * @param artifacts by phase; a phase that was skipped has none
 * @param folder of the plan, which the texts name as their source
 */
export function handover(plan: Plan, artifacts: Artifacts, folder: string): Handover {
  const { discovery, clarification, contracts, implementation_plan: work, validation } = artifacts
  const { ambiguities_discovered: _, tools_used: __, ...explored } = discovery ?? {}
  const answered = new Set(textsIn(clarification?.resolved_ambiguities, 'original_question'))
  const open = textsIn(discovery?.ambiguities_discovered, 'question').filter((question) => !answered.has(question))
  const said = (plan.notes ?? []).map(
    ({ phase, text, typed = false }) => `On the ${titleOf(phase)}, ${passedOn(lineOf(text), typed)}`,
  )
  const title = lineOf(plan.title)
  const risks = [...listIn(work?.risks), ...listIn(validation?.risk_assessment)]
  const context = paragraphs(
    `# ${title}`,
    plan.goal.trim() && lineOf(plan.goal),
    `From the plan \`${plan.task}\`; what it was made of is in \`${folder}/artifacts/\`.`,
    discovery && `## What Is There\n\n${inMarkdown(schemas.discovery, explored)}`,
    clarification && `## What Was Decided\n\n${decisionsIn(clarification)}`,
    contracts && `The contracts are in \`${artifactPath(folder, 'contracts')}\`.`,
    inMarkdown(schemas.validation, { risk_assessment: risks, issues_found: validation?.issues_found }, 2),
    sections(2, [
      [passedOnHeading, bullets(said)],
      ['Open Questions', bullets(open.map(lineOf))],
    ]),
  )
  const first = firstOf(work)
  return {
    title,
    context: `${context}\n`,
    plan: planDocument(plan, artifacts, artifactPath(folder, 'implementation_plan')),
    ...(first && { task: taskDocument(first, plan, artifacts) }),
  }
}

/** The bundle of a subtask, under the headings of a task. */
function taskDocument(subtask: Artifact, plan: Plan, artifacts: Artifacts): string {
  const {
    subtask_id: id,
    title,
    description,
    verify,
    testing,
    acceptance_criteria: _,
    dependencies: __,
    ...work
  } = subtask
  const serves = boxesOf(plan, artifacts).filter(({ ids }) => ids.includes(String(id)))
  const known = serves.map(({ text }) => meant(text))
  const more = criteriaIn(subtask).flatMap(({ text }) => (known.includes(meant(text)) ? [] : [text]))
  const text = paragraphs(
    `---\ntask_name: ${slug(textOf(title)) || slug(String(id)) || 'task'}\n---`,
    `# ${lineOf(nameOf(subtask))}`,
    `## Intent\n\n${serves.map(({ text }) => `- Serves: ${lineOf(text)}`).join('\n')}`,
    textOf(title) && lineOf(textOf(description)),
    `## Steps\n\n${inMarkdown(schemas.implementation_plan, work)}`,
    `## Validation\n\n${inMarkdown(schemas.implementation_plan, { verify, testing, acceptance_criteria: more })}`,
  )
  return `${text}\n`
}
