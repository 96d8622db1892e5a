import type { ShapeCriterion } from './artifacts'
import type { Session, Task } from './session'

/** Makes a foreign text part of a line, so that it cannot end one of our blocks. */
export function inline(text: string, longest = 2000): string {
  const line = text.replace(/\s+/g, ' ').replace(/`{3,}/g, '``').trim()
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line
}

export const criterionLine = ({ id, text, covers, verify }: ShapeCriterion): string =>
  `${id}: ${text}${covers?.length ? ` (covers: ${covers.join(', ')})` : ''}${verify ? ` (verify: ${verify})` : ''}`

/** @returns the label of a field: `MUST NOT` */
export const labelText = (field: string): string =>
  field.replace(/[A-Z]/g, /^(nonGoals|tradeOff)$/.test(field) ? '-$&' : ' $&').toUpperCase()

function artifactText(artifact: object = {}): string {
  const lines = Object.entries(artifact).flatMap(([field, value]): string[] => {
    const label = labelText(field)
    if (!Array.isArray(value)) return value === undefined ? [] : [`${label}: ${value}`]
    const bulleted = field === 'criteria' ? value.map(criterionLine) : value
    return bulleted.length > 0 ? [`${label}:`, bullets(bulleted)] : []
  })
  return lines.join('\n')
}

/** @returns the brief and the shape in the form in which they are submitted; empty without one */
export const briefText = ({ brief }: Pick<Session, 'brief'>): string => artifactText(brief)
export const shapeText = ({ shape }: Pick<Session, 'shape'>): string => artifactText(shape)

/** @returns the lines of the shape, in which two revisions differ */
export const shapeLines = ({ shape }: Pick<Session, 'shape'>): readonly string[] =>
  Object.entries<unknown>(shape ?? {}).flatMap(([field, value]) =>
    [value]
      .flat()
      .map((one) => `${labelText(field)}: ${field === 'criteria' ? criterionLine(one as ShapeCriterion) : one}`),
  )

/** @returns each part of an artifact in a line */
export const partLines = (artifact: object): readonly string[] =>
  Object.entries(artifact).map(([field, said]) => `${labelText(field)}: ${[said].flat().join('; ') || 'none'}`)

export function taskLine({ id, text, dependsOn, criteria, files = [], run, reason }: Task): string {
  const where = files.length > 0 ? ` [${inline(files.join(', '), 300)}]` : ''
  const serves = criteria.length > 0 ? ` (for ${criteria.join(', ')})` : ''
  const after = dependsOn.length > 0 ? ` (after ${dependsOn.join(', ')})` : ''
  return `- \`${id}\`: ${inline(text)}${serves}${where}${after}${run ? ` (run: ${inline(run)})` : ''}${reason ? `; not done last time: ${inline(reason)}` : ''}`
}

/** @returns what the round is about, in one line */
export const titleOf = ({ brief, text = '' }: Session): string =>
  inline(brief?.objective ?? text.trim().split('\n')[0] ?? '', 120)

export const bullets = (lines: readonly string[]): string => lines.map((line) => `- ${inline(line)}`).join('\n')

export const quoted = (text: string): string => text.trim().replace(/^/gm, '> ')
