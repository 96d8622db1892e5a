import { saidCommand } from '../../proof/criteria/said-command'
import { freeNames } from '../../workflow/artifacts/free-names'
import { wordsIn } from '../../workflow/hollow'
import { inline } from './documents'
import { type Artifacts, type Criterion, limitIn, type Shape } from './schemas'

/** Something that has to be shown: a criterion of the shape, one of its limits, or an item with a command. */
export interface Check extends Criterion {
  readonly isLimit: boolean
  readonly isItem?: boolean
  readonly hasCommand: boolean
}

type Checked = Pick<Shape, 'criteria' | 'mustNot'>

/** @returns an id as it is compared; in a state that was edited by hand it may be anything */
export const plainId = (id: string): string => String(id).toLowerCase()

/** What a small request must not do that names no limit. Nothing shows it, so it is told, and not judged. */
export const nothingElse = 'change anything that the request does not name'

/** @returns the criteria and the limits of a shape; a limit is called M1, M2, …, unless a criterion is */
export function checksOf(shape: Checked | undefined): readonly Check[] {
  // In a state that was edited by hand either may be missing.
  const { criteria = [], mustNot = [] } = shape ?? {}
  const limitId = freeNames(
    'M',
    criteria.map(({ id }) => plainId(id)),
  )
  return [
    ...criteria.map((criterion) => ({ ...criterion, isLimit: false })),
    ...mustNot
      .filter((limit) => limit !== nothingElse)
      .map((limit) => ({ id: limitId(), ...noted(limit), isLimit: true })),
  ].map((check) => ({ ...check, hasCommand: saidCommand(String(check.verify ?? '')) !== undefined }))
}

/** A limit may say how it is verified, as a criterion does; in a state that was edited by hand it may be anything. */
function noted(limit: string): Omit<Criterion, 'id'> {
  if (typeof limit !== 'string') return { text: limit }
  const { covers, ...said } = limitIn(limit)
  return { ...said, covers: covers?.map(Number) }
}

export const wordsOf = ({ text, isLimit }: Check): string =>
  isLimit ? `must not ${text.replace(/^must\s*not\s+/i, '')}` : text

/** @returns what shows it, and by which way */
export const byText = ({ verify }: Check, because: string): string =>
  [because, verify && `by: ${verify}`].filter(Boolean).join('; ')

/** The form in which the developer approves it. */
export const checkLine = (check: Check): string =>
  inline(`${check.id}: ${wordsOf(check)}${check.verify ? ` (by: ${check.verify})` : ''}`)

/**
 * @returns the points of the brief's ACCEPTANCE that the shape does not cover, with their numbers from 1: no criterion or
 *   limit names the number, or has the same words
 */
export function uncoveredBy(shape: Checked | undefined, brief: Artifacts['brief'] | undefined) {
  if (!shape) return []
  const checks = checksOf(shape)
  const numbers = checks.flatMap(({ covers = [] }) => covers)
  const texts = checks.map(({ text }) => plain(text)).filter(Boolean)
  return (brief?.acceptance ?? [])
    .map((text, index) => ({ number: index + 1, text, line: `ACCEPTANCE ${index + 1}: ${text}` }))
    .filter(
      ({ number, text }) => !numbers.includes(number) && !texts.some((one) => ` ${plain(text)} `.includes(` ${one} `)),
    )
}

const plain = (text: string): string =>
  wordsIn(text)
    .join(' ')
    .replace(/^(it |they )?must not /, '')
