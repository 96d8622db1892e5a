import { inline } from '../../answer/markdown'
import { needed, wordNamed } from '../../cli/given-words'
import { exit, Failure } from '../../failure/failure'
import { type ItemType, types } from '../../workflows/collab/session'

/** The types that a person can give. */
export const givenTypes = types.filter((type) => type !== 'unknown')

/** @returns the type of that name. Throws Failure (usage) `unknown-type` with the nearest */
export const typeNamed = (typed: string, fix: string): ItemType => wordNamed(typed, 'type', givenTypes, fix)

/** @returns the number of an item. Throws Failure (usage) */
export function numberNamed(typed: string | undefined, fix: string): number {
  const number = needed(typed, 'Which item? Its number is needed.', fix)
  if (/^[1-9]\d{0,3}$/.test(number.trim())) return Number(number)
  throw new Failure(exit.usage, 'usage', `"${inline(number)}" is not the number of an item.`, fix)
}
