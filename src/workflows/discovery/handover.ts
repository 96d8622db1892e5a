import { bullets, paragraphs, sections } from '../../text/markdown/sections'
import { inMarkdown, lineOf } from '../../workflow/artifacts/markdown'
import { verificationItem } from '../../workflow/criteria/said-command'
import { passedOn } from '../../workflow/event-words'
import type { Handover } from '../../workflow/flow'
import { slug } from '../../workflow/slug'
import { type Artifact, type Artifacts, listIn, schemas, textsIn, textsOf } from './artifact'
import { coverageOf, meant, type SaidCriterion, type Subtask, subtasksIn } from './coverage'
import { artifactPath } from './files'
import { type Plan, titleOf } from './plan'
import { passedOnHeading, toRead } from './show'

/**
 * Writes what a plan hands over: the context with its decisions and risks, the plan, and the first subtask as a task.
 *
 * @param artifacts by phase; a phase that was skipped has none
 * @param folder of the plan, which the texts name as their source
 */
export function handover(plan: Plan, artifacts: Artifacts, folder: string): Handover {
  const { discovery, clarification, contracts, implementation_plan: work, validation } = artifacts
  const { ambiguities_discovered: questions, tools_used: _, ...explored } = discovery ?? {}
  const answered = new Set(textsIn(clarification?.resolved_ambiguities, 'original_question'))
  const open = textsIn(questions, 'question').filter((question) => !answered.has(question))
  const said = (plan.notes ?? []).map(
    ({ phase, text, typed = false }) => `On the ${titleOf(phase)}, ${passedOn(lineOf(text), typed)}`,
  )
  const risks = [...listIn(work?.risks), ...listIn(validation?.risk_assessment)]
  const context = paragraphs(
    `# ${lineOf(plan.title)}`,
    plan.goal.trim() && lineOf(plan.goal),
    `From the plan \`${plan.task}\`; what it was made of is in \`${folder}/artifacts/\`.`,
    discovery && `## What Is There\n\n${inMarkdown(schemas.discovery, explored)}`,
    clarification && `## What Was Decided\n\n${toRead('clarification', clarification)}`,
    contracts && `The contracts are in \`${artifactPath(folder, 'contracts')}\`.`,
    inMarkdown(schemas.validation, { risk_assessment: risks, issues_found: validation?.issues_found }, 2),
    sections(2, [
      [passedOnHeading, bullets(said)],
      ['Open Questions', bullets(open.map(lineOf))],
    ]),
  )
  const first = firstOf(work)
  return {
    title: lineOf(plan.title),
    context: `${context}\n`,
    plan: planDocument(plan, artifacts, artifactPath(folder, 'implementation_plan')),
    ...(first && { task: taskDocument(first, boxesOf(plan, artifacts)) }),
  }
}

/** The subtask that is done first: that of the plan's order, otherwise the first one that needs no other. */
function firstOf(work: Artifact = {}): Subtask | undefined {
  const subtasks = subtasksIn(work)
  const [first] = textsOf(work.dependency_order).flatMap((id) => subtasks.filter((one) => one.id === id))
  return first ?? subtasks.find(({ needs }) => needs.length === 0)
}

/**
 * Writes a verified plan as a plan for the six spells: a box for each criterion, and under it the commands that show it;
 * then the tasks, which are no criteria.
 *
 * @param artifact the path of the artifact that has what a subtask needs
 */
export function planDocument(plan: Plan, artifacts: Artifacts, artifact: string): string {
  const subtasks = subtasksIn(artifacts.implementation_plan)
  const boxes = boxesOf(plan, artifacts)
  const parts = sections(2, [
    ['Acceptance Criteria', boxes.map(boxLines).join('\n')],
    ['Tasks', subtasks.length > 0 && `What each needs to know is in \`${artifact}\`.`],
  ])
  const each = subtasks.map((subtask) => subtaskSection(subtask, boxes))
  return `${paragraphs(`# ${lineOf(plan.title)}`, plan.goal.trim() && `Goal: ${lineOf(plan.goal)}`, parts, ...each)}\n`
}

/** A criterion of the plan with everything that shows it, and the subtasks that meet it. */
interface Box {
  readonly text: string
  readonly verify: string[]
  readonly ids: string[]
}

const isSame = ({ text }: Pick<Box, 'text'>, other: Pick<Box, 'text'>): boolean => meant(text) === meant(other.text)

/**
 * Each criterion once: what subtasks say in the same words, or are named for by the validation, is that criterion, with
 * their commands. Others are criteria beside those of the developer.
 */
export function boxesOf(plan: Plan, artifacts: Artifacts): readonly Box[] {
  const covered = coverageOf(plan.acceptance_criteria, artifacts)
  const subtasks = subtasksIn(artifacts.implementation_plan)
  const boxes: Box[] = []
  const boxFor = ({ text, verify }: SaidCriterion, ids: readonly string[]): void => {
    const known = boxes.find((one) => isSame(one, { text }))
    const box = known ?? { text, verify: [], ids: [] }
    if (!known) boxes.push(box)
    shownBy(box, verify)
    box.ids.push(...ids)
  }
  for (const one of covered) boxFor(one, one.ids)
  for (const subtask of subtasks) {
    const { id } = subtask
    // What it does not say itself, and the validation names it for.
    const named = covered.filter((one) => one.ids.includes(id) && !one.own.includes(id))
    const mapped = boxes.filter((box) => named.some((one) => isSame(one, box)))
    for (const criterion of subtask.criteria) {
      if (mapped.length === 0 || boxes.some((box) => isSame(box, criterion))) boxFor(criterion, [id])
      else for (const box of mapped) shownBy(box, criterion.verify)
    }
    const verify = textOf(subtask.said.verify)
    const own = boxes.filter(({ ids }) => ids.includes(id))
    const bare = own.filter((box) => box.verify.length === 0)
    // A command without a criterion would be lost.
    if (own.length === 0 && verify !== '') boxFor({ text: nameOf(subtask), verify }, [id])
    if (own.some((box) => box.verify.includes(verify))) continue
    for (const box of bare.length > 0 ? bare : own.slice(0, 1)) shownBy(box, verify)
  }
  // A plan without a criterion has no end.
  if (boxes.length === 0) for (const one of subtasks) boxFor({ text: nameOf(one), verify: '' }, [one.id])
  return boxes
}

const shownBy = (box: Box, verify: string): void => {
  if (verify !== '' && !box.verify.includes(verify)) box.verify.push(verify)
}

const boxLines = ({ text, verify }: Box): string =>
  [`- [ ] ${lineOf(text)}`, ...new Set(verify.map((how) => `  ${verificationItem(how)}`))].join('\n')

/** The criteria of a subtask that are none of the plan's. */
const moreIn = ({ criteria }: Subtask, boxes: readonly Box[]): readonly string[] =>
  criteria.flatMap((one) => (boxes.some((box) => isSame(box, one)) ? [] : one.text))

function subtaskSection(subtask: Subtask, boxes: readonly Box[]): string {
  const where = textOf(subtask.said.location)
  const more = moreIn(subtask, boxes)
  return paragraphs(
    `### ${lineOf(nameOf(subtask))}`,
    where && `Where: ${lineOf(where)}`,
    subtask.needs.length > 0 && `Needs: ${subtask.needs.map(lineOf).join(', ')}`,
    ...boxes
      .filter(({ ids }) => ids.includes(subtask.id) && ids[0] !== subtask.id)
      .map(({ text, ids: [first = ''] }) => `One criterion with ${lineOf(first)}: ${lineOf(text)}`),
    more.length > 0 && `Done when: ${more.map(lineOf).join('; ')}`,
  )
}

/** What a task has under other headings than its steps. */
const apart = ['subtask_id', 'title', 'description', 'verify', 'testing', 'acceptance_criteria', 'dependencies']

/** The bundle of a subtask, under the headings of a task. */
function taskDocument(subtask: Subtask, boxes: readonly Box[]): string {
  const { title, description, verify, testing } = subtask.said
  const steps = Object.fromEntries(Object.entries(subtask.said).filter(([key]) => !apart.includes(key)))
  const serves = boxes.filter(({ ids }) => ids.includes(subtask.id))
  const shown = { verify, testing, acceptance_criteria: moreIn(subtask, serves) }
  const text = paragraphs(
    `---\ntask_name: ${slug(textOf(title)) || slug(subtask.id) || 'task'}\n---`,
    `# ${lineOf(nameOf(subtask))}`,
    `## Intent\n\n${bullets(serves.map(({ text }) => `Serves: ${lineOf(text)}`))}`,
    textOf(title) && lineOf(textOf(description)),
    `## Steps\n\n${inMarkdown(schemas.implementation_plan, steps)}`,
    `## Validation\n\n${inMarkdown(schemas.implementation_plan, shown)}`,
  )
  return `${text}\n`
}

/** The id of a subtask with its title, or with what it describes. */
const nameOf = ({ said: { subtask_id: id, title, description } }: Subtask): string =>
  [textOf(id), textOf(title) || textOf(description)].filter(Boolean).join(': ')

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
