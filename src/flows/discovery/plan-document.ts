import { paragraphs, sections } from '../../markdown/sections'
import { lineOf } from '../../workflow/artifacts/markdown'
import { verificationItem } from '../verification-item'
import { type Artifact, needsOf, textsOf } from './artifact'
import type { Artifacts } from './checks'
import { type Criterion, coverageOf, criteriaIn, meant, subtasksIn } from './coverage'
import type { Plan } from './plan'

/** A criterion of the plan with everything that shows it, and the subtasks that meet it. */
interface Box {
  readonly text: string
  readonly verify: string[]
  readonly ids: string[]
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

/**
 * Each criterion once: what subtasks say in the same words, or are named for by the validation, is that criterion, with
 * their commands. Others are criteria beside those of the developer.
 */
export function boxesOf(plan: Plan, artifacts: Artifacts): readonly Box[] {
  const covered = coverageOf(plan.acceptance_criteria, artifacts)
  const subtasks = subtasksIn(artifacts.implementation_plan)
  const boxes: Box[] = []
  const boxFor = ({ text, verify }: Criterion, ids: readonly string[]): void => {
    const known = boxes.find((one) => meant(one.text) === meant(text))
    const box = known ?? { text, verify: [], ids: [] }
    if (!known) boxes.push(box)
    shownBy(box, verify)
    box.ids.push(...ids)
  }
  for (const one of covered) boxFor(one, one.ids)
  for (const subtask of subtasks) {
    const id = String(subtask.subtask_id)
    // What it does not say itself, and the validation names it for.
    const named = covered.filter((one) => one.ids.includes(id) && !one.own.includes(id)).map(({ text }) => meant(text))
    const mapped = boxes.filter(({ text }) => named.includes(meant(text)))
    const isNew = ({ text }: Criterion) => !boxes.some((box) => meant(box.text) === meant(text))
    for (const criterion of criteriaIn(subtask)) {
      if (mapped.length === 0 || !isNew(criterion)) boxFor(criterion, [id])
      else for (const box of mapped) shownBy(box, criterion.verify)
    }
    const verify = textOf(subtask.verify)
    const own = boxes.filter(({ ids }) => ids.includes(id))
    const bare = own.filter((box) => box.verify.length === 0)
    // A command without a criterion would be lost.
    if (own.length === 0 && verify !== '') boxFor({ text: nameOf(subtask), verify }, [id])
    if (own.some((box) => box.verify.includes(verify))) continue
    for (const box of bare.length > 0 ? bare : own.slice(0, 1)) shownBy(box, verify)
  }
  // A plan without a criterion has no end.
  if (boxes.length === 0)
    for (const subtask of subtasks) boxFor({ text: nameOf(subtask), verify: '' }, [String(subtask.subtask_id)])
  return boxes
}

const shownBy = (box: Box, verify: string): void => {
  if (verify !== '' && !box.verify.includes(verify)) box.verify.push(verify)
}

const boxLines = ({ text, verify }: Box): string =>
  [`- [ ] ${lineOf(text)}`, ...new Set(verify.map((how) => `  ${verificationItem(how)}`))].join('\n')

function subtaskSection(subtask: Artifact, boxes: readonly Box[]): string {
  const isBox = (text: string) => boxes.some((box) => meant(box.text) === meant(text))
  const where = textOf(subtask.location)
  const needs = needsOf(subtask)
  const more = criteriaIn(subtask).filter(({ text }) => !isBox(text))
  return paragraphs(
    `### ${lineOf(nameOf(subtask))}`,
    where && `Where: ${lineOf(where)}`,
    needs.length > 0 && `Needs: ${needs.map(lineOf).join(', ')}`,
    ...boxes
      .filter((box) => box.ids.includes(textOf(subtask.subtask_id)) && box.ids[0] !== subtask.subtask_id)
      .map((box) => `One criterion with ${lineOf(box.ids[0] ?? '')}: ${lineOf(box.text)}`),
    more.length > 0 && `Done when: ${more.map(({ text }) => lineOf(text)).join('; ')}`,
  )
}

/** @returns the id of a subtask with its title, or with what it describes */
export const nameOf = ({ subtask_id: id, title, description }: Artifact): string =>
  [textOf(id), textOf(title) || textOf(description)].filter(Boolean).join(': ')

/** @returns the subtask that is done first: that of the plan's order, otherwise the first one that needs no other */
export function firstOf(work: Artifact = {}): Artifact | undefined {
  const subtasks = subtasksIn(work)
  const [first] = textsOf(work.dependency_order).flatMap((id) => subtasks.filter((one) => one.subtask_id === id))
  return first ?? subtasks.find((one) => needsOf(one).length === 0)
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
