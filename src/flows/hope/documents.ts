import { labelledBlocks, listOf, textOf } from './labelled'
import type { Criterion } from './schemas'
import { most, type Role, type Session, type Task } from './session'

/** Makes a foreign text part of a line, so that it cannot end one of our blocks. */
export function inline(text: string, longest = 2000): string {
  const line = text.replace(/\s+/g, ' ').replace(/`{3,}/g, '``').trim()
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line
}

/** @returns a label with a bullet for each line; nothing without lines */
export const block = (label: string, lines: readonly string[]): string[] =>
  lines.length > 0 ? [`${label}:`, ...lines.map((line) => `- ${line}`)] : []

/** The brief as submitted. */
export function briefText({ brief }: Session): string {
  if (!brief) return ''
  return [
    `OBJECTIVE: ${brief.objective}`,
    ...block('NON-GOALS', brief.nonGoals),
    ...block('CONSTRAINTS', brief.constraints),
    ...block('ACCEPTANCE', brief.acceptance),
    ...block('STOP', brief.stop),
    ...block('BLAST RADIUS', brief.blastRadius),
  ].join('\n')
}

export const criterionLine = ({ id, text, covers, verify }: Criterion): string =>
  [`${id}: ${text}`, covers?.length && `(covers: ${covers.join(', ')})`, verify && `(verify: ${verify})`]
    .filter(Boolean)
    .join(' ')

/** The shape as submitted. */
export function shapeText({ shape }: Session): string {
  if (!shape) return ''
  const { mode, disposable, highRisk } = shape
  const front = Object.entries({ mode, disposable: yesOrNo(disposable), 'high risk': yesOrNo(highRisk) })
  const said = front.flatMap(([key, value]) => (value ? [`${key}: ${value}`] : []))
  return [
    ...(said.length > 0 ? ['---', ...said, '---'] : []),
    ...block('CRITERIA', shape.criteria.map(criterionLine)),
    ...block('MUST NOT', shape.mustNot),
    ...block('PREMORTEM', shape.premortem),
    ...block('TENSIONS', shape.tensions),
    ...(shape.startAction ? [`START ACTION: ${shape.startAction}`] : []),
    ...(shape.rollback ? [`ROLLBACK: ${shape.rollback}`] : []),
    ...block('EVIDENCE', shape.evidence),
  ].join('\n')
}

const yesOrNo = (said: boolean | undefined): string | undefined =>
  said === undefined ? undefined : said ? 'yes' : 'no'

/** The items as submitted. */
export const itemsText = ({ items }: Pick<Session, 'items'>): string =>
  block(
    'ITEMS',
    items.map(({ id, text, dependsOn, criteria, files = [], reversible }) =>
      [
        `${id}: ${text}`,
        dependsOn.length > 0 && `(depends on: ${dependsOn.join(', ')})`,
        criteria.length > 0 && `(criteria: ${criteria.join(', ')})`,
        files.length > 0 && `(files: ${files.join(', ')})`,
        reversible === false && '(irreversible)',
      ]
        .filter(Boolean)
        .join(' '),
    ),
  ).join('\n')

/** The stored findings. */
export const reviewText = ({ findings }: Session): string => block('FINDINGS', findings).join('\n')

/** The results as submitted. */
export const verificationText = ({ results }: Session): string =>
  block(
    'RESULTS',
    results.map(({ criterion, pass, evidence, reference }) =>
      [criterion, pass ? 'pass' : 'fail', evidence, reference].join(' | '),
    ),
  ).join('\n')

/** The roles of a team as submitted. */
export const rolesText = ({ blueprint }: Session): string =>
  [
    'ROLES:',
    ...blueprint.flatMap(({ name, model, focus, owns, tasks }) => [
      `- ${[name, model, focus, owns.join(', ')].join(' | ')}`,
      ...tasks.map((task) => `  - ${task}`),
    ]),
  ].join('\n')

/** One list item in Markdown. */
export const taskLine = ({ id, text, dependsOn, files = [], reason }: Task): string =>
  `- \`${id}\`: ${inline(text)}${files.length > 0 ? ` [${inline(files.join(', '), 300)}]` : ''}${dependsOn.length > 0 ? ` (after ${dependsOn.join(', ')})` : ''}${reason ? `; not done last time: ${inline(reason)}` : ''}`

/** The input for the tool that creates a team, for each role. */
export const roleText = ({ name, model, focus, owns, tasks }: Role): string =>
  [`${name} (${model})`, `focus: ${focus}`, `owns, alone: ${owns.join(', ')}`, ...tasks.map((task) => `- ${task}`)]
    .map((line, index) => `${index === 0 ? '' : '  '}${inline(line)}`)
    .join('\n')

const labels = { task: 'TASK', context: 'CONTEXT', done: 'DONE', stakes: 'STAKES', reviews: 'REVIEWS' } as const

/** @returns the labelled parts of a request, which need not be asked for */
export function saidAlready({ text = '' }: Session): readonly string[] {
  const { blocks } = labelledBlocks(text, labels)
  return Object.values(labels).flatMap((label) => {
    const said = blocks.get(label)
    return said && listOf(said).length > 0 ? [inline(`${label}: ${textOf(said)}`, most.line)] : []
  })
}
