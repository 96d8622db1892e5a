import { code, inline } from '../../markdown/code'
import { saidCommand } from '../../proof/criteria/said-command'
import { listIn, recordsIn } from './artifact'
import type { Plan } from './plan'

/**
 * Writes a verified plan as a plan for the six spells: a box for each criterion and each subtask, and under it the
 * commands that show it.
 *
 * @param artifact the path of the artifact that has what a subtask needs
 */
export function planDocument(plan: Plan, subtasks: unknown, artifact: string): string {
  const boxes = plan.acceptance_criteria.map(criterionIn).map(box)
  return [
    `# ${lineOf(plan.title)}`,
    plan.goal.trim() && `Goal: ${lineOf(plan.goal)}`,
    `What each subtask needs to know is in \`${artifact}\`.`,
    boxes.length > 0 && `## Acceptance Criteria\n\n${boxes.join('\n')}`,
    ...recordsIn(subtasks).map(subtaskSection),
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

export interface Criterion {
  readonly text: string
  readonly verify: string
}

/** Reads `text (verify: how)`; without it `verify` is empty. */
export function criterionIn(said: string): Criterion {
  const line = inline(said).trim()
  const at = line.toLowerCase().lastIndexOf('(verify:')
  if (at <= 0 || !line.endsWith(')')) return { text: line, verify: '' }
  return { text: line.slice(0, at).trim(), verify: line.slice(at + '(verify:'.length, -1).trim() }
}

/** Writes how a criterion is verified as an item below it: a command after `run:` or `shell:`, everything else as prose. */
export function verificationItem(verify: string): string {
  const command = saidCommand(verify)
  return command ? `- ${command.kind}: ${code(command.text)}` : `- verify: ${inline(verify.trim())}`
}
