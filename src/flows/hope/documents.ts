import type { Criterion } from './schemas'
import type { Session, Task } from './session'

/** Makes a foreign text part of a line, so that it cannot end one of our blocks. */
export function inline(text: string, longest = 2000): string {
  const line = text.replace(/\s+/g, ' ').replace(/`{3,}/g, '``').trim()
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line
}

/** @returns a label with a bullet for each line; nothing without lines */
export const block = (label: string, lines: readonly string[]): string[] =>
  lines.length > 0 ? [`${label}:`, ...lines.map((line) => `- ${line}`)] : []

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

export function shapeText({ shape }: Session): string {
  if (!shape) return ''
  const { mode, disposable, highRisk } = shape
  const values = Object.entries({ MODE: mode, DISPOSABLE: yesOrNo(disposable), 'HIGH RISK': yesOrNo(highRisk) })
  return [
    ...values.flatMap(([label, value]) => (value ? [`${label}: ${value}`] : [])),
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

export const taskLine = ({ id, text, dependsOn, files = [], reason }: Task): string =>
  `- \`${id}\`: ${inline(text)}${files.length > 0 ? ` [${inline(files.join(', '), 300)}]` : ''}${dependsOn.length > 0 ? ` (after ${dependsOn.join(', ')})` : ''}${reason ? `; not done last time: ${inline(reason)}` : ''}`

/** @returns what the round is about, in one line */
export const titleOf = ({ brief, text = '' }: Session): string =>
  inline(brief?.objective ?? text.trim().split('\n')[0] ?? '', 120)

/** @returns a text below a heading; empty without a text */
export const section = (heading: string, text: string | undefined): string => (text ? `## ${heading}\n\n${text}` : '')

export const bullets = (lines: readonly string[]): string => lines.map((line) => `- ${inline(line)}`).join('\n')

export const quoted = (text: string): string => text.trim().replace(/^/gm, '> ')

/** @returns a text as it stands, which could end no block around it */
export const fenced = (text: string): string => `~~~text\n${text.replaceAll('~~~', '```')}\n~~~`
