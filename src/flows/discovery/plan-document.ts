import { isRecord } from '../../failure/json'
import { inline } from '../../markdown/code'
import { listIn } from './artifact'
import type { Plan } from './plan'
import { type Criterion, criterionIn, verificationItem } from './verification'

/**
 * Writes a verified plan as a plan for the six spells: a box for each criterion and each subtask, and under it the
 * commands that show it.
 *
 * @param subtasks as the artifact of the implementation plan has them
 * @param artifact the path of that artifact, which has what a subtask needs
 */
export function planDocument(plan: Plan, subtasks: unknown, artifact: string): string {
  const boxes = plan.acceptance_criteria.map(criterionIn).map(box)
  return [
    `# ${lineOf(plan.title)}`,
    plan.goal.trim() && `Goal: ${lineOf(plan.goal)}`,
    `What each subtask needs to know is in \`${artifact}\`.`,
    boxes.length > 0 && `## Acceptance Criteria\n\n${boxes.join('\n')}`,
    ...listIn(subtasks).filter(isRecord).map(subtaskSection),
  ]
    .filter(Boolean)
    .join('\n\n')
    .concat('\n')
}

function subtaskSection(subtask: Readonly<Record<string, unknown>>): string {
  const { subtask_id: id, title, description, location, verify, acceptance_criteria: criteria } = subtask
  const name = [textOf(id), textOf(title) || textOf(description)].filter(Boolean).join(': ')
  const own: Criterion = { text: name, verify: textOf(verify) }
  const boxes = [own, ...listIn(criteria).map(textOf).filter(Boolean).map(criterionIn)].map(box)
  const where = textOf(location)
  return [`## ${lineOf(name)}`, where && `Where: ${lineOf(where)}`, boxes.join('\n')].filter(Boolean).join('\n\n')
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** A foreign text as part of a line, which begins no comment. */
const lineOf = (text: string): string => inline(text).trim().replaceAll('<!--', '\\<!--')

const box = ({ text, verify }: Criterion): string =>
  [`- [ ] ${lineOf(text)}`, ...(verify === '' ? [] : [`  ${verificationItem(verify)}`])].join('\n')
